import type { Contract, ContractOperation, Json } from "./contract.ts";
import { parameterRows, refuseCollisions, refuseElsewhere } from "./parameters.ts";
import { bodyOf, bodyRow } from "./request-body.ts";
import { acceptOf, type ResponseRow, successContent, successOf } from "./response.ts";
import { type SecurityRow, securityOf } from "./security.ts";
import { int64Of, refuseSecretParameters, secretsOf, type ValueTree } from "./value-trees.ts";

/** A row of the operation table, as `Operation` in `@keywright/core` describes it. */
export interface OperationRow {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly address: string | undefined;
  readonly retry: unknown;
  readonly security: SecurityRow;
  readonly pathParameters: Json | undefined;
  readonly queryParameters: Json | undefined;
  readonly body: Json | undefined;
  readonly response: ResponseRow;
  readonly accept: string;
  readonly pagination: unknown;
  readonly secrets: { readonly request: ValueTree | undefined; readonly response: ValueTree | undefined } | undefined;
  readonly int64: ValueTree | undefined;
}

/** What the run time needs to know of an operation. */
export function operationRow(contract: Contract, operation: ContractOperation): OperationRow {
  const { id, method, path, definition } = operation;
  refuseElsewhere(contract, operation);
  refuseSecretParameters(contract, operation);
  const pathParameters = parameterRows(contract, operation, "path");
  const queryParameters = parameterRows(contract, operation, "query");
  refuseCollisions(operation, [...Object.keys(pathParameters ?? {}), ...Object.keys(queryParameters ?? {})]);
  return {
    id,
    method,
    path,
    address: operation.address,
    retry: definition["x-retry"],
    security: securityOf(contract, operation),
    pathParameters,
    queryParameters,
    body: bodyRow(contract, operation),
    response: successOf(contract, operation),
    accept: acceptOf(contract, operation),
    pagination: definition["x-pagination"],
    secrets: secretsRow(contract, operation),
    int64: int64Of(contract, successContent(contract, operation).schema),
  };
}

function secretsRow(contract: Contract, operation: ContractOperation): OperationRow["secrets"] {
  const request = secretsOf(contract, bodyOf(contract, operation)?.content["schema"]);
  const response = secretsOf(contract, successContent(contract, operation).schema);
  return request === undefined && response === undefined ? undefined : { request, response };
}
