import type { Location, UserContext } from "@redocly/openapi-core";
import { isObject } from "../contract/json.ts";
import { isJson } from "../contract/media-type.ts";
import { descend, entriesOf, type Place } from "./places.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly place: Place;
}

/** Returns the place of the operation that a visitor has entered. */
export function placeOf(operation: unknown, context: UserContext): Place {
  return { node: operation, location: context.location };
}

/**
 * Returns the parameters of an operation, including those of its path, with `$ref`s resolved.
 *
 * @param context The context of the visit of the operation.
 */
export function parametersOf(context: UserContext, operation: Place): Parameter[] {
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
 * @param holder A response or a request body.
 */
export function jsonSchemaOf(context: UserContext, holder: Place | undefined): Place | undefined {
  for (const [mediaType, content] of entriesOf(context, descend(context, holder, "content"))) {
    if (isJson(mediaType)) return descend(context, content, "schema");
  }
  return undefined;
}

function pathLocation(operation: Place): Location {
  const { location } = operation;
  const parent = location.pointer.slice(0, location.pointer.lastIndexOf("/"));
  return Object.assign(location.child([]), { pointer: parent });
}
