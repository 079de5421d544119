import { type AnyErrorCode, isApiError, isKeywrightError, type KeywrightError } from "@keywright/core";
import { describeError, type ErrorWords } from "@keywright/core/client";
import { isSinkError } from "@keywright/sinks";
import { type Place, placeOf } from "../connections/place.ts";
import type { ServiceName } from "../events/streams.ts";

/** The command's advice by error code, instead of the library's, which names other options. */
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
  table: "run the same command once with --create-tables",
  account: "use another --checkpoint, database or --table for each account. Nothing was changed",
  scope: "the application needs the scopes of the audit log",
};

/** What the client of Postgres says without a password that its server asks for. */
export const NO_PASSWORD = /client password must be a/;

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
 * Returns an error's message with flags and variables instead of the library's options.
 *
 * @param services The services with addresses in the environment. Empty for an error of a sink.
 */
export function errorMessage(error: unknown, services: readonly ServiceName[]): string {
  const place = placeOf(error);
  return `${place === undefined ? "" : `${place.name}: `}${ownMessage(error, services)}`;
}

function ownMessage(error: unknown, services: readonly ServiceName[]): string {
  const onConnection = adviceOnConnection(error);
  if (isSinkError(error, "no-dead-letter")) return `${describeError(error.cause)}; to continue without this event, use --dead-letter FILE`;
  if (!isKeywrightError(error) || onConnection !== "") return textOf(error) + onConnection;
  return describeError(error, { names: namesFor(services), advice: ownAdvice(error, services) });
}

/** Returns a message, with what client libraries have next to it. */
function textOf(error: unknown): string {
  const { name, code, $metadata, $response, Region }: { readonly [property: string]: unknown } = Object(error);
  const message = describeError(error).replace(/\.$/, "");
  const { httpStatusCode: status }: { readonly httpStatusCode?: unknown } = Object($metadata);
  // Node has no message if no address of a host works.
  if (status === undefined) return message || String(code);
  const region = Region ?? Object(Object($response).headers)["x-amz-bucket-region"];
  const reason = message === "UnknownError" ? `status ${status}` : `${String(name)} (status ${status}): ${message}`;
  return region === undefined ? reason : `${reason} (its region is ${region})`;
}

/** Advice on errors of client libraries, by codes ("PostgreSQL Error Codes"), messages or names. */
const ADVICE_ON_CONNECTIONS: readonly (readonly [problem: RegExp, advice: string])[] = [
  [
    /server does not support SSL/,
    "its server has no TLS. Enable it there, or add ?sslmode=disable to the address to send the password and the events in clear text",
  ],
  [/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_SIGNATURE_FAILURE/, "its certificate is of an unknown authority. Name that with --ca FILE"],
  [/no pg_hba.conf entry/, "its server allows no such connection. Check user, host and sslmode of the address, and pg_hba.conf there"],
  [NO_PASSWORD, "its server asks for a password. Set VARIABLES"],
  [/^(28000|28P01)$/, "its server rejects the user or the password. Check the address, and VARIABLES"],
  [/^3D000$/, "its server has no such database. Create it, or correct the address"],
  [/^42501$/, "its user lacks a privilege. Grant it, or use another user"],
  // "Amazon S3 API Reference", "Error responses", and two errors of its SDK.
  [/^NoSuchBucket$/, "its server has no such bucket. Create it, or correct the address"],
  [/^AccessDenied$/, "its credentials may not do this. Allow it in the policy of the user or the bucket"],
  [
    /^((Permanent|Temporary)Redirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$|^Region (is missing|not accepted)/,
    "set AWS_REGION to that of the bucket",
  ],
  [/^CredentialsProviderError$/, "set VARIABLES, or a profile of the AWS SDK"],
  [/^UnknownError$/, "the response has no reason of S3. Check AWS_ENDPOINT_URL_S3 and the proxy"],
  [
    /^(ECONNREFUSED|E(HOST|NET)UNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$|^connect ENOENT|connection timeout/,
    "its server cannot be reached. Check that it runs, and ADDRESS",
  ],
];

/** Returns advice on the connection of a client library, or an empty text. Core has its own. */
export function adviceOnConnection(error: unknown, place = placeOf(error)): string {
  const { code, message, name, cause, proxyAddress }: { readonly [property: string]: unknown } = Object(error);
  if (code === "untrusted-connection" || code === "connection-failed") return "";
  if (proxyAddress !== undefined) return `: its proxy ${proxyAddress} cannot be reached. Check --proxy, or the variable of the proxy in the environment`;
  const advice = ADVICE_ON_CONNECTIONS.find(([problem]) => [code, message, name].some((each) => problem.test(String(each))))?.[1];
  if (advice !== undefined) return `: ${advice.replace(/VARIABLES|ADDRESS/, (part) => wordsOf(part, place))}`;
  return cause === undefined ? "" : adviceOnConnection(cause, place);
}

function wordsOf(part: string, place?: Place): string {
  if (part === "ADDRESS") return place?.address ?? "the host and the port of the address";
  return place?.variables.join(" or ") || "the password of the sink in the environment";
}

function ownAdvice(error: KeywrightError, services: readonly ServiceName[]): string | undefined {
  const { code, option = "", advice } = error;
  // The services have no such response for a stream or its token.
  if (advice === undefined) return isApiError(error, 404) && services.length > 0 ? `check ${addressesOf(services)}` : undefined;
  // Its option is about pages of a service.
  if (code === "response-too-large" && services.length === 0) return "";
  if (option === "table" && /\bno table keywright_fleet\b/.test(error.problem)) return "run keywright-tail worker once with --create-tables";
  // Its option is baseUrl, but other errors of baseUrl keep their advice.
  if (advice.includes("allowInsecureHttp")) return "use https://";
  if (code === "invalid-configuration" && /^https?_proxy$/i.test(option)) return `correct ${option} in the environment, or use --proxy`;
  return ADVICE_BY_OPTION[option] ?? ADVICE[code];
}

function addressesOf(services: readonly ServiceName[]): string {
  return services.map((service) => `KEYWRIGHT_${service.toUpperCase()}_URL`).join(" or ");
}

/** Returns the command's names for the library's options. */
function namesFor(services: readonly ServiceName[]): NonNullable<ErrorWords["names"]> {
  return {
    baseUrl: addressesOf(services),
    url: "the sink's address",
    tokenUrl: "KEYWRIGHT_MANAGEMENT_URL",
    clientId: "KEYWRIGHT_MANAGEMENT_CLIENT_ID",
    clientSecret: "KEYWRIGHT_MANAGEMENT_CLIENT_SECRET",
    since: "--since",
    proxy: "--proxy",
    ca: "--ca",
    "the token option": "the environment",
  };
}
