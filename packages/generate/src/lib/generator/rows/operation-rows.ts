import type { Operation } from "@keywright/core/client";
import { type Contract, type ContractOperation, operationsOf, type Parameter, withPlace } from "../../contract/index.ts";
import { idempotencyKeyOf } from "../request/idempotency.ts";
import { inputParameters, parameterRows, checkCollisions } from "../request/parameters.ts";
import { bodyOf, bodyRow, type SentBody } from "../request/request-body.ts";
import { acceptOf, type SuccessContent, type Successes, successContents, successRows } from "../response/response.ts";
import { headerRows } from "../response/success-type.ts";
import { int64Of, secretsOf } from "../schemas/value-trees.ts";
import { defined } from "../text/defined.ts";
import { paginationOf } from "./pagination-row.ts";
import { pollOf, pollResultOf } from "./poll.ts";
import { securityOf } from "./security.ts";
import { serverOf } from "./servers.ts";

/** An operation as writers get it: what the contract says of it, read once, and its row. */
export interface ClientOperation extends ContractOperation {
  /** The parameters in the order of a method's input, without the idempotency key. */
  readonly inputs: readonly Parameter[];
  readonly sent: SentBody | undefined;
  readonly successes: Successes;
  /** The first success response. Most operations have only one. */
  readonly success: SuccessContent;
  /** The operation and the response of a polled result. */
  readonly polled: { readonly operation: ContractOperation; readonly content: SuccessContent } | undefined;
  readonly row: Operation;
}

/** What the files of a client are written from. */
export interface ClientModel {
  readonly contract: Contract;
  readonly operations: readonly ClientOperation[];
  /** The extension in imports between the files. */
  readonly extension: "js" | "ts";
}

/** The methods that clients send. A rule of names reports others. */
const METHODS = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE"] as const;

/** The values of `x-retry`. A rule reports others. */
const RETRIES = ["safe", "never", "with-key"] as const;

/** Returns the operations with their rows, without those with problems, which are recorded. */
export function clientOperations(contract: Contract): ClientOperation[] {
  return operationsOf(contract).flatMap((operation) => withPlace(contract, operation, () => clientOperation(contract, operation)) ?? []);
}

function clientOperation(contract: Contract, operation: ContractOperation): ClientOperation {
  const security = securityOf(contract, operation);
  checkCollisions(contract, operation, security.inputs);
  const sent = bodyOf(contract, operation);
  const successes = successContents(contract, operation);
  const read = { ...operation, inputs: inputParameters(operation), sent, successes, success: successes[0] };
  const poll = pollOf(contract, operation, successes);
  const secrets = { request: secretsOf(contract, sent?.content.schema), response: secretsOf(contract, read.success.schema) };
  const row = defined({
    id: operation.id,
    method: METHODS.find((name) => name === operation.method) ?? "GET",
    path: operation.path,
    address: operation.address,
    retry: RETRIES.find((name) => name === operation.definition["x-retry"]) ?? "never",
    idempotencyKey: idempotencyKeyOf(contract, operation),
    server: serverOf(contract, operation),
    security,
    pathParameters: parameterRows(contract, operation, "path"),
    queryParameters: parameterRows(contract, operation, "query"),
    headerParameters: parameterRows(contract, operation, "header"),
    cookieParameters: parameterRows(contract, operation, "cookie"),
    body: bodyRow(contract, operation, sent),
    ...successRows(contract, successes),
    headers: headerRows(contract, operation, successes),
    poll,
    accept: acceptOf(operation),
    pagination: paginationOf(contract, read),
    secrets: Object.values(secrets).some((tree) => tree !== undefined) ? defined(secrets) : undefined,
    int64: int64Of(contract, read.success.schema),
  });
  return { ...read, polled: poll && pollResultOf(contract, poll), row };
}
