// @ts-check
import { descend, isObject, propertiesOf } from "./places.js";
import { jsonSchemaOf, parametersOf, placeOf } from "./operations.js";

/**
 * What a member of `x-pagination` names: a query parameter, a member of the answer, or one of the request body and the answer both.
 *
 * @typedef {"query" | "answer" | "both"} Role
 * @typedef {import("./places.js").Context} Context
 * @typedef {import("./places.js").Place} Place
 */

/**
 * The members of `x-pagination` by style, each with what it names.
 *
 * @type {{ readonly [style: string]: { readonly [member: string]: Role } }}
 */
const MEMBERS_BY_STYLE = {
  "next-link": { items: "answer", next: "answer", cursor: "query" },
  "next-link-live": { items: "answer", next: "answer", cursor: "query" },
  offset: { offset: "query", limit: "query" },
  "cursor-body": { items: "answer", cursor: "both", more: "answer" },
  "scim-index": { items: "answer", startIndex: "query", count: "query", total: "answer" },
};

/** The named examples of a list that pages, in the order in which they chain. */
const PAGES = ["first", "middle", "last", "empty"];

/**
 * `x-pagination` names what is there: the members of its style, each an existing parameter or member, and an example of each page.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const pagination = () => ({
  Operation(operation, context) {
    const place = placeOf(operation, context);
    const said = /** @type {{ "x-pagination"?: unknown }} */ (operation)["x-pagination"];
    if (said === undefined) return;
    const location = context.location.child(["x-pagination"]);
    const style = isObject(said) ? said["style"] : undefined;
    const members = typeof style === "string" ? MEMBERS_BY_STYLE[style] : undefined;
    if (!isObject(said) || members === undefined) {
      context.report({
        message: `x-pagination must have a style of ${Object.keys(MEMBERS_BY_STYLE).join(", ")}; got ${JSON.stringify(style)}. Choose the one that the list pages by.`,
        location,
      });
      return;
    }
    checkMembers(context, said, members, location);
    checkNames(context, place, said, members);
    if (style === "offset") checkArray(context, place);
    checkExamples(context, place);
  },
});

/**
 * @param {Context} context
 * @param {import("./places.js").Json} said
 * @param {{ readonly [member: string]: Role }} members
 * @param {import("./places.js").Location} location
 */
function checkMembers(context, said, members, location) {
  const expected = ["style", ...Object.keys(members)];
  const got = Object.keys(said);
  if (got.length === expected.length && expected.every((name) => got.includes(name))) return;
  context.report({
    message: `x-pagination of style ${String(said["style"])} has exactly ${expected.join(", ")}; got ${got.join(", ")}. Add what is missing, remove what is too much.`,
    location,
  });
}

/**
 * @param {Context} context
 * @param {Place} operation
 * @param {import("./places.js").Json} said
 * @param {{ readonly [member: string]: Role }} members
 */
function checkNames(context, operation, said, members) {
  const query = new Set(parametersOf(context, operation).flatMap(({ name, in: where }) => (where === "query" ? [name] : [])));
  const answer = propertiesOf(context, jsonSchemaOf(context, descend(context, operation, "responses", "200")));
  const body = propertiesOf(context, jsonSchemaOf(context, descend(context, operation, "requestBody")));
  for (const [member, role] of Object.entries(members)) {
    const name = said[member];
    if (name === undefined) continue;
    const missing = /** @type {const} */ ([
      ["a query parameter of the operation", role === "query" ? query : undefined],
      ["a member of the 200 answer", role === "query" ? undefined : answer],
      ["a member of the request body", role === "both" ? body : undefined],
    ]).find(([, names]) => names !== undefined && !(typeof name === "string" && names.has(name)));
    if (missing === undefined) continue;
    context.report({
      message: `x-pagination.${member} must name ${missing[0]} (${[...(missing[1] ?? [])].join(", ") || "there is none"}); got ${JSON.stringify(name)}. Name the one that carries it.`,
      location: operation.location.child(["x-pagination", member]),
    });
  }
}

/**
 * @param {Context} context
 * @param {Place} operation
 */
function checkArray(context, operation) {
  const schema = jsonSchemaOf(context, descend(context, operation, "responses", "200"));
  if (isObject(schema?.node) && schema.node["type"] === "array") return;
  context.report({
    message:
      "x-pagination of style offset is for lists whose 200 answer is an array; this one has another schema. Choose another style, or make it type: array.",
    location: operation.location.child(["x-pagination", "style"]),
  });
}

/**
 * @param {Context} context
 * @param {Place} operation
 */
function checkExamples(context, operation) {
  const content = descend(context, operation, "responses", "200", "content", "application/json");
  const examples = descend(context, content, "examples")?.node;
  const got = isObject(examples) ? Object.keys(examples) : [];
  if (got.join() === PAGES.join()) return;
  context.report({
    message: `The 200 answer of an operation that pages has exactly the examples ${PAGES.join(", ")}, in this order; got ${got.join(", ") || "none"}. Mocks walk along them.`,
    location: content === undefined ? operation.location.child(["x-pagination"]).key() : content.location.child(["examples"]).key(),
  });
}
