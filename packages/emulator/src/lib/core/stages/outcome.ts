import type { InjectedFault } from "../faults/faults.ts";
import type { AnyReply, ConnectionFault } from "../http/http.ts";
import type { InputUse } from "../log/input-use.ts";
import type { RejectedBy } from "../log/recorded-request.ts";
import type { Contract } from "../contract/contract.ts";
import { EmulatorDefect } from "../service/defect.ts";
import { describeIssue } from "../values/issues.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";

/** What the stages found out about a request. */
export interface Found {
  /** The stage that rejected the request, and why. */
  readonly rejectedBy?: RejectedBy | undefined;
  readonly issues?: readonly string[];
  /** The parsed body of the request, and its length as sent. */
  readonly body?: unknown;
  readonly bodyLength?: number | undefined;
  /** What the handler read of its input; absent if it was not called. */
  readonly use?: InputUse | undefined;
}

/** The result of a request: a reply, and what happens to the connection. */
export interface Outcome<A> extends Found {
  /** `undefined` if a fault prevents both the operation and the response. */
  readonly reply: AnyReply | undefined;
  /** `undefined` if the request was not authenticated. */
  readonly actor: A | undefined;
  /** The fault that replaced or changed the reply. */
  readonly fault?: InjectedFault;
  readonly connection?: ConnectionFault;
  /** Cuts the body and adapts its length. */
  readonly malformed?: true;
}

/** The result of checking a request: an error response, or the call of the handler. */
export type CheckedInput = Found & ({ readonly reply: AnyReply; readonly act?: undefined } | { readonly act: Act });

/** Calls the handler. */
export type Act = () => AnyReply | Promise<AnyReply>;

/** Returns the result of a handler. */
export function handled(reply: AnyReply): Found & { readonly reply: AnyReply } {
  return reply.status < 400 ? { reply } : { reply, rejectedBy: "handler", use: undefined };
}

/** Returns a reply. @throws EmulatorDefect if it breaks the contract. */
export function checkedReply(contract: Contract, operation: OperationSpec, reply: AnyReply): AnyReply {
  if (operation.definition === undefined) return reply;
  const issues = contract.checkReply(operation, reply);
  if (issues.length > 0)
    throw new EmulatorDefect(
      operation.id,
      issues.map((issue) => `reply ${reply.status}: ${describeIssue(issue)}`),
    );
  return reply;
}
