import type { Outcome } from "../../error-codes.ts";

/** Why a request got no response. */
export interface ConnectionFailure {
  /** The platform's error code, such as `ECONNREFUSED`; empty if there is none. */
  readonly code: string;
  /** The code, or the platform's message if there is no code. */
  readonly reason: string;
  readonly outcome: Outcome;
  /** The server's TLS certificate is not trusted. */
  readonly isUntrusted: boolean;
  /** The server had closed the kept connection before the request arrived. */
  readonly isStale: boolean;
  /** The proxy that failed, if it was not the service; nothing was sent then. */
  readonly proxy: ProxyFailure | undefined;
}

/** What the error of a transport says if a proxy failed. */
export interface ProxyFailure {
  /** The proxy's origin, such as `http://proxy.example.com:3128`, without its password. */
  readonly proxyAddress: string;
  /** The option or environment variable that has the address. */
  readonly option: string;
  /** What to do. */
  readonly advice: string;
}

// Errors that only occur before the first byte is sent. Most TLS errors are not here, because they
// can also end a used connection. Codes of other runtimes leave the outcome open.
const NOT_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;
// Node's codes of X.509 verification, of which UNSPECIFIED is an unknown failure.
const UNVERIFIED = /CERT|CRL_|SELF_SIGNED|UNABLE_TO_|ALTNAME|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED|^UNSPECIFIED$/;
const TLS_FAILED = /^ERR_TLS|^ERR_SSL|^EPROTO$/;

/** Interprets an error of `fetch` and its causes. */
export function readConnectionFailure(error: unknown): ConnectionFailure {
  const chain = chainOf(error, 0);
  const codes = chain.flatMap(({ code }) => (typeof code === "string" ? code : []));
  const code = codes.find((name) => [NOT_SENT, UNVERIFIED, TLS_FAILED].some((known) => known.test(name))) ?? codes[0] ?? "";
  const proxy = chain.find((cause): cause is Failure & ProxyFailure => "proxyAddress" in cause);
  return {
    code,
    reason: code || (chain.filter((cause) => cause instanceof Error).at(-1)?.message ?? "the transport failed"),
    outcome: proxy !== undefined || NOT_SENT.test(code) || UNVERIFIED.test(code) ? "not-sent" : "unknown",
    isUntrusted: UNVERIFIED.test(code) || TLS_FAILED.test(code),
    isStale: chain.some(isStaleConnection),
    proxy,
  };
}

/** The properties of a platform's error. */
interface Failure extends Partial<ProxyFailure> {
  readonly code?: unknown;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly socket?: { readonly bytesRead?: number };
}

/**
 * Whether the server closed a kept connection. Node reports the bytes that it received: if there
 * are any, this was not its first request. A reset one reports none; one that undici closes itself
 * has another message.
 */
function isStaleConnection({ code, message, socket }: Failure): boolean {
  return code === "UND_ERR_SOCKET" && message === "other side closed" && (socket?.bytesRead ?? 0) > 0;
}

/** Returns an error and all its causes, the outermost first. */
function chainOf(error: unknown, depth: number): Failure[] {
  if (typeof error !== "object" || error === null || depth > 5) return [];
  const { cause, errors }: Failure = error;
  return [error, ...[cause, ...(Array.isArray(errors) ? errors : [])].flatMap((next) => chainOf(next, depth + 1))];
}
