import { secretsOf } from "../request/call-secrets.ts";
import { isObject } from "../request/check-input.ts";
import { ApiError, isRedirect, noteAttempts, apiErrorCode } from "../../errors.ts";
import { readChallenges, readRetryAfter } from "./read-headers.ts";
import { printable } from "../../printable.ts";
import { hideSecrets, redact } from "../../secrets.ts";
import type { Operation } from "../../contract.ts";
import type { Challenge, HttpResponse } from "../../http.ts";
import type { CallState, Input } from "../../pipeline.ts";

/**
 * Creates the error of a response that is not a success, with the service's message and advice.
 *
 * @param baseUrl The address of the client, if a wrong one can be the reason.
 */
export function apiError({ status, headers, body }: HttpResponse, call: CallState, baseUrl = ""): unknown {
  const { id, path } = call.operation;
  const secrets = secretsOf(call);
  const challenges = readChallenges(headers.get("www-authenticate"));
  const { errorTexts = {}, readFieldErrors } = call.contract;
  const [problem, own] = isRedirect(status) ? ["redirects are not followed", "set baseUrl to the final address"] : problemOf(status, body, call, challenges);
  const first = path.split("/", 2).join("/");
  const advice =
    status === 404 && first && baseUrl && new URL(baseUrl).pathname.endsWith(first) ? `remove ${first} from baseUrl, because paths begin with it` : own;
  const isTooEarly = call.stopReason === "retry-after-too-long";
  const retryAfterMs = readRetryAfter(headers.get("retry-after"), call.clock.wallNow());
  const { errors: given, traceId } = Object(body) as Input;
  const errors = readFieldErrors?.(body) ?? given;
  const shown = <Text extends string | undefined>(text: Text) => (text && printable(hideSecrets(text, secrets))) as Text;
  const shownField = ([field, messages]: readonly [string, unknown]): readonly [string, readonly string[]] => [
    shown(field),
    [messages].flat().flatMap((text) => (typeof text === "string" ? printable(redact(text, secrets)) : [])),
  ];
  const made = new ApiError(apiErrorCode(status), `${id} failed with status ${status}: ${problem}`, {
    operationId: id,
    status,
    headers,
    body,
    challenges,
    option: isTooEarly ? undefined : advice && "baseUrl",
    advice: isTooEarly ? `retry after ${(retryAfterMs as number) / 1000} s` : advice,
    retryAfterMs,
    traceId: shown(firstText(...textsAt(body, errorTexts.traceId), traceId)),
    serviceCode: shown(firstText(...textsAt(body, errorTexts.code))),
    fieldErrors: isObject(errors) ? Object.fromEntries(Object.entries(errors).map(shownField)) : undefined,
  });
  return noteAttempts(made, call);
}

/** Returns what went wrong, as the end of a message, and what to do if that is known. */
function problemOf(status: number, body: unknown, call: CallState, challenges: readonly Challenge[]): readonly [problem: string, advice?: string] {
  // Problem details (RFC 9457 §3.1) and OAuth errors (RFC 6749 §5.2) by default.
  const { detail, title, message, error_description, error } = Object(body) as Input;
  // RFC 6750 §3: the challenge has the error.
  const challenge = challenges.find(({ parameters }) => "error" in parameters)?.parameters;
  const told = firstText(
    ...textsAt(body, call.contract.errorTexts?.message),
    detail,
    title,
    message,
    error_description,
    error,
    ...(status === 401 ? [challenge?.["error_description"], challenge?.["error"], "the credential was rejected"] : []),
  );
  const hint = hintOf(status, call.operation);
  if (told !== undefined) return [printable(redact(told, secretsOf(call)).slice(0, 300)) + hint];
  if (typeof body === "string") return [`the response is not JSON${hint}`, "check that baseUrl is the service's own address"];
  return [`the service gave no reason${hint}`];
}

/** Returns what may be wrong with the token. */
function hintOf(status: number, { security: { scheme, scopes } }: Operation): string {
  const isRejected = status === 401 && scheme === "bearer";
  const needs = scopes.length > 0 && (status === 403 || isRejected) ? ` (the operation needs ${scopes.join(", ")})` : "";
  return (isRejected ? " (is the token valid and not expired?)" : "") + needs;
}

/** Returns the values at some places. A number counts as a text. */
function textsAt(body: unknown, places: readonly (readonly string[])[] = []): readonly unknown[] {
  return places.map((path) => {
    const value = path.reduce<unknown>((at, name) => (Object(at) as Input)[name], body);
    return typeof value === "number" ? String(value) : value;
  });
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((text): text is string => typeof text === "string" && text !== "");
}
