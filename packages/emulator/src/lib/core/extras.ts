import { type AnyReply, TOO_LARGE } from "./http.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { Actor, Context } from "./service.ts";

/**
 * A route that the contract does not have, and that clients know only as an address which the emulator gave out: the `href` of a waiting action, the consent page.
 */
export interface Extra<Store, A extends Actor = Actor> {
  /** Named like an operation; faults are injected by it. */
  readonly id: string;
  readonly method: "GET" | "POST";
  /** A path template, such as `/signals/{signalId}`. */
  readonly path: string;
  /** Scopes of the bearer token that is asked for; absent where none is. */
  readonly scopes?: readonly string[];
  handle(input: ExtraInput, context: Context<Store, A>): AnyReply | Promise<AnyReply>;
}

/** What the handler of such a route gets; nothing in it was checked. */
export interface ExtraInput {
  /** Not decoded. */
  readonly path: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** Bytes that are not UTF-8 are replaced. */
  readonly body: string;
}

/** A route beyond the contract in the shape of an operation, so that it passes the same stages. */
export function operationOf({ id, method, path, scopes }: Pick<Extra<never, never>, "id" | "method" | "path" | "scopes">): OperationSpec {
  const security = scopes === undefined ? undefined : { scheme: "bearer", scopes };
  return { id, method, path, security, parameters: [], body: undefined, responses: new Map(), hasCursor: false, beyondContract: true };
}

/** Reads what is there as text; `undefined` where it is too long. */
export function extraBody(read: Uint8Array | string | undefined | typeof TOO_LARGE): string | undefined {
  if (read === TOO_LARGE) return undefined;
  return typeof read === "string" ? read : new TextDecoder().decode(read);
}
