import * as fc from "fast-check";
import type { Json } from "../../src/lib/core/schemas/operation-spec.ts";

/** What stands in the place of what a schema would give, now and then: by the name of a schema or of a property. */
export type Hints = { readonly [name: string]: fc.Arbitrary<unknown> };

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const FORMATS: { readonly [format: string]: fc.Arbitrary<string> } = {
  "date-time": fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
};
const DEEPEST = 6;

/** Values that are mostly what a schema asks for. What it says beyond types, ranges and members, such as exclusions, is left to chance: the oracle judges. */
export function valuesOf(document: Json, schema: Json, hints: Hints, depth = 0): fc.Arbitrary<unknown> {
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    const name = ref.split("/").at(-1) as string;
    return hinted(hints[name], valuesOf(document, ((document["components"] as Json)["schemas"] as Json)[name] as Json, hints, depth));
  }
  if (schema["const"] !== undefined) return fc.constant(schema["const"]);
  const options =
    (schema["enum"] as readonly unknown[] | undefined)?.map((value) => fc.constant(value)) ??
    branchesOf(schema).map((branch) => valuesOf(document, branch, hints, depth));
  if (options.length > 0) return fc.oneof(...options);
  const types = [schema["type"]].flat();
  return fc.oneof(...types.map((type) => ofType(document, { ...schema, type }, hints, depth)));
}

function branchesOf(schema: Json): readonly Json[] {
  return ((schema["oneOf"] ?? schema["anyOf"] ?? []) as readonly Json[]).filter((branch) => typeof branch === "object");
}

function ofType(document: Json, schema: Json, hints: Hints, depth: number): fc.Arbitrary<unknown> {
  switch (schema["type"]) {
    case "object": {
      const properties = Object.entries((schema["properties"] ?? {}) as { [name: string]: Json }).filter(([, value]) => typeof value === "object");
      const values =
        depth > DEEPEST ? [] : properties.map(([name, value]) => [name, hinted(hints[name], valuesOf(document, value, hints, depth + 1))] as const);
      const required = ((schema["required"] ?? []) as readonly string[]).filter((name) => values.some(([known]) => known === name));
      const optional = values.map(([name]) => name).filter((name) => !required.includes(name));
      // Some of the optional members, not half of them: where many exclude each other, few of the values would be valid.
      const some = fc.subarray(optional, { maxLength: Math.min(4, Math.ceil(optional.length / 2)) });
      return fc
        .tuple(fc.record(Object.fromEntries(values)), some)
        .map(([whole, kept]) => Object.fromEntries(Object.entries(whole).filter(([name]) => required.includes(name) || kept.includes(name))));
    }
    case "array": {
      const items = valuesOf(document, (schema["items"] ?? {}) as Json, hints, depth + 1);
      const wanted = (schema["contains"] as Json | undefined)?.["const"];
      const list = fc.array(items, { minLength: (schema["minItems"] as number | undefined) ?? 0, maxLength: depth > DEEPEST ? 1 : 3 });
      return wanted === undefined ? list : list.map((values) => [wanted, ...values]);
    }
    case "string":
      return FORMATS[schema["format"] as string] ?? (schema["pattern"] === "^[\\da-z]{26}$" ? ids : text);
    case "integer":
      return fc.integer({ min: (schema["minimum"] as number | undefined) ?? -5, max: (schema["maximum"] as number | undefined) ?? 2000 });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const ids = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789"), minLength: 26, maxLength: 26 });

function hinted(hint: fc.Arbitrary<unknown> | undefined, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return hint === undefined ? other : fc.oneof({ arbitrary: hint, weight: 4 }, { arbitrary: other, weight: 1 });
}

/** One change to a value, wherever in it. */
interface Mutation {
  readonly at: number;
  readonly kind: "set" | "remove" | "add" | "double";
  readonly name: string;
  readonly value: unknown;
}

const mutations: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(1000),
  kind: fc.constantFrom("set", "remove", "add", "double"),
  name: fc.oneof(fc.constantFrom("__proto__", "constructor", "toString", "id", "limit", "cursor", "value", ""), text),
  value: fc.oneof(
    fc.constantFrom<unknown>(null, true, 0, -1, 1.5, Number.MAX_VALUE, 2 ** 53, "", "x".repeat(300), "\u0000", "2026-02-30T25:00:00Z", [], {}, [[]], [null]),
    fc.jsonValue({ maxDepth: 3 }),
  ),
});

/** Values with up to three changes that nobody asked for. */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.oneof({ arbitrary: fc.constant([]), weight: 1 }, { arbitrary: fc.array(mutations, { minLength: 1, maxLength: 3 }), weight: 2 }))
    .map(([value, changes]) => changes.reduce(mutate, value));
}

function mutate(root: unknown, { at, kind, name, value }: Mutation): unknown {
  const copy = { root: structuredClone(root) };
  const places = placesOf(copy, "root");
  const [holder, key] = places[at % places.length] as Place;
  const there = holder[key];
  if (kind === "set" || holder === copy) holder[key] = value;
  else if (kind === "remove" && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind === "remove") delete holder[key];
  else if (kind === "double" && Array.isArray(holder)) holder.push(there);
  else if (typeof there === "object" && there !== null && !Array.isArray(there))
    Object.defineProperty(there, name, { value, enumerable: true, configurable: true, writable: true });
  else if (Array.isArray(there)) there.push(value);
  return copy.root;
}

type Place = readonly [{ [key: string]: unknown }, string];

function placesOf(holder: object, key: string): Place[] {
  const here = holder as { [key: string]: unknown };
  const value = here[key];
  const below = typeof value === "object" && value !== null ? Object.keys(value).flatMap((name) => placesOf(value, name)) : [];
  return [[here, key], ...below];
}
