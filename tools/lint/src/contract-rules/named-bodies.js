// @ts-check
import { descend, entriesOf, isObject, isReference } from "./places.js";
import { isJson } from "./operations.js";

/**
 * @typedef {import("./places.js").Context} Context
 */

/**
 * The schema of a body has a name, because its name is the type that users read: a `$ref`, or an array of a `$ref`. Text and bytes have no such type.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const namedBodies = () => ({
  RequestBody: (body, context) => checkContent(context, body, "request"),
  Response: (response, context) => checkContent(context, response, "answer"),
});

/**
 * @param {Context} context
 * @param {unknown} holder
 * @param {string} kind
 */
function checkContent(context, holder, kind) {
  for (const [mediaType, content] of entriesOf(context, descend(context, { node: holder, location: context.location }, "content"))) {
    const schema = isObject(content.node) ? content.node["schema"] : undefined;
    if (!isJson(mediaType) && mediaType !== "application/x-www-form-urlencoded") continue;
    if (isReference(schema) || (isObject(schema) && schema["type"] === "array" && isReference(schema["items"]))) continue;
    context.report({
      message: `The schema of a ${mediaType} ${kind} must be a $ref to a named schema, or an array of one; it is ${schema === undefined ? "missing" : "written inline"}. Give it a name in the resource's file.`,
      location: schema === undefined ? content.location.key() : content.location.child(["schema"]).key(),
    });
  }
}
