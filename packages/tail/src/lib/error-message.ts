import { type ErrorCode, isKeywrightError, type KeywrightError } from "@keywright/core";
import type { ServiceName } from "./streams.ts";

/** By code: the command's own advice in place of the library's, which names options that the command does not have; empty if there is none. */
const ADVICE: { readonly [Code in ErrorCode]?: string } = {
  "checkpoint-owned": "stop that one first",
  "checkpoint-foreign": "give each stream a file of its own. It was left as it is",
  "cursor-refused": "",
  "no-progress": "",
  "response-too-large": "allow more with --max-page-bytes, such as 128M",
  timeout: "",
};

/** By option, of the other codes: the same. */
const ADVICE_BY_OPTION: { readonly [option: string]: string | undefined } = {
  store: "choose another place",
  scope: "the application needs the scopes that the audit log is read with",
};

/** What is told of an error: `code`, `status` and `traceId` as far as it has them. */
export interface Reason {
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly message: string;
  readonly traceId: string | undefined;
}

/** What is told of an error, in the command's names. */
export function reasonOf(error: unknown, services: readonly ServiceName[]): Reason {
  const { code, status, traceId }: { readonly code?: unknown; readonly status?: unknown; readonly traceId?: unknown } = Object(error);
  return {
    code: typeof code === "string" ? code : undefined,
    status: typeof status === "number" ? status : undefined,
    message: errorMessage(error, services),
    traceId: typeof traceId === "string" ? traceId : undefined,
  };
}

/** A reason for people: the message, which has the status of an answer in it, and the trace id. */
export function reasonText({ message, traceId }: Reason): string {
  return traceId === undefined ? message : `${message} (trace id ${traceId})`;
}

/**
 * The message of an error in the command's names: flags and environment variables in place of the library's options.
 *
 * @param services Those whose addresses the environment has.
 */
export function errorMessage(error: unknown, services: readonly ServiceName[]): string {
  if (!isKeywrightError(error)) return error instanceof Error ? error.message : String(error);
  const { message, advice = "" } = error;
  const end = advice === "" ? "" : `: ${advice}`;
  // What takes an option is no name of the command.
  const problem = message.slice(0, message.length - end.length).replace(/^(the client|\w+): (?=\w+ must be )/, "");
  const own = end === "" ? undefined : ownAdvice(error);
  const shown = own === undefined ? end : own && `: ${own}`;
  const names = nameOf(error.option, services);
  if (names === undefined) return problem + shown;
  const [name, flag] = names;
  // The problem may hold a path, which stays as it is if the name is in the advice.
  return shown.includes(name) ? problem + shown.replaceAll(name, flag) : problem.replace(name, flag) + shown;
}

function ownAdvice({ code, option = "", advice = "" }: KeywrightError): string | undefined {
  // The option of this one is baseUrl, as of others whose advice applies.
  if (advice.includes("allowInsecureHttp")) return "use https://";
  if (code === "invalid-configuration" && /^https?_proxy$/i.test(option)) return `correct ${option} in the environment, or give --proxy`;
  return ADVICE[code] ?? ADVICE_BY_OPTION[option];
}

/** What an option is called in the library's messages, and in the command. */
function nameOf(option: string | undefined, services: readonly ServiceName[]): readonly [name: string, flag: string] | undefined {
  switch (option) {
    case "baseUrl":
      return [option, services.map((service) => `KEYWRIGHT_${service.toUpperCase()}_URL`).join(" or ")];
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
