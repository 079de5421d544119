import type { LocatedContract } from "./contract.ts";
import { type Finding, formatPlace, type Place, sortFindings } from "./finding.ts";
import { eachNode, type Json } from "./json.ts";
import { mergeOperations } from "./merge-operations.ts";

/** What is known of a document beside its content. */
export interface DocumentOrigin {
  /** Where the value at a JSON pointer of the document stands. By default nothing is known but the service. */
  readonly placeAt?: (pointer: string) => Place;
  /** {@link LocatedContract.source}. Default: the folder of the service in this repository. */
  readonly source?: string | undefined;
}

/**
 * A contract out of a document whose references point inside it. Its operations are merged in place.
 */
export function documentContract(
  service: string,
  document: Json,
  { source = `specs/${service}`, placeAt = () => ({ file: `specs/${service}/openapi.yaml`, line: 1, column: 1 }) }: DocumentOrigin = {},
): LocatedContract {
  mergeOperations(document);
  const refused: Finding[] = [];
  let pointers: ReadonlyMap<unknown, string> | undefined;
  return {
    service,
    source,
    document,
    placeAt,
    placeOf: ({ pointer }) => formatPlace(placeAt(pointer)),
    refuse(node, message) {
      pointers ??= pointersOf(document);
      refused.push({ ...placeAt(pointers.get(node) ?? "#/"), message });
    },
    refused: () => sortFindings(refused),
  };
}

/** The place of each object and list of a document, as a JSON pointer. */
function pointersOf(document: Json): ReadonlyMap<unknown, string> {
  const pointers = new Map<unknown, string>();
  eachNode(document, (node, pointer) => pointers.set(node, pointer));
  return pointers;
}
