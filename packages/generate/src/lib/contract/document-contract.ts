import type { LocatedContract } from "./contract.ts";
import { type Finding, formatPlace, type Place, sortFindings } from "./finding.ts";
import { type Json, pointersOf } from "./json.ts";
import { mergeOperations } from "./merge-operations.ts";

/** What is known of a document beside its content. */
export interface DocumentOrigin {
  /** Where the value at a JSON pointer of the document stands. By default nothing is known but the service. */
  readonly placeAt?: (pointer: string) => Place;
  /** {@link LocatedContract.source}. Default: the folder of the service in this repository. */
  readonly source?: string | undefined;
  /** Whether a rule found something at a JSON pointer or inside: what is refused there follows from it, and is not told again. By default nothing was found. */
  readonly isTold?: (pointer: string) => boolean;
}

/**
 * A contract out of a document whose references point inside it. Its operations are merged in place.
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
      // The document may have changed since the last refusal.
      const pointer = typeof at === "string" ? at : (pointersOf(document).get(at) ?? "#/");
      const [copy, original] = [...moved].find(([prefix]) => pointer === prefix || pointer.startsWith(`${prefix}/`)) ?? ["", ""];
      const written = original + pointer.slice(copy.length);
      if (!isTold(written)) refused.push({ ...placeAt(written), message });
    },
    copied: (copy, original) => void moved.set(copy, original),
    refused: () => sortFindings(refused),
  };
}
