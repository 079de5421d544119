import { isObject } from "../call/request/check-input.ts";
import type { IssuedToken, TokenEndpointOptions } from "./token-types.ts";
import {
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  type TokenEndpointRequestOptions,
} from "oauth4webapi";
import { checkBaseUrl } from "../call/request/address.ts";
import { checkOptions, isNumber, type Rules } from "../options/check-options.ts";
import { platformClock } from "../clock.ts";
import { readConnectionFailure } from "../call/stages/connection-failure.ts";
import { ignoredProxy } from "../call/stages/ignored-proxy.ts";
import { ConfigurationError, type ErrorDetails, isKeywrightError, isRedirect, TokenError } from "../errors.ts";
import { bodyOf, fetchTransport } from "../call/stages/exchange.ts";
import { CLOCK, FLAG, FUNCTION, TIME } from "../options/option-rules.ts";
import { decodeStrictly, joinChunks, readChunks } from "../call/response/read-response.ts";
import { basic, SENDABLE_TOKEN } from "../call/stages/sign.ts";
import type { Clock } from "../clock.ts";
import type { Fetch } from "../http.ts";

/** A token endpoint, ready for requests. */
export interface TokenEndpoint {
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly authentication: ClientAuth;
  readonly clock: Clock;
  readonly renewBeforeMs: number;
  /** Runs a function under the endpoint's deadline. Rejects then even if the function runs on. */
  inTime<Result>(from: string, run: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Requests a token. `send` sends the request of one grant. */
  request(send: (options: TokenEndpointRequestOptions) => Promise<unknown>): Promise<IssuedToken>;
}

const MAX_TOKEN_BYTES = 1024 * 1024;

// RFC 6749 §3.3. Without scopes, services grant all scopes of the application.
const SCOPES = /^[!#-[\]-~]+( [!#-[\]-~]+)*$/;

/** RFC 7617 §2: no control characters. A line break at the end comes from the secret's file. */
export const isCredential = (value: unknown): boolean => typeof value === "string" && /^\P{Cc}+$/u.test(value);

/** What {@link isCredential} expects, in words. */
export const EXPECTED_CREDENTIAL = "a string that is not empty, without control characters such as a line break at its end";

const ENDPOINT_RULES: Rules = {
  tokenUrl: undefined,
  clientId: [isCredential, EXPECTED_CREDENTIAL, { isNeeded: true, isSecret: true }],
  clientSecret: [isCredential, EXPECTED_CREDENTIAL, { isNeeded: true, isSecret: true }],
  clientAuthentication: [(value) => value === "basic" || value === "basic-form-encoded" || value === "body", '"basic", "basic-form-encoded" or "body"'],
  timeoutMs: TIME,
  renewBeforeSeconds: [(value) => isNumber(value, 0), "a number of seconds of at least 0"],
  fetch: FUNCTION,
  // A text such as "false" would send credentials in clear text.
  allowInsecureHttp: FLAG,
  clock: CLOCK,
};

/** The options of a grant that asks for scopes. */
export const SCOPE_RULES: Rules = {
  scope: [
    (value) => [value].flat().length > 0 && [value].flat().every((scope) => typeof scope === "string" && SCOPES.test(scope)),
    "scopes, as an array or separated by spaces, or omitted",
  ],
};

/**
 * Creates a token endpoint from the options of a grant.
 *
 * @param by The name of the grant, for messages.
 * @param rules The rules of the grant's own options.
 * @throws ConfigurationError if an option is invalid.
 */
export function createTokenEndpoint(by: string, options: TokenEndpointOptions, rules: Rules): TokenEndpoint {
  checkOptions(by, options, { ...ENDPOINT_RULES, ...rules }, { such: " with tokenUrl, clientId and clientSecret" });
  const { clientId, clientSecret, timeoutMs = 15_000, renewBeforeSeconds = 60, clock = platformClock } = options;
  const tokenUrl = checkAddress("tokenUrl", options.tokenUrl, options);
  const { origin } = new URL(tokenUrl);
  return {
    server: { issuer: origin, token_endpoint: tokenUrl },
    client: { client_id: clientId },
    authentication: clientAuthentication(options),
    clock,
    renewBeforeMs: renewBeforeSeconds * 1000,
    inTime,
    request: (send) => inTime(origin, (signal) => requestToken(send, signal)),
  };

  async function inTime<Result>(from: string, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    let timer: unknown;
    const late = new Promise<never>((_resolve, reject) => {
      // Platform timers fire immediately if the delay is infinite.
      if (timeoutMs === Infinity) return;
      timer = clock.after(timeoutMs, () => {
        reject(new TokenError("no-token", `no token from ${from}: no complete response within ${timeoutMs} ms`, { option: "timeoutMs" }));
        controller.abort();
      });
    });
    try {
      return await Promise.race([run(controller.signal), late]);
    } finally {
      if (timer !== undefined) clock.clear(timer);
    }
  }

  // Read here, because most of oauth4webapi's own reader is about identity tokens.
  async function requestToken(send: Parameters<TokenEndpoint["request"]>[0], signal: AbortSignal): Promise<IssuedToken> {
    let response: TokenResponse | undefined;
    try {
      await send({
        signal,
        [allowInsecureRequests]: true, // The address was checked above, by the rule of all clients.
        [customFetch]: async (url, { headers, body }) => {
          response = await exchange(options.fetch, url, headers, String(body), signal);
          return new Response();
        },
      });
    } catch (error) {
      // The library's errors contain the request with its secret, so they are not passed on.
      if (isKeywrightError(error)) throw error;
    }
    if (response === undefined) throw new TokenError("no-token", `no token from ${origin}: the options make no valid request, and nothing was sent`);
    const { status, body, sent } = response;
    const issued = status === 200 ? issuedToken(body) : undefined;
    if (issued !== undefined) return issued;
    const oauthError = errorCode(body["error"], [clientSecret, ...sent]);
    const reason = oauthError ?? (status === 200 ? "its response does not match RFC 6749 §5.1" : "rejected");
    throw new TokenError("no-token", `no token from ${status === 404 ? tokenUrl : origin}: ${reason} (status ${status})`, {
      status,
      oauthError,
      ...adviceFor(oauthError, status),
    });
  }
}

/** Checks an address by the rule of all clients. */
export function checkAddress(name: string, address: string, { allowInsecureHttp }: { readonly allowInsecureHttp?: boolean }): string {
  checkBaseUrl(address, allowInsecureHttp, name);
  return new URL(address).href;
}

interface TokenResponse {
  readonly status: number;
  /** Empty if it is not an object. */
  readonly body: { readonly [name: string]: unknown };
  /** The values of the form that was sent. Some are secrets. */
  readonly sent: readonly string[];
}

async function exchange(
  fetch: Fetch | undefined,
  url: string,
  given: { readonly [name: string]: string },
  body: string,
  signal: AbortSignal,
): Promise<TokenResponse> {
  // The contract's media type has no parameters.
  const headers = { ...Object.fromEntries(new Headers(given)), "content-type": "application/x-www-form-urlencoded" };
  try {
    const response = await fetchTransport(fetch)({ url, method: "POST", headers, body }, { signal: () => signal, onCancel: () => {} });
    const { status } = response;
    const chunks: Uint8Array[] = [];
    await readChunks(bodyOf(response), MAX_TOKEN_BYTES, chunks);
    const bytes = joinChunks(chunks);
    if (bytes.length > MAX_TOKEN_BYTES) throw new TokenError("no-token", `the token endpoint's response is larger than ${MAX_TOKEN_BYTES} bytes`, { status });
    const text = decodeStrictly(bytes);
    if (text === undefined) throw new TokenError("no-token", "the token endpoint's response is not UTF-8", { status });
    return { status, body: parseObject(text), sent: [...new URLSearchParams(body).values()] };
  } catch (error) {
    if (isKeywrightError(error)) throw error;
    // A transport's message may contain the request with its secret; its code does not.
    const { code, proxy } = readConnectionFailure(error);
    const reason = /^[A-Z][A-Z\d_]+$/.test(code) ? code : "the transport failed";
    const problem = proxy ? `no connection through the proxy ${proxy.proxyAddress}` : "no response";
    const unused = ignoredProxy(error, url);
    const ignored =
      unused === undefined
        ? undefined
        : { option: "fetch", advice: `if ${unused} is needed, set fetch to that of nodeTransport(), because fetch does not use it by default` };
    throw new TokenError(
      "no-token",
      `no token from ${new URL(url).origin}: ${problem} (${reason})`,
      proxy ? { option: proxy.option, advice: proxy.advice } : ignored,
    );
  }
}

function parseObject(text: string): TokenResponse["body"] {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** RFC 6749 §5.1. A lifetime that is not a number and an empty refresh token count as absent. */
function issuedToken({
  access_token: accessToken,
  token_type: type,
  expires_in: lifetime,
  refresh_token: refresh,
}: TokenResponse["body"]): IssuedToken | undefined {
  const refreshToken = refresh || undefined;
  if (typeof accessToken !== "string" || !SENDABLE_TOKEN.test(accessToken) || (refreshToken !== undefined && typeof refreshToken !== "string"))
    return undefined;
  // Another type cannot be sent as a bearer token.
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return undefined;
  const seconds = typeof lifetime === "string" && lifetime.trim() !== "" ? Number(lifetime) : lifetime;
  return { accessToken, refreshToken, expiresInSeconds: typeof seconds === "number" && Number.isFinite(seconds) ? Math.max(0, seconds) : undefined };
}

/**
 * Returns an error code if it is safe to show: registered ones are lower-case words (IANA, OAuth
 * Extensions Errors); others, and values of `sent`, may be secrets.
 */
export function errorCode(error: unknown, sent: readonly string[] = []): string | undefined {
  return typeof error === "string" && /^[a-z_]{1,60}$/.test(error) && !sent.includes(error) ? error : undefined;
}

function adviceFor(oauthError: string | undefined, status: number): Pick<ErrorDetails, "option" | "advice"> {
  // A gateway's failure says nothing about the request.
  switch (status < 500 && (oauthError ?? status)) {
    case "invalid_client":
    case 401:
      return { option: "clientSecret", advice: "check client id and secret" };
    case "invalid_scope":
      return { option: "scope", advice: "request scopes that the application has" };
    case "invalid_grant":
      return { advice: "the code or refresh token is used, expired or of another client; consent is needed again" };
    case 200:
    case 404:
    case 405:
      return { option: "tokenUrl", advice: "check tokenUrl" };
    default:
      return isRedirect(status) ? { option: "tokenUrl", advice: "redirects are not followed: set tokenUrl to the final address" } : {};
  }
}

function clientAuthentication({ clientAuthentication: kind = "basic", clientId, clientSecret }: TokenEndpointOptions): ClientAuth {
  if (kind === "body") return ClientSecretPost(clientSecret);
  if (kind === "basic-form-encoded") return ClientSecretBasic(clientSecret);
  // RFC 7617 §2: the first colon ends the user-id, so it cannot contain one.
  if (clientId.includes(":"))
    throw new ConfigurationError("invalid-configuration", 'clientId must not hold a colon with clientAuthentication "basic" (RFC 7617 §2)', {
      option: "clientId",
    });
  return (_server, _client, _body, headers) => {
    headers.set("authorization", basic(clientId, clientSecret));
  };
}

/** Returns the form parameter of scopes. */
export function scopeParameter(scope: string | readonly string[] | undefined): { readonly scope?: string } {
  return scope === undefined ? {} : { scope: [scope].flat().join(" ") };
}
