import type { Finding, Place } from "./finding.ts";
import { isObject, type Json, keysOf, pointerOf, valueAt } from "./json.ts";
import type { Named, OpenApi, Schema, SecurityScheme } from "./model.ts";

/** A contract in one document. Each operation has everything that applies to it. */
export interface Contract {
  /** Name of the service, such as `vault`. Default: the contract's folder. */
  readonly service: string;
  /** Source in generated documentation: the folder `specs/vault`, or a foreign contract's file. */
  readonly source: string;
  /** Beginning of its environment variables. Default: `KEYWRIGHT_` and the service. */
  readonly envPrefix?: string | undefined;
  readonly document: OpenApi;
  /** Place in the files of the value at a JSON pointer of the document. */
  placeAt(pointer: string): Place;
  /**
   * Records that something is not supported. Reading continues, to report all problems at once.
   *
   * @param at The object or list of the document, or its JSON pointer.
   * @param problem What was expected, what came and what to do.
   */
  report(at: unknown, problem: string): void;
  /**
   * The same for a problem with a good default. It is a note, except in our own contracts.
   *
   * @param chosen The default.
   */
  note(at: unknown, problem: string, chosen: string): void;
  /**
   * Returns the contract with a changed document. Problems of both are recorded together.
   *
   * @param copies JSON pointers of added parts, each with that of the part that it is a copy of.
   */
  changed(document: OpenApi, copies: ReadonlyMap<string, string>): Contract;
  /** The problems so far, sorted by place. */
  problems(): readonly Finding[];
  /** What was chosen so far, sorted by place. */
  notes(): readonly Finding[];
}

/** A contract that no client can be generated from, with the problems and their places. */
export class ContractError extends Error {
  override readonly name = "ContractError";

  /** Place for `Contract.report`; `undefined` for the operation that was being processed. */
  readonly at: unknown;

  /** All problems; empty for the problem of one place. */
  readonly findings: readonly Finding[];

  constructor(message: string, at?: unknown, findings: readonly Finding[] = []) {
    super(message);
    this.at = at;
    this.findings = findings;
  }
}

/** Follows references inside the document to a value. */
export function deref<Part extends Json>(contract: Pick<Contract, "document" | "service">, value: Part): Part;
export function deref(contract: Pick<Contract, "document" | "service">, value: unknown): Json;
export function deref(contract: Pick<Contract, "document" | "service">, value: unknown): Json {
  const target = followed(contract.document, value);
  if (target === undefined) throw new ContractError(`a reference in ${contract.service} refers to itself or to nothing: ${JSON.stringify(value)}`);
  return target;
}

/** The object that a value is or refers to; `undefined` if there is none. */
export function followed<Part extends Json>(document: Json, value: Part | undefined): Part | undefined;
export function followed(document: Json, value: unknown): Json | undefined;
export function followed(document: Json, value: unknown): unknown {
  let seen: Set<unknown> | undefined;
  let current = value;
  while (isObject(current) && typeof current["$ref"] === "string") {
    if (seen?.has(current) === true) return undefined;
    (seen ??= new Set()).add(current);
    current = valueAt(document, pointerOf(current["$ref"]));
  }
  // A boolean is a schema without keywords.
  return isObject(current) || typeof current === "boolean" ? current : undefined;
}

/** The named schemas of a contract, sorted by name. */
export function schemasOf({ document }: Pick<Contract, "document">): [string, Schema][] {
  return Object.entries(document.components?.schemas ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The security schemes of a contract by name. */
export function schemesOf(contract: Contract): Named<SecurityScheme> {
  const schemes = Object.entries(contract.document.components?.securitySchemes ?? {});
  return Object.fromEntries(schemes.map(([name, scheme]) => [name, deref(contract, scheme)]));
}

/** The key of the named schema that a value refers to; `undefined` if it refers to none. */
export function schemaKey(value: unknown): string | undefined {
  const ref = isObject(value) ? value["$ref"] : undefined;
  const [components, schemas, key, ...deeper] = typeof ref === "string" ? keysOf(pointerOf(ref)) : [];
  return components === "components" && schemas === "schemas" && deeper.length === 0 ? key : undefined;
}
