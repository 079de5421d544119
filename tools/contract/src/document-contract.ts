import type { LocatedContract } from "./contract.ts";
import { type Finding, formatPlace, type Place, sortFindings } from "./finding.ts";
import { type Json, pointersOf } from "./json.ts";
import { mergeOperations } from "./merge-operations.ts";

/**
 * A contract out of a document whose references point inside it. Its operations are merged in place.
 *
 * @param placeAt Where the value at a JSON pointer of the document stands. By default nothing is known but the service.
 * @param isTold Whether a rule found something at a JSON pointer or inside: what is refused there follows from it, and is not told again.
 */
export function documentContract(
  service: string,
  document: Json,
  placeAt: (pointer: string) => Place = () => ({ file: `specs/${service}/openapi.yaml`, line: 1, column: 1 }),
  isTold: (pointer: string) => boolean = () => false,
): LocatedContract {
  mergeOperations(document);
  const refused: Finding[] = [];
  const moved = new Map<string, string>();
  return {
    service,
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
