import { DOCUMENTS, VALIDATORS } from "../../../generated/services.ts";
import { type Contract, contractOf } from "../../core/contract/contract.ts";
import type { Json } from "../../core/values/json.ts";
import type { OperationSpec } from "../../core/schemas/operation-spec.ts";
import { validatorsIn } from "../../core/schemas/validator-runtime.ts";
import { createRouter } from "../../core/stages/router.ts";

/** A service and its contract. */
export interface ServiceContract {
  readonly name: string;
  readonly document: Json;
  readonly contract: Contract;
}

/** The operation of a request. */
export interface FoundOperation {
  readonly service: ServiceContract;
  readonly operation: OperationSpec;
  /** The path's parameters, not decoded. */
  readonly path: { readonly [name: string]: string };
}

/** Finds the operation of a request; `undefined` if no contract has the path and method. */
export type FindOperation = (method: string, path: string) => FoundOperation | undefined;

/** Returns a function that finds operations of these services; the first with a path applies. */
export function operationsIn(names: readonly string[]): FindOperation {
  const services = names.map((name) => {
    const document = DOCUMENTS[name] ?? {};
    const contract = contractOf(document, VALIDATORS[name] ?? validatorsIn([]));
    return { service: { name, document, contract }, route: createRouter(contract.operations, true) };
  });
  return (method, path) => {
    for (const { service, route } of services) {
      const match = route(method, path);
      if (match !== undefined && "operation" in match) return { service, ...match };
    }
    return undefined;
  };
}
