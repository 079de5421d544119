import { isKeywrightError, type KeywrightError } from "@keywright/core";
import { CannotRunError } from "./process/child.ts";
import type { Log } from "./process/log.ts";
import { UnresolvedError } from "./secrets/resolve.ts";
import { UsageError } from "./command/usage-error.ts";

/** Logs why nothing was started or written, and returns the exit code. */
export function exitWith(error: unknown, log: Log): number {
  const exitCode = codeOf(error);
  const details = { exitCode, ...(error instanceof UnresolvedError ? { problems: error.problems } : {}) };
  const advice = exitCode === 2 ? ". Try keywright-run --help" : "";
  log({ level: "error", event: "failed", message: `${messageOf(error)}${advice}`, details });
  return exitCode;
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError || isKeywrightError(error, "invalid-configuration") || isKeywrightError(error, "missing-token")) return 2;
  if (error instanceof CannotRunError) return error.exitCode;
  return error instanceof UnresolvedError || isKeywrightError(error) ? 3 : 1;
}

/** Returns the message of an error with the variables of the environment in place of the library's options. */
export function messageOf(error: unknown): string {
  if (!isKeywrightError(error)) return error instanceof Error ? error.message : String(error);
  const message = withoutLibrary(error).replace(/^(resolveSecrets?|the client): /, "");
  return error.option === "baseUrl" ? message.replace("baseUrl", "KEYWRIGHT_VAULT_URL") : message;
}

/** Some advice names an option of the library that the command does not have. */
function withoutLibrary({ message, advice = "" }: KeywrightError): string {
  if (!/allowInsecureHttp|totalTimeoutMs|timeoutMs/.test(advice)) return message;
  return `${message.slice(0, message.length - advice.length)}${advice.includes("allowInsecureHttp") ? "use https://" : "check the network"}`;
}
