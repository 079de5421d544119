// @ts-check
import { isObject } from "./places.js";

/**
 * @typedef {import("./places.js").Context} Context
 * @typedef {import("./places.js").Json} Json
 * @typedef {import("./places.js").Location} Location
 */

/**
 * The extensions that a contract may use, each with the kinds of object that it may stand on; without a list it may stand on any.
 *
 * @type {ReadonlyMap<string, readonly string[] | undefined>}
 */
const PLACES_BY_EXTENSION = new Map([
  ["x-address", ["Operation"]],
  ["x-retry", ["Operation"]],
  ["x-pagination", ["Operation"]],
  ["x-feed", ["Operation"]],
  ["x-poll", ["Operation"]],
  ["x-error", ["Root"]],
  ["x-advice", ["Schema"]],
  ["x-exclusive", ["Schema"]],
  ["x-expected", ["Schema"]],
  ["x-secret", ["Schema"]],
  ["x-filter", ["Parameter"]],
  ["x-idempotency-key", ["Parameter"]],
  ["x-name", ["Server"]],
  ["x-source", undefined],
]);

/**
 * Only extensions that are defined for these contracts, where they mean something, with a value that means something.
 * The values of those with a rule of their own are checked there.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const extensions = () => ({
  any(node, context) {
    // A map, such as one of properties, has names for keys and no extensions.
    if (isObject(node) && context.type.extensionsPrefix !== undefined) checkExtensions(context, node, context.location);
  },
  ref(node, context) {
    checkExtensions(/** @type {Context} */ (context), /** @type {Json} */ (/** @type {unknown} */ (node)), context.rawLocation);
  },
});

/**
 * @param {Context} context
 * @param {Json} node
 * @param {Location} location
 */
function checkExtensions(context, node, location) {
  for (const name of Object.keys(node)) {
    if (!name.startsWith("x-")) continue;
    const at = location.child([name]);
    const places = PLACES_BY_EXTENSION.get(name);
    if (!PLACES_BY_EXTENSION.has(name)) {
      context.report({
        message: `An extension must be one of ${[...PLACES_BY_EXTENSION.keys()].join(", ")}; got ${name}. Correct its name; a new one needs a rule and a line in specs/README.md.`,
        location: at.key(),
      });
    } else if (places !== undefined && !places.includes(context.type.name)) {
      context.report({
        message: `${name} stands on ${places.join(" or ")}; it was found on ${context.type.name}, where nothing reads it. Move or remove it.`,
        location: at.key(),
      });
    } else {
      const problem = problemOf(name, node);
      if (problem !== undefined) context.report({ message: problem, location: at });
    }
  }
}

/**
 * @param {string} name
 * @param {Json} node
 * @returns {string | undefined}
 */
function problemOf(name, node) {
  const value = node[name];
  if (name === "x-secret" && value !== true) return `x-secret must be true; got ${JSON.stringify(value)}. Leave it out where the value is no secret.`;
  if (name === "x-idempotency-key" && (value !== true || node["in"] !== "header"))
    return `x-idempotency-key must be true, on a header parameter; got ${JSON.stringify(value)} on a parameter in ${JSON.stringify(node["in"])}. Leave it out where the client makes no key.`;
  if (name === "x-name" && (typeof value !== "string" || !/^[a-z][a-zA-Z\d]*$/.test(value)))
    return `x-name must be an identifier in lower camel case, such as uploads: the name of the server in a client's options; got ${JSON.stringify(value)}. Correct it.`;
  if (name === "x-advice" && (typeof value !== "string" || value.trim() === "" || node["pattern"] === undefined))
    return `x-advice must be a text, beside the pattern that a value may fail; got ${JSON.stringify(value)}. Correct it, or add the pattern.`;
  if (name === "x-expected" && (typeof node["pattern"] !== "string" || typeof value !== "string" || value.trim() === "")) {
    return `x-expected must be words beside a pattern, such as "a UUID"; got ${JSON.stringify(value)} beside the pattern ${JSON.stringify(node["pattern"])}. A message says "must be" before it.`;
  }
  if (name === "x-poll" || name === "x-error") return shapeProblem(name, value);
  if (name !== "x-source") return undefined;
  if (typeof node["operationId"] === "string") {
    return isObject(value) && Object.entries(value).every(([rule, text]) => /^[a-z][a-z\d-]*$/.test(rule) && isText(text))
      ? undefined
      : `x-source of an operation must be its rules, each with a sentence: { cursor-account: a cursor of another account is 400 }; got ${JSON.stringify(value)}. Correct it.`;
  }
  if (value !== "public" && value !== "chosen") {
    return `x-source must be public (a public fact) or chosen (our choice); got ${JSON.stringify(value)}. What is documented by the service carries no x-source.`;
  }
  if (typeof node["description"] !== "string" || node["description"].trim() === "") {
    return `x-source: ${value} needs a description beside it that says ${value === "public" ? "where it is from" : "why it was chosen"}; there is none. Add one.`;
  }
  return undefined;
}

/** The members of an extension: what each must be. A JSON pointer begins with a slash. */
const SHAPES = {
  "x-poll": { operation: isText, input: isPointers, state: isPointer, done: isTexts, failed: isTexts },
  "x-error": { message: isPointer, code: isPointer, traceId: isPointer, fields: isFields },
};

/**
 * @param {"x-poll" | "x-error"} name
 * @param {unknown} value
 * @returns {string | undefined}
 */
function shapeProblem(name, value) {
  const shape = /** @type {{ readonly [member: string]: (value: unknown) => boolean }} */ (SHAPES[name]);
  const wrong = isObject(value) ? Object.keys(value).filter((member) => shape[member]?.(value[member]) !== true) : ["its value"];
  if (isObject(value) && name === "x-poll" && value["operation"] === undefined) wrong.push("operation");
  if (wrong.length === 0) return undefined;
  return `${name} has ${Object.keys(shape).join(", ")}, with JSON pointers such as "/state" for places; got a wrong or no ${wrong.join(", ")}. See specs/README.md.`;
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isText(value) {
  return typeof value === "string" && value !== "";
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isTexts(value) {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isPointer(value) {
  return typeof value === "string" && value.startsWith("/");
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isPointers(value) {
  return isObject(value) && Object.values(value).every(isPointer);
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isFields(value) {
  return (
    isObject(value) && isPointer(value["list"]) && Object.entries(value).every(([member, at]) => ["list", "field", "message"].includes(member) && isPointer(at))
  );
}
