import type { Oas3Rule, UserContext } from "@redocly/openapi-core";
import { isObject, type Json } from "../contract/json.ts";
import { descend, type Place, propertiesOf, propertyOf } from "../places/places.ts";
import { paginationRow } from "../pagination/index.ts";
import { jsonSchemaOf, parametersOf, placeOf } from "../places/operations.ts";

/** The styles of lists without an end, whose last position leads to later items. */
const ENDLESS = ["cursor-body", "next-link-live"];

const MEMBERS = ["since", "id", "time", "inputs"];

/** `x-feed` names existing inputs and properties of events, on lists without an end. */
export const feed: Oas3Rule = () => ({
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
    const members = propertiesOf(context, itemOf(context, place, pagination));
    const check = (member: string, name: unknown, known: ReadonlySet<string>, what: string): void => {
      if (typeof name === "string" && known.has(name)) return;
      context.report({
        message: `x-feed.${member} must name ${what} (${[...known].join(", ") || "there is none"}); got ${JSON.stringify(name)}. Correct the name.`,
        location,
      });
    };
    check("since", said["since"], inputs, "an input of the operation");
    for (const [index, name] of said["inputs"].entries()) check(`inputs[${index}]`, name, inputs, "an input of the operation");
    check("id", said["id"], members, "a property of an event");
    check("time", said["time"], members, "a property of an event");
  },
});

/** The schema of an item of a list. */
export function itemOf(context: UserContext, operation: Place, pagination: Json): Place | undefined {
  let list = jsonSchemaOf(context, descend(context, operation, "responses", "200"));
  for (const name of [paginationRow(pagination)["items"]].flat()) list = list && propertyOf(context, list, String(name));
  return descend(context, list, "items");
}
