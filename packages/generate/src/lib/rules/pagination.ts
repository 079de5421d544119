import type { Location, Oas3Rule, UserContext } from "@redocly/openapi-core";
import { isObject, type Json } from "../contract/json.ts";
import { descend, entriesOf, type Place } from "../places/places.ts";
import type { Style } from "../pagination/index.ts";
import { EXAMPLE_PAGES, PAGE_STYLES, paginationRow, query } from "../pagination/index.ts";
import { jsonSchemaOf, parametersOf, placeOf } from "../places/operations.ts";

/**
 * `x-pagination` has the properties of its style, which name existing parameters and properties,
 * and an example of each page, which is optional in a foreign contract.
 */
export const pagination: Oas3Rule = ({ foreign = false }) => ({
  Operation(operation, context) {
    const place = placeOf(operation, context);
    const said: unknown = Reflect.get(operation, "x-pagination");
    if (said === undefined) return;
    const location = context.location.child(["x-pagination"]);
    const style = isObject(said) ? said["style"] : undefined;
    const known = typeof style === "string" ? PAGE_STYLES[style] : undefined;
    if (!isObject(said) || known === undefined) {
      context.report({
        message: `x-pagination must have a style of ${Object.keys(PAGE_STYLES).join(", ")}; got ${JSON.stringify(style)}. Choose the style of the list.`,
        location,
      });
      return;
    }
    checkProperties(context, said, known, location);
    checkNames(context, place, said, known);
    checkPosition(context, place, said, known);
    checkArray(context, place, said, known);
    if (!foreign) checkExamples(context, place, said, known);
  },
});

function checkProperties(context: UserContext, said: Json, { required, optional = {} }: Style, location: Location): void {
  const expected = ["style", ...Object.keys(required)];
  const got = Object.keys(said);
  if (expected.every((name) => got.includes(name)) && got.every((name) => expected.includes(name) || name in optional)) return;
  const others = Object.keys(optional).length === 0 ? "" : ` and may have ${Object.keys(optional).join(", ")}`;
  context.report({
    message: `x-pagination of style ${String(said["style"])} must have exactly ${expected.join(", ")}${others}; got ${got.join(", ")}. Add the missing ones and remove the others.`,
    location,
  });
}

function checkNames(context: UserContext, operation: Place, said: Json, { required, optional }: Style): void {
  const row = paginationRow(said);
  for (const [property, role] of Object.entries({ ...required, ...optional })) {
    const name = said[property];
    if (name === undefined) continue;
    const problem = role.problemOf({ name, path: [row[property]].flat().map(String), context, operation });
    if (problem === undefined) continue;
    context.report({
      message: `x-pagination.${property} must ${problem}; got ${JSON.stringify(name)}. Correct the name.`,
      location: operation.location.child(["x-pagination", property]),
    });
  }
}

/** Checks the parameter of the position: its type and its first value. */
function checkPosition(context: UserContext, operation: Place, said: Json, { required, position, counts }: Style): void {
  const name = said[position];
  const parameter = parametersOf(context, operation).find(({ name: other, in: where }) => where === "query" && other === name);
  const schema = descend(context, parameter?.place, "schema")?.node;
  if (required[position] !== query || !isObject(schema)) return;
  const location = operation.location.child(["x-pagination", position]);
  const expected = counts === undefined ? ["string", "integer", "number"] : ["integer"];
  const types = [schema["type"]].flat().filter((type) => type !== "null");
  if (types.length !== 1 || !expected.includes(String(types[0]))) {
    const message = `The parameter ${String(name)} is the position of x-pagination, so its type must be ${expected.join(", ")}; got ${JSON.stringify(schema["type"])}. Correct its type, or name another parameter.`;
    context.report({ message, location });
  }
  if (counts === undefined) return;
  const [not, advice] = counts.not;
  if (not.test(String(name))) {
    context.report({ message: `The parameter ${String(name)} must count as the style ${String(said["style"])} does, but by its name it ${advice}.`, location });
  }
  const first = counts.first(said);
  if (schema["default"] === undefined || schema["default"] === first) return;
  const begins = `The parameter ${String(name)} must begin at ${first}, the start of the style ${String(said["style"])}; its default is ${JSON.stringify(schema["default"])}.`;
  context.report({
    message: `${begins} Correct the default${"first" in (PAGE_STYLES[String(said["style"])]?.optional ?? {}) ? ", or write first" : ", or choose another style"}.`,
    location,
  });
}

function checkArray(context: UserContext, operation: Place, said: Json, { optional = {} }: Style): void {
  const schema = jsonSchemaOf(context, descend(context, operation, "responses", "200"));
  if (said["items"] !== undefined || !("items" in optional) || (isObject(schema?.node) && schema.node["type"] === "array")) return;
  context.report({
    message: `x-pagination of style ${String(said["style"])} without items requires a 200 response that is an array; got another schema. Add items, choose another style, or make it type: array.`,
    location: operation.location.child(["x-pagination", "style"]),
  });
}

function checkExamples(context: UserContext, operation: Place, said: Json, style: Style): void {
  const content = entriesOf(context, descend(context, operation, "responses", "200", "content"))[0]?.[1];
  const examples = descend(context, content, "examples")?.node;
  const got = isObject(examples) ? Object.keys(examples) : [];
  const needed = style.endsEmpty(paginationRow(said)) ? ["first", "empty"] : ["first"];
  const inOrder = EXAMPLE_PAGES.filter((name) => got.includes(name));
  if (got.join() === inOrder.join() && needed.every((name) => got.includes(name))) return;
  context.report({
    message: `The 200 response of a paginated operation must have at least the examples ${needed.join(" and ")}, and no others than ${EXAMPLE_PAGES.join(", ")}, in this order; got ${got.join(", ") || "none"}. Mocks return them in order.`,
    location: content === undefined ? operation.location.child(["x-pagination"]).key() : content.location.child(["examples"]).key(),
  });
}
