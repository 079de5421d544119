import type { LocatedContract } from "./contract.ts";
import { type Finding, type Place, sortFindings } from "./finding.ts";
import { type Json, pointersOf } from "./json.ts";
import { mergeOperations } from "./merge-operations.ts";
import type { OpenApi } from "./model.ts";

/** The origin of a document. */
export interface DocumentOrigin {
  /** Place of the value at a JSON pointer. Default: the beginning of the service's contract. */
  readonly placeAt?: (pointer: string) => Place;
  /** {@link LocatedContract.source}. Default: the folder of the service in this repository. */
  readonly source?: string | undefined;
  /** Whether a rule found a problem at a JSON pointer or inside: others follow from it. */
  readonly isReported?: (pointer: string) => boolean;
}

/**
 * Returns the contract in a document with references inside it. Merges operations in place.
 */
export function documentContract(
  service: string,
  document: Json,
  {
    source = `specs/${service}`,
    placeAt = () => ({ file: `specs/${service}/openapi.yaml`, line: 1, column: 1 }),
    isReported = () => false,
  }: DocumentOrigin = {},
): LocatedContract {
  mergeOperations(document);
  const problems: Finding[] = [];
  const contractIn = (own: OpenApi, originalOf: (pointer: string) => string): LocatedContract => ({
    service,
    source,
    document: own,
    placeAt,
    report(at, message) {
      const pointer = originalOf(typeof at === "string" ? at : (pointersOf(own).get(at) ?? "#/"));
      if (!isReported(pointer)) problems.push({ ...placeAt(pointer), message });
    },
    changed: (next, copies) => contractIn(next, (pointer) => originalOf(uncopied(pointer, copies))),
    problems: () => sortFindings(problems),
  });
  return contractIn(document, (pointer) => pointer);
}

/** The pointer in the original of a copy. */
function uncopied(pointer: string, copies: ReadonlyMap<string, string>): string {
  const [copy, original] = [...copies].find(([prefix]) => pointer === prefix || pointer.startsWith(`${prefix}/`)) ?? ["", ""];
  return original + pointer.slice(copy.length);
}
