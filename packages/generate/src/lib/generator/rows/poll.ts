import type { Poll } from "@keywright/core/client";
import { type Contract, type ContractOperation, operationsOf, type Response } from "../../contract/index.ts";
import { type SuccessContent, type Successes, successContents } from "../response/response.ts";
import { serverOf } from "./servers.ts";

/** Returns how the result of an operation is polled; `undefined` without `x-poll`. */
export function pollOf(contract: Contract, operation: ContractOperation, accepted: Successes): Poll | undefined {
  const { id, definition } = operation;
  const said = definition["x-poll"];
  if (said === undefined) return undefined;
  const report = (problem: string): void => contract.report(said, `${id}: x-poll ${problem}`);
  const polled = polledBy(contract, said);
  if (polled === undefined) {
    report(`has the unknown operation ${String(said.operation)}: write the operation that reads the state`);
    return said;
  }
  if (polled.method !== "GET") report(`has the operation ${polled.id}, which is a ${polled.method}: polls are repeated, so it must be a GET`);
  if (definition["x-pagination"] !== undefined) report("is on a paginated operation, whose result is not polled: remove one of the two");
  if (serverOf(contract, polled) !== serverOf(contract, operation))
    report(`has the operation ${polled.id} of another server, which has other credentials: write an operation of the same server`);
  if (accepted.length !== 1) report(`is on an operation with ${accepted.length} successful responses: keep only the one that means that the work continues`);
  if (said.input === undefined && !accepted.some(({ response }) => hasLocation(response)))
    report(
      "has no input, and no response documents a Location header to poll: add the input of the polled operation as JSON pointers into the body, or document the header",
    );
  const results = resultsOf(contract, said, polled);
  if (said.state === undefined && results.length === successContents(contract, polled).length)
    report(
      `has no state, and ${polled.id} has no 202 response: add the JSON pointer of the state and the final states (done), or document the 202 that means that the work continues`,
    );
  if (said.state !== undefined && (said.done ?? []).length === 0) report("has a state but no final states: list them (done)");
  if (results.length !== 1)
    report(`has ${results.length} results: ${polled.id} must have one successful response${said.state === undefined ? " in addition to its 202" : ""}`);
  return said;
}

/** The responses of the polled operation that are the result. */
export function pollResultOf(contract: Contract, row: Poll): { readonly operation: ContractOperation; readonly content: SuccessContent } | undefined {
  const operation = polledBy(contract, row);
  const [content] = operation === undefined ? [] : resultsOf(contract, row, operation);
  return operation === undefined || content === undefined ? undefined : { operation, content };
}

function polledBy(contract: Contract, { operation }: Poll): ContractOperation | undefined {
  return operationsOf(contract).find(({ id }) => id === operation);
}

function resultsOf(contract: Contract, { state }: Poll, polled: ContractOperation): readonly SuccessContent[] {
  return successContents(contract, polled).filter(({ status }) => state !== undefined || status !== 202);
}

function hasLocation(response: Response): boolean {
  return Object.keys(response.headers ?? {}).some((name) => name.toLowerCase() === "location");
}
