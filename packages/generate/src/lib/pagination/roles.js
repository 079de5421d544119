// @ts-check
import { jsonSchemaOf, parametersOf } from "../places/operations.js";
import { descend, propertiesOf, propertyOf } from "../places/places.js";

/**
 * What a property of `x-pagination` means: where a response has the value, and what is wrong with
 * the name in a contract, as what it must do.
 *
 * @typedef {import("../places/places.js").Context} Context
 * @typedef {import("../places/places.js").Place} Place
 * @typedef {{ name: unknown, path: readonly string[], context: Context, operation: Place }} Named
 * @typedef {"body" | "headers" | undefined} Part
 * @typedef {{ in: Part, problemOf(named: Named): string | undefined }} Role
 */

/** @satisfies {{ readonly [role: string]: Role }} */
export const ROLES = {
  /** A whole number. */
  number: { in: undefined, problemOf: ({ name }) => (Number.isSafeInteger(name) ? undefined : "be a whole number") },
  /** A query parameter. */
  query: {
    in: undefined,
    problemOf({ name, context, operation }) {
      const names = parametersOf(context, operation).flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : []));
      return names.includes(String(name)) ? undefined : `name a query parameter of the operation (${list(names)})`;
    },
  },
  /** A property of the response. */
  response: { in: "body", problemOf: notInResponse },
  /** A property of the response and of the request body. */
  both: {
    in: "body",
    problemOf(named) {
      const { name, context, operation } = named;
      const names = propertiesOf(context, jsonSchemaOf(context, descend(context, operation, "requestBody")));
      return notInResponse(named) ?? (names.has(String(name)) ? undefined : `name a property of the request body (${list(names)})`);
    },
  },
};

/**
 * @param {Named} named
 * @returns {string | undefined}
 */
function notInResponse({ name, path, context, operation }) {
  const schema = jsonSchemaOf(context, descend(context, operation, "responses", "200"));
  const lacks = typeof name === "string" ? lacksProperty(context, schema, path) : propertiesOf(context, schema);
  if (lacks === undefined) return undefined;
  const steps = String(name).split(".");
  const isPath = steps.length > 1 && lacksProperty(context, schema, steps) === undefined;
  return isPath ? `be the JSON pointer "/${steps.join("/")}" (a name may contain dots)` : `name a property of the 200 response (${list(lacks)})`;
}

/**
 * Returns the existing property names if a property is not found, otherwise `undefined`.
 *
 * @param {Context} context
 * @param {Place | undefined} schema
 * @param {readonly string[]} path
 * @returns {ReadonlySet<string> | undefined}
 */
function lacksProperty(context, schema, path) {
  let current = schema;
  for (const name of path) {
    const next = current && propertyOf(context, current, name);
    if (next === undefined) return propertiesOf(context, current);
    current = next;
  }
  return undefined;
}

/**
 * @param {Iterable<string>} names
 * @returns {string}
 */
function list(names) {
  return [...names].join(", ") || "there is none";
}
