// @ts-check
import { EXAMPLE_PAGES, PAGE_STYLES, paginationRow } from "../pagination/index.js";
import { jsonSchemaOf, parametersOf, placeOf } from "./operations.js";
import { descend, entriesOf, isObject, propertiesOf, propertyOf } from "./places.js";

/**
 * @typedef {import("./places.js").Context} Context
 * @typedef {import("./places.js").Place} Place
 * @typedef {import("./places.js").Json} Json
 * @typedef {import("../pagination/index.js").Style} Style
 */

/**
 * `x-pagination` names what is there: the members of its style, each an existing parameter or member, and an example of each page, which a contract of somebody else need not have.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const pagination = ({ foreign = false }) => ({
  Operation(operation, context) {
    const place = placeOf(operation, context);
    const said = /** @type {{ "x-pagination"?: unknown }} */ (operation)["x-pagination"];
    if (said === undefined) return;
    const location = context.location.child(["x-pagination"]);
    const style = isObject(said) ? said["style"] : undefined;
    const known = typeof style === "string" ? PAGE_STYLES[style] : undefined;
    if (!isObject(said) || known === undefined) {
      context.report({
        message: `x-pagination must have a style of ${Object.keys(PAGE_STYLES).join(", ")}; got ${JSON.stringify(style)}. Choose the one that the list pages by.`,
        location,
      });
      return;
    }
    checkMembers(context, said, known, location);
    checkNames(context, place, said, known);
    checkPosition(context, place, said, known);
    checkArray(context, place, said, known);
    if (!foreign) checkExamples(context, place, said, known);
  },
});

/**
 * @param {Context} context
 * @param {Json} said
 * @param {Style} style
 * @param {import("./places.js").Location} location
 */
function checkMembers(context, said, { members, optional = {} }, location) {
  const expected = ["style", ...Object.keys(members)];
  const got = Object.keys(said);
  if (expected.every((name) => got.includes(name)) && got.every((name) => expected.includes(name) || name in optional)) return;
  const others = Object.keys(optional).length === 0 ? "" : ` and may have ${Object.keys(optional).join(", ")}`;
  context.report({
    message: `x-pagination of style ${String(said["style"])} has exactly ${expected.join(", ")}${others}; got ${got.join(", ")}. Add what is missing, remove what is too much.`,
    location,
  });
}

/**
 * @param {Context} context
 * @param {Place} operation
 * @param {Json} said
 * @param {Style} style
 */
function checkNames(context, operation, said, { members, optional }) {
  const query = new Set(parametersOf(context, operation).flatMap(({ name, in: where }) => (where === "query" ? [name] : [])));
  const answer = jsonSchemaOf(context, descend(context, operation, "responses", "200"));
  const body = propertiesOf(context, jsonSchemaOf(context, descend(context, operation, "requestBody")));
  const row = paginationRow(said);
  for (const [member, role] of Object.entries({ ...members, ...optional })) {
    const name = said[member];
    if (name === undefined) continue;
    /** @param {string} what */
    const report = (what) =>
      context.report({
        message: `x-pagination.${member} must ${what}; got ${JSON.stringify(name)}. Name the one that carries it.`,
        location: operation.location.child(["x-pagination", member]),
      });
    if (role === "number") {
      if (!Number.isSafeInteger(name)) report("be a whole number");
      continue;
    }
    if (role === "query") {
      if (!query.has(String(name))) report(`name a query parameter of the operation (${list(query)})`);
      continue;
    }
    const lacks = typeof name === "string" ? lacksProperty(context, answer, [row[member]].flat().map(String)) : propertiesOf(context, answer);
    if (lacks !== undefined) {
      const steps = String(name).split(".");
      const isPath = steps.length > 1 && lacksProperty(context, answer, steps) === undefined;
      report(isPath ? `be the JSON pointer "/${steps.join("/")}" (a name may hold dots)` : `name a member of the 200 answer (${list(lacks)})`);
    } else if (role === "both" && !body.has(String(name))) report(`name a member of the request body (${list(body)})`);
  }
}

/**
 * The names that a property could have where it is not found; `undefined` where it is.
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
 * The parameter of the position: its type, and where it begins to count.
 *
 * @param {Context} context
 * @param {Place} operation
 * @param {Json} said
 * @param {Style} style
 */
function checkPosition(context, operation, said, { members, position, counts }) {
  const name = said[position];
  const parameter = parametersOf(context, operation).find(({ name: other, in: where }) => where === "query" && other === name);
  const schema = descend(context, parameter?.place, "schema")?.node;
  if (members[position] !== "query" || !isObject(schema)) return;
  const location = operation.location.child(["x-pagination", position]);
  const expected = counts === undefined ? ["string", "integer", "number"] : ["integer"];
  const types = [schema["type"]].flat().filter((type) => type !== "null");
  if (types.length !== 1 || !expected.includes(String(types[0]))) {
    const message = `The parameter ${String(name)} has the position of x-pagination, so its type must be ${expected.join(", ")}; got ${JSON.stringify(schema["type"])}. Correct its type, or name another parameter.`;
    context.report({ message, location });
  }
  if (counts === undefined) return;
  const [not, advice] = counts.not;
  if (not.test(String(name))) {
    context.report({ message: `The parameter ${String(name)} must count as the style ${String(said["style"])} does, but by its name it ${advice}.`, location });
  }
  const first = counts.first(said);
  if (schema["default"] === undefined || schema["default"] === first) return;
  const begins = `The parameter ${String(name)} must begin at ${first}, where the style ${String(said["style"])} begins; its default is ${JSON.stringify(schema["default"])}.`;
  context.report({
    message: `${begins} Correct the default${"first" in (PAGE_STYLES[String(said["style"])]?.optional ?? {}) ? ", or say first" : ", or choose another style"}.`,
    location,
  });
}

/**
 * @param {Context} context
 * @param {Place} operation
 * @param {Json} said
 * @param {Style} style
 */
function checkArray(context, operation, said, { optional = {} }) {
  const schema = jsonSchemaOf(context, descend(context, operation, "responses", "200"));
  if (said["items"] !== undefined || !("items" in optional) || (isObject(schema?.node) && schema.node["type"] === "array")) return;
  context.report({
    message: `x-pagination of style ${String(said["style"])} without items is for lists whose 200 answer is an array; this one has another schema. Name its items, choose another style, or make it type: array.`,
    location: operation.location.child(["x-pagination", "style"]),
  });
}

/**
 * @param {Context} context
 * @param {Place} operation
 * @param {Json} said
 * @param {Style} style
 */
function checkExamples(context, operation, said, style) {
  const content = entriesOf(context, descend(context, operation, "responses", "200", "content"))[0]?.[1];
  const examples = descend(context, content, "examples")?.node;
  const got = isObject(examples) ? Object.keys(examples) : [];
  const needed = style.endsEmpty(paginationRow(said)) ? ["first", "empty"] : ["first"];
  const inOrder = EXAMPLE_PAGES.filter((name) => got.includes(name));
  if (got.join() === inOrder.join() && needed.every((name) => got.includes(name))) return;
  context.report({
    message: `The 200 answer of an operation that pages has the examples ${needed.join(" and ")} at least, and no others than ${EXAMPLE_PAGES.join(", ")}, in this order; got ${got.join(", ") || "none"}. Mocks walk along them.`,
    location: content === undefined ? operation.location.child(["x-pagination"]).key() : content.location.child(["examples"]).key(),
  });
}

/**
 * @param {ReadonlySet<string>} names
 * @returns {string}
 */
function list(names) {
  return [...names].join(", ") || "there is none";
}
