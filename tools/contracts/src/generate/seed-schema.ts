import type { Json } from "@keywright/generate/contract";
import { withoutText } from "./document-file.ts";

/** The contracts of the services, by name. */
export type Documents = ReadonlyMap<string, Json>;

/**
 * Returns the schema of seed files: a written base, completed by the contracts.
 *
 * In the base, `x-record` adds a schema's properties, all optional, except `x-without`; `x-known`
 * accepts an enumeration's known values; a `$ref` such as `vault/Section` copies a schema. `x-type`
 * and `x-generated` are for the types of seeds.
 *
 * @throws Error if a contract lacks a schema that the base names.
 */
export function seedSchema(base: Json, documents: Documents): Json {
  const copied = new Map<string, unknown>();

  const schemaOf = (name: string): Json => {
    const [service = "", schema = ""] = name.split("/");
    const found = at(documents.get(service), "components", "schemas", schema);
    if (found === undefined) throw new Error(`the base of the seed schema names ${name}, which no contract has`);
    return withoutText(found) as Json;
  };
  const reference = (name: string): string => {
    const key = name.replace("/", ".");
    if (!copied.has(key)) {
      copied.set(key, undefined);
      copied.set(key, closed(schemaOf(name), name.split("/")[0] ?? ""));
    }
    return `#/$defs/${key}`;
  };
  /** Copies a schema of a contract. A misspelled property must be an error. */
  const closed = (value: unknown, service: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => closed(each, service));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).filter(([name]) => name !== "readOnly" && !name.startsWith("x-"));
    const copy = Object.fromEntries(
      members.map(([name, member]) => [name, name === "$ref" ? reference(`${service}/${String(member).split("/").at(-1)}`) : closed(member, service)]),
    );
    return copy["type"] === "object" && copy["properties"] !== undefined ? { additionalProperties: false, ...copy } : copy;
  };
  const completed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(completed);
    if (typeof value !== "object" || value === null) return value;
    const { "x-record": record, "x-without": without = [], "x-known": known, "x-type": _type, "x-generated": _generated, ...own } = value as Json;
    const rest = Object.fromEntries(
      Object.entries(own).map(([name, member]) => [name, name === "$ref" && isOfContract(member) ? reference(member) : completed(member)]),
    );
    if (typeof known === "string") return { enum: knownValues(schemaOf(known)), ...rest };
    if (typeof record !== "string") return rest;
    const schema = closed(schemaOf(record), record.split("/")[0] ?? "") as Json;
    const properties = Object.entries(schema["properties"] as Json).filter(([name]) => !(without as string[]).includes(name));
    return { ...rest, type: "object", additionalProperties: false, properties: { ...Object.fromEntries(properties), ...(rest["properties"] as Json) } };
  };

  const { $defs, ...whole } = completed(base) as Json;
  return { ...whole, $defs: { ...($defs as Json), ...Object.fromEntries([...copied].sort()) } };
}

/** Returns the definitions of a seed schema that those of one service need. */
export function seedPart(schema: Json, service: string): Json {
  const definitions = schema["$defs"] as Json;
  const names = new Set(Object.hasOwn(definitions, service) ? [service] : []);
  for (const name of names) for (const [, other = ""] of JSON.stringify(definitions[name]).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) names.add(other);
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => names.has(name)));
}

function isOfContract(reference: unknown): reference is string {
  return typeof reference === "string" && /^\w+\/\w+$/.test(reference);
}

function knownValues({ anyOf = [], enum: own }: Json): unknown {
  return own ?? (anyOf as readonly Json[]).find((branch) => branch["enum"] !== undefined)?.["enum"];
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (typeof inner === "object" && inner !== null ? (inner as Json)[name] : undefined), value);
}
