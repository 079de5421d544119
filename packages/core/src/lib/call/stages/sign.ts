import { secretsOf } from "../request/call-secrets.ts";
import { checkValue, inputError, rejectInput } from "../request/check-input.ts";
import { withinDeadline } from "./deadline.ts";
import { ConfigurationError, describeSecret, isKeywrightError, isTokenError, TokenError } from "../../errors.ts";
import { readChallenges } from "../response/read-headers.ts";
import { redactCause } from "../../secrets.ts";
import { isSentOnce } from "./sent-once.ts";
import type { Clock } from "../../clock.ts";
import type { HttpRequest, HttpResponse } from "../../http.ts";
import type { ClientOptions, TokenProvider } from "../../options.ts";
import type { BasicCredentials, CallState, Stage } from "../../pipeline.ts";

// RFC 6750 §2.1 and RFC 9110 §5.5: visible ASCII characters are safe in a header value.
/** A token that a header can carry. No token begins with a quote (RFC 6750 §2.1). */
export const SENDABLE_TOKEN = /^(?!["'])[\x21-\x7e]+$/;

const SENDABLE = "a token of visible ASCII characters without spaces";

// The rest of a configuration file or of a header, which was taken for a part of the token.
const TOKEN_FAULTS: readonly (readonly [form: RegExp, problem: string, advice: string])[] = [
  [/^\s*bearer\s/i, 'begins with "Bearer "', "remove it"],
  [/^\s*basic\s/i, 'begins with "Basic "', "it is a user name and a password, and the service takes a token"],
  [/^\s*(["']).*\1\s*$/s, "has quotes around it", "remove them"],
  [/[\r\n]\s*$/, "ends with a line break", "remove it, such as by trim()"],
  [/^\s+\S|\S\s+$/, "has spaces around it", "remove them, such as by trim()"],
];

const EXPECTED = "a string, a function that returns one, or a token provider with getToken";

/**
 * Signs each attempt by its operation's scheme. If a rejected token (401) can be replaced, sends
 * the request once more: the service has not acted on it.
 */
export function createSign(clock: Clock, token: ClientOptions["token"], next: Stage, option = "token"): Stage {
  const fixed = typeof token === "string" ? token : undefined;
  const provider = asProvider(token, option);

  const send = (request: HttpRequest, credential: string, call: CallState): Promise<HttpResponse> => {
    call.signal?.throwIfAborted();
    call.credential = credential;
    return next({ ...request, headers: { ...request.headers, authorization: credential } }, call);
  };

  /** Returns the credential; a promise only if the token must be fetched, within the deadline. */
  function credentialOf(call: CallState, refusal?: HttpResponse): string | undefined | Promise<string> {
    const { id, security } = call.operation;
    if (security.scheme === "none") return undefined;
    if (security.scheme === "basic") return call.contract.basicCredentials?.sign(call.operation, call.input);
    if (fixed !== undefined) return bearer(id, fixed, option);
    if (provider === undefined)
      throw new ConfigurationError("missing-token", `${id} needs a token`, {
        operationId: id,
        option,
        advice: `give ${option === "token" ? "the client" : option} ${EXPECTED}`,
      });
    const failed = (error: unknown): never => {
      throw tokenError(error, call, refusal, option);
    };
    let given: unknown;
    try {
      given = provider.getToken(call.signal);
    } catch (error) {
      failed(error);
    }
    if (typeof given === "string") return bearer(id, given, option);
    const coming = Promise.resolve(given).then((value) => bearer(id, value, option), failed);
    // After the deadline nothing awaits this promise, so a rejection would be unhandled.
    coming.catch(() => {});
    const inTime = withinDeadline(clock, call, { awaited: "token", limitMs: call.endsAt - clock.now(), isTotal: true }, () => coming);
    return call.observation?.token(refusal !== undefined, inTime) ?? inTime;
  }

  async function sendRenewable(request: HttpRequest, coming: string | Promise<string>, call: CallState): Promise<HttpResponse> {
    const credential = typeof coming === "string" ? coming : await coming;
    const response = await send(request, credential, call);
    if (response.status !== 401) return response;
    provider?.invalidate?.(credential.slice("Bearer ".length));
    const renewed = await credentialOf(call, response);
    return renewed === undefined || renewed === credential || isSentOnce(request) ? response : send(request, renewed, call);
  }

  return (request, call) => {
    const credential = credentialOf(call);
    if (credential === undefined) return next(request, call);
    const isFixed = typeof credential === "string" && (fixed !== undefined || call.operation.security.scheme === "basic");
    return isFixed ? send(request, credential, call) : sendRenewable(request, credential, call);
  };
}

function asProvider(token: ClientOptions["token"], option: string): TokenProvider | undefined {
  if (token === undefined || typeof token === "string") return undefined;
  if (typeof token === "function") return { getToken: () => token() };
  if (typeof token?.getToken === "function") return token;
  throw new ConfigurationError("invalid-configuration", `${option} must be ${EXPECTED}`, { option, expected: EXPECTED });
}

/** Creates an error for each call, with its operation and the challenges of a rejected token. */
function tokenError(error: unknown, call: CallState, refusal: HttpResponse | undefined, asked: string): unknown {
  const { id } = call.operation;
  const details = { operationId: id, challenges: readChallenges(refusal?.headers.get("www-authenticate")) };
  if (!isKeywrightError(error))
    return new TokenError("invalid-token", `${id} got no token: the ${asked} option failed`, {
      ...details,
      option: asked,
      cause: redactCause(error, secretsOf(call)),
    });
  if (!isTokenError(error)) return error;
  const { oauthError, status, cause, code, problem, option, advice } = error;
  return new TokenError(code, `${id}: ${problem}`, { ...details, oauthError, status, option, advice, cause });
}

function bearer(id: string, token: unknown, option: string): string {
  if (typeof token === "string" && SENDABLE_TOKEN.test(token)) return `Bearer ${token}`;
  const [, fault, advice] = faultOf(token) ?? [];
  const needed = `${id} needs ${SENDABLE}`;
  const problem = fault === undefined ? `${needed}; the ${option} option gave ${describeSecret(token)}` : `${id}: the token ${fault}`;
  throw new TokenError("invalid-token", problem, { operationId: id, option, advice });
}

function faultOf(token: unknown): (typeof TOKEN_FAULTS)[number] | undefined {
  return TOKEN_FAULTS.find(([form]) => typeof token === "string" && form.test(token));
}

/**
 * Checks a fixed token.
 *
 * @param option Its name, for the message.
 * @throws ConfigurationError if a header cannot carry it.
 */
export function checkToken(token: string, option: string): void {
  const isText = typeof token === "string";
  if (isText && SENDABLE_TOKEN.test(token)) return;
  const [, fault, advice] = (isText && faultOf(token)) || [];
  throw new ConfigurationError("invalid-configuration", `${option} ${fault ?? `must be ${SENDABLE}; got ${describeSecret(token)}`}`, {
    option,
    expected: SENDABLE,
    advice,
  });
}

/** RFC 7617 §2: no control characters, such as the line break at the end of a file. */
export const CONTROL = /\p{Cc}/u;

/** Checks and signs calls of the scheme `basic`, by the two inputs that their row names. */
export const basicCredentials: BasicCredentials = {
  check({ id: operationId, security: { inputs = [] } }, input) {
    for (const name of inputs) if (input[name] !== undefined) checkValue(operationId, [name], input[name]);
    for (const name of inputs) {
      const value = input[name];
      if (typeof value !== "string" || value === "") throw inputError(operationId, name, "must be a string that is not empty", describeSecret(value));
      if (CONTROL.test(value)) rejectInput(operationId, name, "must not hold control characters, such as a line break at its end", value);
      // RFC 7617 §2: the user-id cannot contain a colon, because the first colon ends it.
      if (name === inputs[0] && value.includes(":")) rejectInput(operationId, name, "must not hold a colon", value);
    }
  },
  sign: ({ security: { inputs: [username = "", password = ""] = [] } }, input) => basic(String(input[username]), String(input[password])),
};

/** Returns the `Authorization` header: user-id, colon and password, UTF-8, Base64 (RFC 7617 §2). */
export function basic(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}
