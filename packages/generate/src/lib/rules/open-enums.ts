import type { Oas3Rule, UserContext } from "@redocly/openapi-core";
import { isObject } from "../contract/json.ts";
import { descend, entriesOf, type Place } from "../places/places.ts";

/** Keywords with a schema, a list of schemas, or a map of schemas. */
const SCHEMA = ["items", "additionalProperties", "unevaluatedProperties", "contains", "propertyNames", "if", "then", "else"];
const SCHEMAS = ["allOf", "anyOf", "oneOf", "prefixItems", "properties", "patternProperties", "dependentSchemas"];

/** The types of enumerations that can stay open. */
const TYPES = ["string", "integer", "number"];

/** Keywords of a schema that accepts any value of its type. */
const HARMLESS = ["type", "description", "title", "example", "examples", "x-source"];

/**
 * Enumerations in responses are open, because servers add values:
 * `anyOf: [{ type: string, enum: [...] }, { type: string }]`, or `integer`.
 * Checks every schema that a response refers to. `const` is allowed, because it selects a branch.
 */
export const openEnums: Oas3Rule = () => {
  const seen = new Set<unknown>();
  const reported = new Set<unknown>();

  /** @param open The types of which a neighbouring branch accepts any value. */
  function walk(context: UserContext, schema: Place | undefined, open: readonly string[] = []): void {
    if (schema === undefined || !isObject(schema.node)) return;
    if (schema.node["enum"] !== undefined && !open.includes(typeOf(schema.node)) && !reported.has(schema.node)) {
      reported.add(schema.node);
      const type = typeOf(schema.node);
      context.report({
        message: `A response has this closed enumeration; it must be anyOf: [{ type: ${type}, enum: [...] }, { type: ${type} }], because servers add values. Open it, or use const for a single value that never changes.`,
        location: schema.location.child(["enum"]).key(),
      });
    }
    // The inside depends only on the schema, so each is walked once.
    if (seen.has(schema.node)) return;
    seen.add(schema.node);
    for (const keyword of SCHEMA) walk(context, descend(context, schema, keyword));
    for (const keyword of SCHEMAS) {
      const branches = entriesOf(context, descend(context, schema, keyword)).map(([, branch]) => branch);
      const types = keyword === "anyOf" ? branches.filter(acceptsAny).map(({ node }) => typeOf(node)) : [];
      for (const branch of branches) walk(context, branch, types);
    }
  }

  return {
    Response(response, context) {
      const place = { node: response, location: context.location };
      for (const [, content] of entriesOf(context, descend(context, place, "content"))) walk(context, descend(context, content, "schema"));
      for (const [, header] of entriesOf(context, descend(context, place, "headers"))) walk(context, descend(context, header, "schema"));
    },
  };
};

/** Returns the type of an enumeration; `string` if its schema has none that can be open. */
function typeOf(schema: unknown): string {
  const type = isObject(schema) ? String(schema["type"]) : "";
  return TYPES.includes(type) ? type : "string";
}

function acceptsAny({ node }: Place): boolean {
  return isObject(node) && TYPES.includes(String(node["type"])) && Object.keys(node).every((keyword) => HARMLESS.includes(keyword));
}
