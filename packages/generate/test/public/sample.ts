import { type Node, objectOf, type Original, typesOf } from "./original.ts";

/** A value for a schema as its file has it, with all its properties; `undefined` if none is found. */
export function sampleOf(original: Original, given: unknown, depth = 0): unknown {
  const [schema] = original.follow(given, "#");
  if (schema["const"] !== undefined) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"].find((value) => value !== null);
  for (const list of [schema["oneOf"], schema["anyOf"]])
    if (Array.isArray(list) && list.length > 0 && schema["properties"] === undefined) return sampleOf(original, list[0], depth + 1);
  if (Array.isArray(schema["allOf"])) {
    // Parts that are no objects limit one value together.
    if (!typesOf(original, schema).has("object")) {
      const { allOf, ...own } = schema;
      return depth > 8 ? undefined : sampleOf(original, Object.assign({}, ...allOf.map((part) => original.follow(part, "#")[0]), own), depth + 1);
    }
    const parts = schema["allOf"].map((part) => sampleOf(original, part, depth));
    const own = schema["properties"] === undefined ? {} : objectOf(objectSample(original, schema, depth));
    return parts.every((part) => typeof part === "object") ? Object.assign({}, ...parts, own) : parts.find((part) => part !== undefined);
  }
  const type = [schema["type"] ?? (schema["properties"] === undefined ? "string" : "object")].flat().find((name) => name !== "null");
  const number = (name: string, fallback: number): number => (typeof schema[name] === "number" ? (schema[name] as number) : fallback);
  switch (type) {
    case "integer":
    case "number":
      return Math.min(
        Math.max(
          number("minimum", 7),
          typeof schema["exclusiveMinimum"] === "number" || schema["exclusiveMinimum"] === true ? number("minimum", 6) + 1 : -Infinity,
        ),
        number("maximum", Infinity),
      );
    case "boolean":
      return true;
    case "array": {
      if (depth > 6) return [];
      const item = sampleOf(original, schema["items"] ?? {}, depth + 1);
      return item === undefined ? [] : Array(Math.max(1, Math.min(number("minItems", 1), 9))).fill(item);
    }
    case "object":
      return objectSample(original, schema, depth);
    default:
      return text(schema, number("minLength", 0), number("maxLength", Infinity));
  }
}

/** Texts, of which one matches most patterns. */
const CANDIDATES =
  "abc ABC Abc12345 1 12345678 USD a@example.com https://example.com/a 2026-02-03 2026-02-03T04:05:06Z 0b8f2f4e-7a55-4a4e-9f4c-0a4f6f0f5a11 ABCDEFGHIJKLM 1.00 +12025550123 /Abc12345/".split(
    " ",
  );

function matches(pattern: string, given: string): boolean {
  try {
    return new RegExp(pattern).test(given);
  } catch {
    return false;
  }
}

/** The shortest text of a plain pattern: letters and classes with numbers of times. */
function textOf(pattern: string, least = 0): string {
  const parts = pattern.replaceAll(/^\^|\$$/g, "").matchAll(/(\[(?:\\.|[^\]])+\]|\\.|\.|[\w-])(?:\{(\d+)[\d,]*\}|([+*?]))?/g);
  return [...parts]
    .map(([, atom = "", times, sign]) => {
      const one = [atom, ...ATOMS, atom.slice(-1)].find((each) => matches(`^${atom}$`, each)) ?? "";
      return one.repeat(sign === "*" || sign === "?" ? least : sign === "+" ? Math.max(1, least) : Number(times ?? 1));
    })
    .join("");
}

const ATOMS = "0aA-_ /.:+é";

/** Text with what must be encoded, unless the schema limits it. */
function text(schema: Node, least: number, most: number): string | undefined {
  const { pattern, example } = schema;
  if (typeof pattern === "string")
    return [example, ...CANDIDATES, textOf(pattern), textOf(pattern, least), "x".repeat(least)].find(
      (each) => typeof each === "string" && matches(pattern, each) && each.length >= least && each.length <= most,
    ) as string | undefined;
  const format = {
    date: "2026-02-03",
    "date-time": "2026-02-03T04:05:06Z",
    uuid: "0b8f2f4e-7a55-4a4e-9f4c-0a4f6f0f5a11",
    email: "a@example.com",
    uri: "https://example.com/a",
  };
  const found = Reflect.get(format, String(schema["format"])) as string | undefined;
  return (found ?? "a é&/b".padEnd(least, "x")).slice(0, most);
}

function objectSample(original: Original, schema: Node, depth: number): unknown {
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const properties = Object.entries(objectOf(schema["properties"])).filter(
    ([name, property]) => (depth < 3 || required.has(name)) && original.follow(property, "#")[0]["readOnly"] !== true,
  );
  const defined = properties.flatMap(([name, property]) => {
    const value = depth > 8 ? undefined : sampleOf(original, property, depth + 1);
    return value === undefined ? [] : [[name, value] as const];
  });
  // An object may require properties that it does not define.
  const others = [...required].filter((name) => !(String(name) in objectOf(schema["properties"]))).map((name) => [String(name), "x"] as const);
  return Object.fromEntries([...others, ...defined]);
}
