import { descend, entriesOf, isObject, type Json, type Place, placeAt } from "./places.ts";

/** An operation of a bundled contract. */
export interface OperationPlace {
  readonly id: string;
  /** The path; empty for an operation that is called at an address from a response. */
  readonly path: string;
  readonly place: Place;
  /** Its parameters, those of its path included. */
  readonly parameters: readonly Place[];
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** All operations of a contract, in its order; then those in `components.pathItems`. */
export function operationsOf(document: Json): OperationPlace[] {
  const unbound = entriesOf(document, placeAt(document, "/components/pathItems")).map(([, item]) => ["", item] as const);
  return [...entriesOf(document, placeAt(document, "/paths")), ...unbound].flatMap(([path, item]) =>
    entriesOf(document, item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, place]) => ({
        id: isObject(place.value) && typeof place.value["operationId"] === "string" ? place.value["operationId"] : `${method} ${path}`,
        path,
        place,
        parameters: [...elementsOf(document, descend(document, item, "parameters")), ...elementsOf(document, descend(document, place, "parameters"))],
      })),
  );
}

/** The body of a request or an answer in one media type. */
export interface Content {
  readonly mediaType: string;
  readonly place: Place;
  /** Who has it, for people: `request`, or `response 404`. */
  readonly of: string;
}

/** Every body that an operation sends or is answered with. */
export function contentsOf(document: Json, operation: Place): Content[] {
  const holders = [
    ["request", descend(document, operation, "requestBody")] as const,
    ...entriesOf(document, descend(document, operation, "responses")).map(([status, place]) => [`response ${status}`, place] as const),
  ];
  return holders.flatMap(([of, holder]) => entriesOf(document, descend(document, holder, "content")).map(([mediaType, place]) => ({ mediaType, place, of })));
}

function elementsOf(document: Json, list: Place | undefined): Place[] {
  return entriesOf(document, list).map(([, place]) => place);
}
