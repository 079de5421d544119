import { checkOptions, type Rules } from "../options/check-options.ts";
import type { ValueTree } from "../contract.ts";
import { DryRunError } from "../errors.ts";
import { FUNCTION } from "../options/option-rules.ts";
import { printable } from "../printable.ts";
import { maskedCopy, redact } from "../secrets.ts";
import type { HttpRequest } from "../http.ts";
import type { Middleware } from "../options.ts";

/** What a dry run does. */
export interface DryRunOptions {
  /**
   * Receives a line for each write that was not sent, such as `would send PATCH /v1/vaults/…`, with
   * the secrets of its body masked and control characters as escapes. A promise that it returns is
   * awaited: the call rejects after the line is written, and with its error if it fails.
   *
   * @default console.log
   */
  readonly print?: ((line: string) => unknown) | undefined;
}

const RULES: Rules = { print: FUNCTION };

/**
 * Creates a middleware that sends no writes: it prints each one and rejects it with a
 * `DryRunError`. Reads and requests for tokens are sent.
 *
 * What is a write, and which parts of its body are secret, is in the contract. Make it the last
 * middleware of the client, so that it sees what the others change.
 *
 * @returns A middleware for the client's option `middleware`.
 * @throws ConfigurationError if an option is invalid.
 * @example
 * ```ts
 * const middleware = process.argv.includes("--dry-run") ? [dryRun()] : [];
 * const vault = createVaultClient({ baseUrl, token, middleware });
 * ```
 */
export function dryRun(options: DryRunOptions = {}): Middleware {
  checkOptions("dryRun", options, RULES);
  const { print = (line: string) => console.log(line) } = options;
  return async (request, next, { operation: { id, path, retry, security, secrets, body: row } }) => {
    if (retry === "safe" || security.scheme === "basic") return next(request);
    const { method } = request;
    // A URL from a response may work without a token.
    const shownPath = path === "" ? "/[redacted]" : redact(new URL(request.url).pathname, []);
    const body = row?.as === undefined ? shownBody(request, secrets?.request) : "[body]";
    await print(printable(["would send", method, shownPath, ...(body === undefined ? [] : [JSON.stringify(body)])].join(" ")));
    throw new DryRunError("dry-run", `${id} was not sent, because this is a dry run: ${method} ${shownPath}`, {
      operationId: id,
      request: { method, path: shownPath, body },
    });
  };
}

function shownBody({ body }: HttpRequest, tree: ValueTree | undefined): unknown {
  if (body === undefined) return undefined;
  try {
    return maskedCopy(JSON.parse(String(body)), tree);
  } catch {
    return "[body]";
  }
}
