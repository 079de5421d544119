import { type AnyErrorCode, isApiError, isKeywrightError, type KeywrightError } from "@keywright/core";
import type { ServiceName } from "../events/streams.ts";

/** The command's advice by error code. It replaces the library's, which names options that the command does not have. Empty means no advice. */
const ADVICE: { readonly [Code in AnyErrorCode]?: string } = {
  "checkpoint-owned": "stop that one first",
  "checkpoint-foreign": "use one file for each stream. The file was not changed",
  "cursor-refused": "",
  "no-progress": "",
  "response-too-large": "increase --max-page-bytes, for example to 128M",
  timeout: "",
};

/** The command's advice by option, for other codes. */
const ADVICE_BY_OPTION: { readonly [option: string]: string | undefined } = {
  store: "use another folder",
  scope: "the application needs the scopes of the audit log",
};

/** An error for the log, with `code`, `status` and `traceId` if known. */
export interface Reason {
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly message: string;
  readonly traceId: string | undefined;
}

/** Returns an error for the log, with the command's names. */
export function reasonOf(error: unknown, services: readonly ServiceName[]): Reason {
  const { code, status, traceId }: { readonly code?: unknown; readonly status?: unknown; readonly traceId?: unknown } = Object(error);
  return {
    code: typeof code === "string" ? code : undefined,
    status: typeof status === "number" ? status : undefined,
    message: errorMessage(error, services),
    traceId: typeof traceId === "string" ? traceId : undefined,
  };
}

/** Returns the message, which includes the status, and the trace id. */
export function reasonText({ message, traceId }: Reason): string {
  return traceId === undefined ? message : `${message} (trace id ${traceId})`;
}

/**
 * Returns the message of an error with flags and environment variables in place of the library's options.
 *
 * @param services The services whose addresses are in the environment. Empty for an error of a sink.
 */
export function errorMessage(error: unknown, services: readonly ServiceName[]): string {
  const untrusted = adviceOnTls(error);
  if (!isKeywrightError(error)) return (error instanceof Error ? error.message : String(error)) + untrusted;
  if (untrusted !== "") return error.message + untrusted;
  const { message, advice = "" } = error;
  // The services have no such response for a stream or its token.
  if (advice === "" && isApiError(error, 404) && services.length > 0) return `${message}: check ${addressesOf(services)}`;
  const end = advice === "" ? "" : `: ${advice}`;
  // Removes the name of a library function, which the command does not have.
  const problem = message.slice(0, message.length - end.length).replace(/^(the client|\w+): (?=\w+ must be )/, "");
  const own = end === "" ? undefined : ownAdvice(error, services);
  const shown = own === undefined ? end : own && `: ${own}`;
  const names = nameOf(error.option, services);
  if (names === undefined) return problem + shown;
  const [name, flag] = names;
  // The problem can contain a path, which must not change if the name is in the advice.
  return shown.includes(name) ? problem + shown.replaceAll(name, flag) : problem.replace(name, flag) + shown;
}

/** Returns advice on the connection of a client library, whose error has none. Core has its own. */
function adviceOnTls(error: unknown): string {
  const { code, message, cause }: { readonly code?: unknown; readonly message?: unknown; readonly cause?: unknown } = Object(error);
  if (code === "untrusted-connection") return "";
  // The message of pg, which has no code.
  if (/server does not support SSL/.test(String(message)))
    return ": its server has no TLS. Enable it there, or add ?sslmode=disable to the address to send the password and the events in clear text";
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/.test(String(code))) return ": its certificate is of an unknown authority. Name that with --ca FILE";
  return cause === undefined ? "" : adviceOnTls(cause);
}

function ownAdvice({ code, option = "", advice = "" }: KeywrightError, services: readonly ServiceName[]): string | undefined {
  // Its option is about pages of a service.
  if (code === "response-too-large" && services.length === 0) return "";
  // Its option is baseUrl, but other errors of baseUrl keep their advice.
  if (advice.includes("allowInsecureHttp")) return "use https://";
  if (code === "invalid-configuration" && /^https?_proxy$/i.test(option)) return `correct ${option} in the environment, or use --proxy`;
  return ADVICE[code] ?? ADVICE_BY_OPTION[option];
}

function addressesOf(services: readonly ServiceName[]): string {
  return services.map((service) => `KEYWRIGHT_${service.toUpperCase()}_URL`).join(" or ");
}

/** Returns the name of an option in the library's messages and in the command. */
function nameOf(option: string | undefined, services: readonly ServiceName[]): readonly [name: string, flag: string] | undefined {
  switch (option) {
    case "baseUrl":
      return [option, addressesOf(services)];
    case "url":
      return [option, "the sink's address"];
    case "tokenUrl":
      return [option, "KEYWRIGHT_MANAGEMENT_URL"];
    case "clientId":
      return [option, "KEYWRIGHT_MANAGEMENT_CLIENT_ID"];
    case "clientSecret":
      return [option, "KEYWRIGHT_MANAGEMENT_CLIENT_SECRET"];
    case "since":
    case "proxy":
    case "ca":
      return [option, `--${option}`];
    case "token":
      return ["the token option", "the environment"];
    default:
      return undefined;
  }
}
