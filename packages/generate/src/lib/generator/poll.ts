import { type Contract, type ContractOperation, type Json, operationsOf } from "../contract/index.ts";
import { type SuccessContent, successContents } from "./response.ts";
import { serverOf } from "./servers.ts";

/** The row of `x-poll`, as `Poll` in `@keywright/core`. */
export interface PollRow {
  readonly operation: string;
  readonly input?: { readonly [name: string]: string };
  readonly state?: string;
  readonly done?: readonly string[];
  readonly failed?: readonly string[];
}

/** How the result of an operation is polled; `undefined` without `x-poll`. */
export function pollOf(contract: Contract, operation: ContractOperation): PollRow | undefined {
  const { id, definition } = operation;
  const said = definition["x-poll"] as PollRow | undefined;
  if (said === undefined) return undefined;
  const refuse = (problem: string): void => contract.refuse(said, `${id}: x-poll ${problem}`);
  const polled = polledBy(contract, said);
  if (polled === undefined) {
    refuse(`names the operation ${String(said.operation)}, which the contract does not have: name the operation that reads the state`);
    return said;
  }
  if (polled.method !== "GET") refuse(`names ${polled.id}, which is ${polled.method}: a poll is sent again and again, so that it must be a GET`);
  if (definition["x-pagination"] !== undefined) refuse("stands on a list: a list has no result that comes later; remove one of the two");
  if (serverOf(contract, polled) !== serverOf(contract, operation))
    refuse(`names ${polled.id}, which is on another server, so that it has other credentials: name an operation of the same server`);
  const accepted = successContents(contract, operation);
  if (accepted.length !== 1)
    refuse(`stands on an operation with ${accepted.length} successful answers, of which one leads to the result: keep the one that says that the work goes on`);
  if (said.input === undefined && !accepted.some(({ response }) => hasLocation(response)))
    refuse(
      "has no input, and no answer documents a Location header to poll: give the input of the polled operation as JSON pointers into the body, or document the header",
    );
  const results = resultsOf(contract, said, polled);
  if (said.state === undefined && results.length === successContents(contract, polled).length)
    refuse(
      `has no state, and ${polled.id} does not answer 202: give the JSON pointer of the state and the states that end it (done), or document the 202 that says that the work goes on`,
    );
  if (said.state !== undefined && (said.done ?? []).length === 0) refuse("has a state and no states that end it: list them (done)");
  if (results.length !== 1)
    refuse(`has ${results.length} results: ${polled.id} must have one successful answer${said.state === undefined ? " beside its 202" : ""}`);
  return said;
}

/** The answer of the polled operation that is the result. */
export function pollResultOf(contract: Contract, row: PollRow): { readonly operation: ContractOperation; readonly content: SuccessContent } | undefined {
  const operation = polledBy(contract, row);
  const [content] = operation === undefined ? [] : resultsOf(contract, row, operation);
  return operation === undefined || content === undefined ? undefined : { operation, content };
}

function polledBy(contract: Contract, { operation }: PollRow): ContractOperation | undefined {
  return operationsOf(contract).find(({ id }) => id === operation);
}

function resultsOf(contract: Contract, { state }: PollRow, polled: ContractOperation): readonly SuccessContent[] {
  return successContents(contract, polled).filter(({ status }) => state !== undefined || status !== 202);
}

function hasLocation(response: Json): boolean {
  return Object.keys((response["headers"] ?? {}) as Json).some((name) => name.toLowerCase() === "location");
}
