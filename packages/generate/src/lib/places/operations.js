// @ts-check
import { descend, entriesOf, isObject } from "./places.js";

/**
 * @typedef {import("./places.js").Context} Context
 * @typedef {import("./places.js").Place} Place
 * @typedef {{ readonly name: string, readonly in: string, readonly place: Place }} Parameter
 */

/** JSON media types, in any spelling and with any parameters. */
const JSON_MEDIA_TYPE = /^[^;]*[/+]json\s*(?:;|$)/i;

/**
 * Whether a media type is JSON.
 *
 * @param {string} mediaType
 * @returns {boolean}
 */
export function isJson(mediaType) {
  return JSON_MEDIA_TYPE.test(mediaType);
}

/**
 * Returns the place of the operation that a visitor has entered.
 *
 * @param {unknown} operation
 * @param {Context} context
 * @returns {Place}
 */
export function placeOf(operation, context) {
  return { node: operation, location: context.location };
}

/**
 * Returns the parameters of an operation, including those of its path, with `$ref`s resolved.
 *
 * @param {Context} context The context of the visit of the operation.
 * @param {Place} operation
 * @returns {Parameter[]}
 */
export function parametersOf(context, operation) {
  const own = entriesOf(context, descend(context, operation, "parameters"));
  const pathItem = { node: context.parent, location: pathLocation(operation) };
  const shared = entriesOf(context, descend(context, pathItem, "parameters"));
  return [...shared, ...own].flatMap(([, place]) => {
    const { node } = place;
    return isObject(node) && typeof node["name"] === "string" && typeof node["in"] === "string" ? [{ name: node["name"], in: node["in"], place }] : [];
  });
}

/**
 * Returns the schema of the JSON body of a response or a request; `undefined` if there is none.
 *
 * @param {Context} context
 * @param {Place | undefined} holder A response or a request body.
 * @returns {Place | undefined}
 */
export function jsonSchemaOf(context, holder) {
  for (const [mediaType, content] of entriesOf(context, descend(context, holder, "content"))) {
    if (isJson(mediaType)) return descend(context, content, "schema");
  }
  return undefined;
}

/**
 * @param {Place} operation
 * @returns {import("./places.js").Location}
 */
function pathLocation(operation) {
  const { location } = operation;
  const parent = location.pointer.slice(0, location.pointer.lastIndexOf("/"));
  return Object.assign(location.child([]), { pointer: parent });
}
