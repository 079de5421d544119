import { type Contract, ContractError, followed } from "./contract.ts";
import { isObject, join, type Json, valueAt } from "./json.ts";
import type { Definition, Named, Parameter, RequestBody, Response, SecurityRequirement } from "./model.ts";

/** One operation with resolved references, and with what its path and the contract define. */
export interface ContractOperation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** Empty for an operation that is called at an address from a response. */
  readonly path: string;
  /** The input property with the address (`x-address`); absent for an operation at a path. */
  readonly address?: string;
  /** JSON pointer of the operation in the document. */
  readonly pointer: string;
  /** The object of the document, with the `parameters` and the `security` that apply. */
  readonly definition: Definition;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: Named<Response>;
  /** The alternatives, of which one is enough; empty if the operation requires no credential. */
  readonly security: readonly SecurityRequirement[];
  /** Its `x-pagination`. */
  readonly pagination: Json | undefined;
}

/** The methods of a path item (OpenAPI 3.1, Path Item Object). */
export const METHODS: readonly string[] = ["get", "put", "post", "patch", "delete", "head", "options", "trace", "query"];

/** Names that no method has: other properties of every client, and what JavaScript looks for. */
export const TAKEN_METHODS: ReadonlySet<string> = new Set(["raw", "then", "toJSON", ...Object.getOwnPropertyNames(Object.prototype)]);

/** The operations in the order of their paths, then those in `components.pathItems`. */
export function operationsOf({ document }: Pick<Contract, "document">): ContractOperation[] {
  return pathItemsOf(document).flatMap((item) => Object.keys(item.item).flatMap((method) => operationAt(document, item, method)));
}

/** A path item that has operations, with its place. */
interface PathItem {
  /** Empty for a path item without a path. */
  readonly path: string;
  readonly pointer: string;
  readonly item: Json;
}

/** The path items of a document: first those at paths, then those in `components.pathItems`. */
export function pathItemsOf(document: Json): PathItem[] {
  const itemsAt = (pointer: string, isBound: boolean): PathItem[] =>
    Object.entries(valueAt(document, pointer) ?? {}).flatMap(([name, item]) =>
      isObject(item) ? [{ path: isBound ? name : "", pointer: join(pointer, name), item }] : [],
    );
  return [...itemsAt("#/paths", true), ...itemsAt("#/components/pathItems", false)];
}

function operationAt(document: Json, { path, pointer, item }: PathItem, method: string): ContractOperation[] {
  const value = item[method];
  if (!METHODS.includes(method) || !isObject(value)) return [];
  const definition: Definition = value;
  const { operationId, "x-address": address, "x-pagination": pagination, responses = {} } = definition;
  return [
    {
      id: typeof operationId === "string" ? operationId : `${method} ${path}`,
      method: method.toUpperCase(),
      path,
      ...(typeof address === "string" ? { address } : {}),
      pointer: join(pointer, method),
      definition,
      parameters: listOf(definition.parameters).flatMap((parameter) => followed(document, parameter) ?? []),
      body: followed(document, definition.requestBody),
      responses: Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, followed(document, response) ?? {}])),
      security: listOf(definition.security).filter(isObject),
      pagination: isObject(pagination) ? pagination : undefined,
    },
  ];
}

/** The value if it is a list, otherwise an empty list. */
export function listOf<Element>(value: readonly Element[] | undefined): readonly Element[];
export function listOf(value: unknown): readonly unknown[];
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Runs work for one operation. Records an error as its problem, and the others go on.
 *
 * @returns The result of the work; `undefined` if it failed.
 */
export function withPlace<Result>(contract: Contract, { pointer }: Pick<ContractOperation, "pointer">, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    contract.report(placeOf(error) ?? pointer, problemOf(error));
    return undefined;
  }
}

/** Place of an error in a contract, for `Contract.report`. */
export function placeOf(error: unknown): unknown {
  return error instanceof ContractError ? error.at : undefined;
}

/** The problem that an error describes. Another than a `ContractError` is unforeseen. */
export function problemOf(error: unknown): string {
  if (error instanceof ContractError) return error.message;
  return `no code can be generated from this, for an unexpected reason: ${error instanceof Error ? error.message : String(error)}. Correct or simplify it; the README of @keywright/generate lists what is supported.`;
}
