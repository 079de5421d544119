import { type Contract, ContractError, followed } from "./contract.ts";
import { isObject, join, type Json, valueAt } from "./json.ts";

/** One operation of a contract, with all that belongs to it: references followed, and what its path and the contract say for it. */
export interface ContractOperation {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** Empty for an operation that is called at an address from a response. */
  readonly path: string;
  /** The property of the input that holds the address (`x-address`); absent for an operation at a path. */
  readonly address?: string;
  /** Where it stands in the document, as a JSON pointer. */
  readonly pointer: string;
  /** The object of the document. Its `parameters` include those of the path; its `security` is the one that holds. */
  readonly definition: Json;
  readonly parameters: readonly Json[];
  readonly body: Json | undefined;
  readonly responses: { readonly [status: string]: Json };
  /** The alternatives, of which one is enough; empty if the operation asks for no credential. */
  readonly security: readonly Json[];
  /** Its `x-pagination`. */
  readonly pagination: Json | undefined;
}

/** The methods of a path item (OpenAPI 3.1, Path Item Object). */
export const METHODS: readonly string[] = ["get", "put", "post", "patch", "delete", "head", "options", "trace", "query"];

/** The operations of a contract, in the order of its paths; then those in `components.pathItems`, which are called at an address from a response. */
export function operationsOf({ document }: Pick<Contract, "document">): ContractOperation[] {
  return pathItemsOf(document).flatMap(({ path, pointer, item }) =>
    Object.keys(item)
      .filter((method) => METHODS.includes(method) && isObject(item[method]))
      .map((method) => operationAt(document, path, method, join(pointer, method))),
  );
}

/** A path item that has operations, with its place. */
interface PathItem {
  /** Empty for one that is bound to no path. */
  readonly path: string;
  readonly pointer: string;
  readonly item: Json;
}

/** The path items of a document: those at paths, then those in `components.pathItems`. */
export function pathItemsOf(document: Json): PathItem[] {
  const itemsAt = (pointer: string, isBound: boolean): PathItem[] =>
    Object.entries(valueAt(document, pointer) ?? {}).flatMap(([name, item]) =>
      isObject(item) ? [{ path: isBound ? name : "", pointer: join(pointer, name), item }] : [],
    );
  return [...itemsAt("#/paths", true), ...itemsAt("#/components/pathItems", false)];
}

function operationAt(document: Json, path: string, method: string, pointer: string): ContractOperation {
  const definition = valueAt(document, pointer) as Json;
  const { operationId, "x-address": address, "x-pagination": pagination } = definition;
  return {
    id: typeof operationId === "string" ? operationId : `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    ...(typeof address === "string" ? { address } : {}),
    pointer,
    definition,
    parameters: listOf(definition["parameters"]).flatMap((parameter) => [followed(document, parameter)].filter(isObject)),
    body: followed(document, definition["requestBody"]),
    responses: Object.fromEntries(
      Object.entries(isObject(definition["responses"]) ? definition["responses"] : {}).map(([status, response]) => [
        status,
        followed(document, response) ?? {},
      ]),
    ),
    security: listOf(definition["security"]).filter(isObject),
    pagination: isObject(pagination) ? pagination : undefined,
  };
}

/** A value if it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/**
 * Does work on one operation. An error that it throws is refused at the operation, so that the others are looked at as well.
 *
 * @returns What the work gives; `undefined` if it failed.
 */
export function withPlace<Result>(contract: Contract, { pointer }: Pick<ContractOperation, "pointer">, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    contract.refuse(placeOf(error) ?? pointer, problemOf(error));
    return undefined;
  }
}

/** Where an error says that a contract is wrong, as `Contract.refuse` takes it. */
export function placeOf(error: unknown): unknown {
  return error instanceof ContractError ? error.at : undefined;
}

/** What is to be told of an error. One that is no refusal comes of a contract that nobody foresaw. */
export function problemOf(error: unknown): string {
  if (error instanceof ContractError) return error.message;
  return `this cannot be generated from, and the generator does not know why: ${error instanceof Error ? error.message : String(error)}. Correct or simplify it; the README of @keywright/generate lists what is supported.`;
}
