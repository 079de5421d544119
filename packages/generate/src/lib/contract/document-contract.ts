import type { Contract } from "./contract.ts";
import { type Finding, type Place, sortFindings } from "./finding.ts";
import { type Json, pointersOf } from "./json.ts";
import { mergeOperations } from "./merge-operations.ts";
import type { OpenApi } from "./model.ts";

/** The origin of a document. */
export interface DocumentOrigin {
  /** Place of the value at a JSON pointer. Default: the beginning of the service's contract. */
  readonly placeAt?: (pointer: string) => Place;
  /** {@link Contract.source}. Default: the folder of the service in this repository. */
  readonly source?: string | undefined;
  /** {@link Contract.envPrefix}. */
  readonly envPrefix?: string | undefined;
  /** Whether a rule found a problem at a JSON pointer or inside: others follow from it. */
  readonly isReported?: (pointer: string) => boolean;
  /** Whether a choice is a note. Default: it is a problem. */
  readonly isLenient?: boolean;
  /** What was chosen before. */
  readonly noted?: readonly Finding[];
}

/**
 * Returns the contract in a document with references inside it. Merges operations in place.
 */
export function documentContract(
  service: string,
  document: Json,
  {
    source = `specs/${service}`,
    envPrefix,
    placeAt = () => ({ file: `specs/${service}/openapi.yaml`, line: 1, column: 1 }),
    isReported = () => false,
    isLenient = false,
    noted = [],
  }: DocumentOrigin = {},
): Contract {
  mergeOperations(document);
  const problems: Finding[] = [];
  const notes: Finding[] = [...noted];
  const contractIn = (own: OpenApi, originalOf: (pointer: string) => string): Contract => {
    let pointers: ReadonlyMap<unknown, string> = new Map();
    const pointerIn = (at: unknown): string => {
      if (typeof at === "string") return originalOf(at);
      if (!pointers.has(at)) pointers = pointersOf(own);
      return originalOf(pointers.get(at) ?? "#/");
    };
    return {
      service,
      source,
      envPrefix,
      document: own,
      placeAt,
      report(at, message) {
        const pointer = pointerIn(at);
        if (!isReported(pointer)) problems.push({ ...placeAt(pointer), message });
      },
      note(at, problem, chosen) {
        if (isLenient) notes.push({ ...placeAt(pointerIn(at)), message: `${problem}. Chosen: ${chosen}`, isNote: true });
        else this.report(at, problem);
      },
      changed: (next, copies) => contractIn(next, (pointer) => originalOf(uncopied(pointer, copies))),
      problems: () => sortFindings(problems),
      notes: () => sortFindings(notes),
    };
  };
  return contractIn(document, (pointer) => pointer);
}

/** The pointer in the original of a copy. */
function uncopied(pointer: string, copies: ReadonlyMap<string, string>): string {
  const [copy, original] = [...copies].find(([prefix]) => pointer === prefix || pointer.startsWith(`${prefix}/`)) ?? ["", ""];
  return original + pointer.slice(copy.length);
}
