import type { LocatedContract } from "./contract.ts";
import { type Finding, formatPlace, type Place, sortFindings } from "./finding.ts";
import { type Json, pointersOf } from "./json.ts";
import { mergeOperations } from "./merge-operations.ts";

/** The origin of a document. */
export interface DocumentOrigin {
  /** Place of the value at a JSON pointer of the document. Default: the beginning of the service's contract. */
  readonly placeAt?: (pointer: string) => Place;
  /** {@link LocatedContract.source}. Default: the folder of the service in this repository. */
  readonly source?: string | undefined;
  /** Whether a rule found a problem at a JSON pointer or inside: further problems there follow from it and are not reported. Default: no. */
  readonly isTold?: (pointer: string) => boolean;
}

/**
 * Returns the contract in a document whose references point inside it. Its operations are merged in place.
 */
export function documentContract(
  service: string,
  document: Json,
  { source = `specs/${service}`, placeAt = () => ({ file: `specs/${service}/openapi.yaml`, line: 1, column: 1 }), isTold = () => false }: DocumentOrigin = {},
): LocatedContract {
  mergeOperations(document);
  const refused: Finding[] = [];
  const moved = new Map<string, string>();
  return {
    service,
    source,
    document,
    placeAt,
    placeOf: ({ pointer }) => formatPlace(placeAt(pointer)),
    refuse(at, message) {
      // The document may have changed since the last problem.
      const pointer = typeof at === "string" ? at : (pointersOf(document).get(at) ?? "#/");
      const [copy, original] = [...moved].find(([prefix]) => pointer === prefix || pointer.startsWith(`${prefix}/`)) ?? ["", ""];
      const written = original + pointer.slice(copy.length);
      if (!isTold(written)) refused.push({ ...placeAt(written), message });
    },
    copied: (copy, original) => void moved.set(copy, original),
    refused: () => sortFindings(refused),
  };
}
