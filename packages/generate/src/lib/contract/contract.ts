import { type Finding, formatFinding, type Place } from "./finding.ts";
import { isObject, type Json, keysOf, pointerOf, valueAt } from "./json.ts";

/** A contract in one document: references point inside it, nowhere else, and each operation has all that belongs to it. */
export interface Contract {
  /** The service's name, such as `vault`: that of the contract's folder, unless it was given another one. */
  readonly service: string;
  /** What the documentation of generated code names as its source: the folder `specs/vault`, or the file of somebody else's contract. */
  readonly source: string;
  readonly document: Json;
  /** Where an operation stands, for people: file, line and column. */
  placeOf(operation: { readonly pointer: string }): string;
  /**
   * Notes that something is not supported. Reading goes on, so that all is told at once.
   *
   * @param at The object or list of the document where it stands, or its JSON pointer.
   * @param problem What was expected, what came and what to do.
   */
  refuse(at: unknown, problem: string): void;
  /** Notes that a part of the document is a copy of another one: what is refused of the copy is told at the original. Both are JSON pointers. */
  copied(copy: string, original: string): void;
  /** What was refused so far, in the order of the places. */
  refused(): readonly Finding[];
}

/** A contract that was read from its files. */
export interface LocatedContract extends Contract {
  /** Where the value at a JSON pointer of the document stands in the files. */
  placeAt(pointer: string): Place;
}

/** A contract that cannot be generated from: what is wrong, where, and what to do. */
export class ContractError extends Error {
  override readonly name = "ContractError";

  /** Where it is wrong, as `Contract.refuse` takes it; `undefined` if that is where the work was that threw. */
  readonly at: unknown;

  constructor(message: string, at?: unknown) {
    super(message);
    this.at = at;
  }
}

/** What a contract refused, a line each, for people. */
export function describeRefused(contract: Contract): string {
  return contract
    .refused()
    .map((finding) => formatFinding(finding))
    .join("\n");
}

/** Follows a reference inside the document, as often as needed. */
export function deref(contract: Contract, value: unknown): Json {
  const target = followed(contract.document, value);
  if (target === undefined) throw new ContractError(`a reference in ${contract.service} points back at itself, or at nothing: ${JSON.stringify(value)}`);
  return target;
}

/** The object that a value is or refers to; `undefined` if its references lead to none. */
export function followed(document: Json, value: unknown): Json | undefined {
  const seen = new Set<unknown>();
  let current = value;
  while (isObject(current) && typeof current["$ref"] === "string") {
    if (seen.has(current)) return undefined;
    seen.add(current);
    current = valueAt(document, pointerOf(current["$ref"]));
  }
  return isObject(current) || typeof current === "boolean" ? (current as Json) : undefined;
}

/** The named schemas of a contract, in the order of their names. */
export function schemasOf({ document }: Contract): [string, Json][] {
  const schemas = ((document["components"] as Json | undefined)?.["schemas"] ?? {}) as { [name: string]: Json };
  return Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The key of the named schema that a value refers to; `undefined` if it refers to none. */
export function schemaKey(value: unknown): string | undefined {
  const ref = isObject(value) ? value["$ref"] : undefined;
  const [components, schemas, key, ...deeper] = typeof ref === "string" ? keysOf(pointerOf(ref)) : [];
  return components === "components" && schemas === "schemas" && deeper.length === 0 ? key : undefined;
}
