// @ts-check
import { descend, entriesOf, isObject } from "./places.js";

/**
 * @typedef {import("./places.js").Context} Context
 * @typedef {import("./places.js").Place} Place
 */

/** Keywords whose value is a schema, a list of schemas, or a map of schemas by name. */
const SCHEMA = ["items", "additionalProperties", "unevaluatedProperties", "contains", "propertyNames", "if", "then", "else"];
const SCHEMAS = ["allOf", "anyOf", "oneOf", "prefixItems", "properties", "patternProperties", "dependentSchemas"];

/** Keywords that leave a schema of strings open to any string. */
const HARMLESS = ["type", "description", "title", "example", "examples", "x-source"];

/**
 * Servers add values, so a list of values that a client reads stays open: `anyOf: [{ type: string, enum: [...] }, { type: string }]`.
 * Whatever an answer reaches is looked at; `const` is a value that decides between branches and may stay.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const openEnums = () => {
  /** @type {Set<unknown>} */
  const seen = new Set();
  /** @type {Set<unknown>} */
  const reported = new Set();

  /**
   * @param {Context} context
   * @param {Place | undefined} schema
   * @param {boolean} opened Whether a neighbouring branch accepts any string.
   */
  function walk(context, schema, opened = false) {
    if (schema === undefined || !isObject(schema.node)) return;
    if (schema.node["enum"] !== undefined && !opened && !reported.has(schema.node)) {
      reported.add(schema.node);
      context.report({
        message: `An answer reaches this closed list of values; it must be anyOf: [{ type: string, enum: [...] }, { type: string }], because servers add values. Open it, or use const for a single value that never changes.`,
        location: schema.location.child(["enum"]).key(),
      });
    }
    // Only what is inside depends on nothing but the schema itself, so that each is walked once.
    if (seen.has(schema.node)) return;
    seen.add(schema.node);
    for (const keyword of SCHEMA) walk(context, descend(context, schema, keyword));
    for (const keyword of SCHEMAS) {
      const branches = entriesOf(context, descend(context, schema, keyword)).map(([, branch]) => branch);
      const open = keyword === "anyOf" && branches.some(acceptsAnyString);
      for (const branch of branches) walk(context, branch, open);
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

/**
 * @param {Place} place
 * @returns {boolean}
 */
function acceptsAnyString({ node }) {
  return isObject(node) && node["type"] === "string" && Object.keys(node).every((keyword) => HARMLESS.includes(keyword));
}
