import type { Mutant } from "../bundle.ts";

const CLIENT = "core/src/lib/client.ts";
const DEADLINE = "core/src/lib/deadline.ts";
const EXCHANGE = "core/src/lib/exchange.ts";
const RETRY = "core/src/lib/retry.ts";

/** Faults of calls. */
export const clientMutants: readonly Mutant[] = [
  { id: "no-total-deadline", file: CLIENT, from: "endsAt: clock.now() + totalTimeoutMs,", to: "endsAt: Infinity," },
  { id: "no-attempt-deadline", file: DEADLINE, from: "    expectWithin(limitMs);\n", to: "" },
  {
    id: "call-ignores-abort",
    file: DEADLINE,
    from: "const forget = signal && onAbort(signal, () => end(signal.reason));",
    to: "const forget = undefined as (() => void) | undefined;",
  },
  { id: "deadline-timer-left", file: DEADLINE, from: "const settle = (): void => {\n      expectWithin();", to: "const settle = (): void => {" },
  {
    id: "write-retried-after-loss",
    file: RETRY,
    from: 'if (operation.retry === "never" && !retry.repeatWrites && !hasNotActed) return "write";',
    to: "void hasNotActed;",
  },
  {
    id: "write-retried-after-5xx",
    file: RETRY,
    from: 'const hasNotActed = status === THROTTLED || outcome === "not-sent"',
    to: 'const hasNotActed = status >= 500 || status === THROTTLED || outcome === "not-sent"',
  },
  { id: "reset-taken-for-not-sent", file: "core/src/lib/connection-failure.ts", from: "/^(ECONNREFUSED|", to: "/^(ECONNRESET|ECONNREFUSED|" },
  { id: "stale-write-sent-again", file: EXCHANGE, from: 'reconnects === 0 && operation.retry !== "never"', to: "reconnects === 0" },
  { id: "redirect-followed", file: EXCHANGE, from: 'redirect: "manual"', to: 'redirect: "follow"' },
  {
    id: "foreign-address-sent",
    file: CLIENT,
    from: 'operation.security.scheme !== "none" && !isAtOrigin',
    to: 'operation.security.scheme === "none" && !isAtOrigin',
  },
  { id: "address-judged-unparsed", file: CLIENT, from: "parseUrl(given.url)?.href ?? refuse", to: "given.url ?? refuse" },
  {
    id: "refused-token-kept",
    file: "core/src/lib/sign.ts",
    from: "if (response.status !== 401) return response;",
    to: "if (response.status !== 402) return response;",
  },
  { id: "failure-shows-token", file: EXCHANGE, from: "redact(reason, secretsOf(call))", to: "reason" },
  { id: "refusal-shows-token", file: "core/src/lib/api-error.ts", from: "printable(redact(told, secrets).slice(0, 300))", to: "printable(told.slice(0, 300))" },
  { id: "oauth-error-shows-secret", file: "core/src/lib/oauth/token-endpoint.ts", from: "!sent.includes(error) ? error", to: "sent.length >= 0 ? error" },
];
