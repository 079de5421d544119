import * as fc from "fast-check";

type Json = { readonly [name: string]: unknown };

/** Values that a property may have in spite of its type, and texts that are none of what a field wants. */
const OTHERS: readonly unknown[] = [null, "", 0, -0, 5, 1.5, 1e300, 2 ** 53 + 2, true, [], [{}], {}, { uuid: 1 }, 2n ** 64n];
const TEXTS: readonly string[] = [
  "laterword",
  "*",
  "__proto__",
  "constructor",
  "192.0.2.1",
  "2001:db8::1",
  "fe80::1%eth0",
  "::ffff:192.0.2.1",
  "256.1.1.1",
  "gateway",
  "lead@example.com",
  "lead@example",
  "9007199254740993",
  "2026-03-02T08:00:12.123456789Z",
  "2026-03-02t08:00:12.1234567891z",
  "2026-02-30T08:00:12Z",
  "2026-03-02T23:59:60Z",
  "2026-03-02",
  "yesterday",
  "\ud800",
  '"\u2028\\',
];

/** An event that a schema of a contract allows, with properties left out, and some of another type. */
export function anyEvent(document: object, schema: Json): fc.Arbitrary<object> {
  return valueOf(document, schema) as fc.Arbitrary<object>;
}

function valueOf(document: object, given: Json): fc.Arbitrary<unknown> {
  const schema = resolved(document, given);
  if (Array.isArray(schema["anyOf"])) return fc.oneof(...(schema["anyOf"] as readonly Json[]).map((branch) => valueOf(document, branch)));
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as readonly unknown[]));
  if (schema["properties"] !== undefined) {
    const properties = Object.entries(schema["properties"] as { readonly [name: string]: Json });
    const values = Object.fromEntries(
      properties.map(([name, one]) => [
        name,
        fc.oneof({ weight: 12, arbitrary: valueOf(document, one) }, { weight: 1, arbitrary: fc.constantFrom(...OTHERS) }),
      ]),
    );
    return fc.record(values, { requiredKeys: [], noNullPrototype: true });
  }
  if (schema["type"] === "array") return fc.array(valueOf(document, schema["items"] as Json), { maxLength: 2 });
  if (schema["type"] === "integer") return fc.integer();
  if (schema["type"] === "number") return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.double({ min: -180, max: 180, noNaN: true }));
  if (schema["format"] === "date-time")
    return fc.oneof(
      fc.constantFrom(...TEXTS),
      fc.date({ min: new Date("1990-01-01"), noInvalidDate: true }).map(String),
      fc.date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }).map((date) => date.toISOString()),
    );
  if (schema["type"] === "string") return fc.oneof(fc.constantFrom(...TEXTS), fc.string(), fc.string({ unit: "binary" }));
  return fc.anything();
}

function resolved(document: object, schema: Json): Json {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  const found = $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, name) => (at as Json)[name], document);
  return resolved(document, found as Json);
}
