import type { Contract, ContractOperation, Json } from "../../contract/index.ts";
import { paginationOf } from "./pagination-row.ts";
import { idempotencyKeyOf } from "../request/idempotency.ts";
import { parameterRows, refuseCollisions } from "../request/parameters.ts";
import { bodyOf, bodyRow } from "../request/request-body.ts";
import { acceptOf, type ResponseRow, successContent, type SuccessRow, successRows } from "../response/response.ts";
import { type PollRow, pollOf } from "./poll.ts";
import { type SecurityRow, securityOf } from "./security.ts";
import { serverOf } from "./servers.ts";
import { headerRows } from "../response/success-type.ts";
import { int64Of, secretsOf, type ValueTree } from "../schemas/value-trees.ts";

/** A row of the operation table, as `Operation` in `@keywright/core`. */
export interface OperationRow {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly address: string | undefined;
  readonly retry: unknown;
  readonly idempotencyKey: string | undefined;
  readonly server: string | undefined;
  readonly security: SecurityRow;
  readonly pathParameters: Json | undefined;
  readonly queryParameters: Json | undefined;
  readonly headerParameters: Json | undefined;
  readonly cookieParameters: Json | undefined;
  readonly body: Json | undefined;
  readonly response: ResponseRow;
  readonly alternatives: readonly SuccessRow[] | undefined;
  readonly headers: { readonly [name: string]: string } | undefined;
  readonly poll: PollRow | undefined;
  readonly accept: string;
  readonly pagination: Json | undefined;
  readonly secrets: { readonly request: ValueTree | undefined; readonly response: ValueTree | undefined } | undefined;
  readonly int64: ValueTree | undefined;
}

/** Returns the run-time data of an operation. */
export function operationRow(contract: Contract, operation: ContractOperation): OperationRow {
  const { id, method, path, definition } = operation;
  refuseCollisions(contract, operation);
  return {
    id,
    method,
    path,
    address: operation.address,
    retry: definition["x-retry"],
    idempotencyKey: idempotencyKeyOf(contract, operation),
    server: serverOf(contract, operation),
    security: securityOf(contract, operation),
    pathParameters: parameterRows(contract, operation, "path"),
    queryParameters: parameterRows(contract, operation, "query"),
    headerParameters: parameterRows(contract, operation, "header"),
    cookieParameters: parameterRows(contract, operation, "cookie"),
    body: bodyRow(contract, operation),
    ...successRows(contract, operation),
    headers: headerRows(contract, operation),
    poll: pollOf(contract, operation),
    accept: acceptOf(contract, operation),
    pagination: paginationOf(contract, operation),
    secrets: secretsRow(contract, operation),
    int64: int64Of(contract, successContent(contract, operation).schema),
  };
}

function secretsRow(contract: Contract, operation: ContractOperation): OperationRow["secrets"] {
  const request = secretsOf(contract, bodyOf(contract, operation)?.content["schema"]);
  const response = secretsOf(contract, successContent(contract, operation).schema);
  return request === undefined && response === undefined ? undefined : { request, response };
}
