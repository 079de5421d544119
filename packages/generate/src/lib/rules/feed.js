// @ts-check
import { paginationRow } from "../pagination/index.js";
import { jsonSchemaOf, parametersOf, placeOf } from "../places/operations.js";
import { descend, isObject, propertiesOf, propertyOf } from "../places/places.js";

/** The styles of lists without an end, whose last position leads to later items. */
const ENDLESS = ["cursor-body", "next-link-live"];

const MEMBERS = ["since", "id", "time", "inputs"];

/**
 * `x-feed` names existing inputs and properties of events, on lists without an end.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const feed = () => ({
  Operation(operation, context) {
    const place = placeOf(operation, context);
    const said = descend(context, place, "x-feed")?.node;
    if (said === undefined) return;
    const location = context.location.child(["x-feed"]);
    const pagination = descend(context, place, "x-pagination")?.node;
    const style = isObject(pagination) ? pagination["style"] : undefined;
    if (!isObject(pagination) || typeof style !== "string" || !ENDLESS.includes(style)) {
      context.report({
        message: `x-feed requires x-pagination of style ${ENDLESS.join(" or ")}; got ${JSON.stringify(style)}. Remove it: a list with an end has no feed.`,
        location,
      });
      return;
    }
    if (!isObject(said) || Object.keys(said).sort().join() !== [...MEMBERS].sort().join() || !Array.isArray(said["inputs"])) {
      context.report({ message: `x-feed must have exactly ${MEMBERS.join(", ")}, the last as a list; got ${JSON.stringify(said)}. Correct it.`, location });
      return;
    }
    const inputs = new Set([
      ...parametersOf(context, place).flatMap(({ name, in: where }) => (where === "query" ? [name] : [])),
      ...propertiesOf(context, jsonSchemaOf(context, descend(context, place, "requestBody"))),
    ]);
    const answer = jsonSchemaOf(context, descend(context, place, "responses", "200"));
    /** @type {import("../places/places.js").Place | undefined} */
    let list = answer;
    for (const name of [paginationRow(pagination)["items"]].flat()) list = list && propertyOf(context, list, String(name));
    const members = propertiesOf(context, descend(context, list, "items"));
    /** @typedef {readonly [string, unknown, ReadonlySet<string>, string]} Named */
    /** @type {readonly Named[]} */
    const ofInputs = said["inputs"].map((name, index) => [`inputs[${index}]`, name, inputs, "an input of the operation"]);
    /** @type {readonly Named[]} */
    const named = [
      ["since", said["since"], inputs, "an input of the operation"],
      ...ofInputs,
      ["id", said["id"], members, "a property of an event"],
      ["time", said["time"], members, "a property of an event"],
    ];
    for (const [member, name, known, what] of named) {
      if (typeof name === "string" && known.has(name)) continue;
      context.report({
        message: `x-feed.${member} must name ${what} (${[...known].join(", ") || "there is none"}); got ${JSON.stringify(name)}. Correct the name.`,
        location,
      });
    }
  },
});
