import { docComment, key, pascalCase } from "@keywright/generate";
import type { Json } from "@keywright/generate/contract";

/**
 * Returns the types of a written base of seed files: those of definitions with `x-type`.
 *
 * The type of an `x-record` has the properties of the contract's schema. They are all optional, or,
 * with `x-generated`, these and no others. A constant has the properties of the states.
 */
export function seedTypes(base: Json): string {
  const definitions = base["$defs"] as { readonly [name: string]: Json };
  const services = new Set<string>();

  /** Returns the type of a schema of a contract, such as `vault/Section`. */
  const ofContract = (name: string): string => {
    const [service = "", schema = ""] = name.split("/");
    services.add(service);
    return `${pascalCase(service)}Schemas[${JSON.stringify(schema)}]`;
  };
  const definitionOf = ({ $ref }: Json): Json | undefined => definitions[String($ref).replace("#/$defs/", "")];
  const typeOf = (schema: Json): string => {
    const { $ref, type, enum: values, items, "x-known": known, "x-record": record } = schema;
    const definition = definitionOf(schema);
    if (definition !== undefined) return String(definition["x-type"] ?? typeOf(definition));
    if (typeof $ref === "string" || typeof known === "string") return ofContract(String($ref ?? known));
    if (typeof record === "string") return recordType(ofContract(record), schema);
    if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
    return [type]
      .flat()
      .map((each) => (each === "array" ? listOf(typeOf(items as Json)) : String(each).replace("integer", "number")))
      .join(" | ");
  };
  const typeFile = Object.values(definitions).flatMap((definition) => {
    const { "x-type": name, "x-record": record, description, required = [] } = definition;
    if (typeof name !== "string") return [];
    const properties = Object.entries(definition["properties"] as { readonly [name: string]: Json }).map(([property, schema]) => {
      const comment = docComment([String(schema["description"] ?? definitionOf(schema)?.["description"] ?? "")], "  ");
      return `${comment}  readonly ${key(property)}${(required as unknown[]).includes(property) ? "" : "?"}: ${typeOf(schema)};\n`;
    });
    const own = `{\n${properties.join("")}}`;
    const comment = docComment([String(description)]);
    if (typeof record !== "string") return [`${comment}export interface ${name} ${own}\n`];
    return [`${comment}export type ${name} = ${recordType(ofContract(record), definition)} & ${own};\n`];
  });
  const imports = [...services].sort().map((service) => `import type { components as ${pascalCase(service)} } from "@keywright/${service}/schema";\n`);
  const schemas = [...services].sort().map((service) => `type ${pascalCase(service)}Schemas = ${pascalCase(service)}["schemas"];\n`);
  const origin = "// Generated from seed.base.json by `pnpm generate`. Do not edit: change the base.\n";
  const states = Object.entries(definitions).flatMap(([name, { required = [] }]) =>
    name.endsWith("State") ? [`  ${name.slice(0, -"State".length)}: ${JSON.stringify(required)},\n`] : [],
  );
  const stateFile = `/** The properties of a whole state. Only a state has the first one. */\nexport const STATES = {\n${states.join("")}} as const;\n`;
  return [`${origin}\n${imports.join("")}`, schemas.join(""), ...typeFile, stateFile].join("\n");
}

function listOf(type: string): string {
  return `readonly ${/[|&]/.test(type) ? `(${type})` : type}[]`;
}

/** Returns the properties of a record that a definition neither omits nor has itself. */
function recordType(record: string, { "x-without": without = [], "x-generated": generated, properties = {} }: Json): string {
  const own = Object.keys(properties as Json);
  const others = ((generated ?? []) as string[]).filter((name) => !own.includes(name));
  const omitted = `Omit<${record}, ${unionOf([...(without as string[]), ...own, ...others])}>`;
  if (generated === undefined) return `Partial<${omitted}>`;
  return others.length === 0 ? omitted : `${omitted} & Partial<Pick<${record}, ${unionOf(others)}>>`;
}

function unionOf(names: readonly string[]): string {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ") || "never";
}
