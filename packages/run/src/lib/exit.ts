import { UsageError, withHelp } from "@keywright/cli-kit";
import { isApiError, isKeywrightError, type KeywrightError } from "@keywright/core";
import { describeError } from "@keywright/core/client";
import { CannotRunError } from "./process/child.ts";
import type { Log } from "./process/log.ts";
import { UnresolvedError } from "./secrets/resolve.ts";

/** Logs why nothing was started or written, and returns the exit code. */
export function exitWith(error: unknown, log: Log): number {
  const exitCode = codeOf(error);
  const details = { exitCode, ...(error instanceof UnresolvedError ? { problems: error.problems } : {}) };
  const message = messageOf(error);
  log({ level: "error", event: "failed", message: exitCode === 2 ? withHelp(message, "keywright-run") : message, details });
  return exitCode;
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError || isKeywrightError(error, "invalid-configuration") || isKeywrightError(error, "missing-token")) return 2;
  if (error instanceof CannotRunError) return error.exitCode;
  return error instanceof UnresolvedError || isKeywrightError(error) ? 3 : 1;
}

/** Returns an error's message with the environment's variables instead of the library's options. */
export function messageOf(error: unknown): string {
  return describeError(error, {
    names: { baseUrl: "KEYWRIGHT_VAULT_URL", proxy: "--proxy", ca: "--ca", path: "--offline-copy", maxAgeMs: "--max-age", afterMs: "--offline-after" },
    advice: isKeywrightError(error) ? ownAdvice(error) : undefined,
  });
}

/** Some advice names an option of the library that the command does not have. */
function ownAdvice(error: KeywrightError): string | undefined {
  const { code, operationId, option = "", advice } = error;
  if (advice?.includes("allowInsecureHttp")) return "use https://, or --allow-insecure-http in a network that you trust";
  if (isApiError(error, 401)) return "check KEYWRIGHT_VAULT_TOKEN, or the file of KEYWRIGHT_VAULT_TOKEN_FILE";
  // The service has no such response for this list.
  if (isApiError(error, 404) && operationId === "listVaults" && advice === undefined) return "check KEYWRIGHT_VAULT_URL";
  if (code === "invalid-configuration" && /^https?_proxy$/i.test(option)) return `correct ${option} in the environment, or use --proxy`;
  return option === "timeoutMs" || option === "totalTimeoutMs" ? "check the network" : undefined;
}
