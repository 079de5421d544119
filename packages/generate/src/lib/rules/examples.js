// @ts-check
import { descend, entriesOf, isObject } from "../places/places.js";
import { isJson } from "../places/operations.js";

/**
 * @typedef {import("../places/places.js").Context} Context
 */

/**
 * Every parameter has a description and an example.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const parameterExamples = () => ({
  Parameter(parameter, context) {
    const location = context.location.child(["name"]);
    if (typeof parameter.description !== "string" || parameter.description.trim() === "") {
      context.report({
        message: `Parameter ${parameter.name} needs a description (meaning, unit, range, default); got none. Add one.`,
        location,
      });
    }
    if (parameter.example === undefined && !hasProperties(parameter.examples)) {
      context.report({ message: `Parameter ${parameter.name} needs a realistic example; got none. Add example next to its schema.`, location });
    }
  },
});

/**
 * Every body has named examples; text may have a single one, bytes have none.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const bodyExamples = () => ({
  RequestBody: (body, context) => checkContent(context, body, "a request"),
  Response: (response, context) => checkContent(context, response, "a response"),
});

/**
 * @param {Context} context
 * @param {unknown} holder
 * @param {string} kind
 */
function checkContent(context, holder, kind) {
  for (const [mediaType, content] of entriesOf(context, descend(context, { node: holder, location: context.location }, "content"))) {
    const schema = descend(context, content, "schema")?.node;
    if (!isObject(content.node) || (isObject(schema) && schema["format"] === "binary") || isBytes(mediaType)) continue;
    if (hasProperties(content.node["examples"]) || (!isJson(mediaType) && content.node["example"] !== undefined)) continue;
    context.report({
      message: `The ${mediaType} body of ${kind} needs at least one named example; got none. Add examples next to its schema.`,
      location: content.location.key(),
    });
  }
}

/**
 * Whether a body cannot have an example in JSON or text: bytes, and multipart bodies with files.
 *
 * @param {string} mediaType
 * @returns {boolean}
 */
function isBytes(mediaType) {
  return !/^text\/|json|xml|x-www-form-urlencoded|jsonl/i.test(mediaType);
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function hasProperties(value) {
  return isObject(value) && Object.keys(value).length > 0;
}
