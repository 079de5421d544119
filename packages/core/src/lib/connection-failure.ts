import type { Outcome } from "./errors.ts";

/** What can be said of a request that got no answer. */
export interface ConnectionFailure {
  /** The platform's code, such as `ECONNREFUSED`; empty where it has none. */
  readonly code: string;
  /** The code, else the platform's words. */
  readonly reason: string;
  readonly outcome: Outcome;
  /** The other end could not prove who it is. */
  readonly untrusted: boolean;
  /** The other end had closed a kept connection when the request came. */
  readonly stale: boolean;
}

// Before the first byte of a request: nothing can have been acted upon. A network that cannot be reached, and most errors of TLS, also end connections that have carried a request.
// Other runtimes give other errors, which say nothing; then it is unknown.
const NOT_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$|^PROXY_ANSWERED_|CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/;
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|^ERR_TLS|^ERR_SSL|^EPROTO$/;

/** Reads an error of a `fetch`, through its causes. */
export function readConnectionFailure(error: unknown): ConnectionFailure {
  const chain = chainOf(error, 0);
  const codes = chain.flatMap(({ code }) => (typeof code === "string" ? code : []));
  const code = codes.find((name) => NOT_SENT.test(name) || UNTRUSTED.test(name)) ?? codes[0] ?? "";
  return {
    code,
    reason: code || (chain.filter((cause) => cause instanceof Error).at(-1)?.message ?? "the transport failed"),
    outcome: NOT_SENT.test(code) ? "not-sent" : "unknown",
    untrusted: UNTRUSTED.test(code),
    stale: chain.some(isStale),
  };
}

/** What a platform's error may say. */
interface Failure {
  readonly code?: unknown;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly socket?: { readonly bytesRead?: number };
}

/**
 * Node tells how much a connection that was closed had carried back: where it had, this was not its first request. A reset connection tells nothing, and what undici itself closes,
 * such as after an answer that changes the protocol, has another message.
 */
function isStale({ code, message, socket }: Failure): boolean {
  return code === "UND_ERR_SOCKET" && message === "other side closed" && (socket?.bytesRead ?? 0) > 0;
}

/** An error with all that caused it, the outermost first. */
function chainOf(error: unknown, depth: number): Failure[] {
  if (typeof error !== "object" || error === null || depth > 5) return [];
  const { cause, errors }: Failure = error;
  return [error, ...[cause, ...(Array.isArray(errors) ? errors : [])].flatMap((next) => chainOf(next, depth + 1))];
}
