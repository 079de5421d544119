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
import { SENDABLE_TOKEN } from "../authenticate.ts";
import { checkBaseUrl } from "../base-url.ts";
import { basicCredentials } from "../basic-credentials.ts";
import { checkAll, checkGiven, isNumber, TIMER_END } from "../check-options.ts";
import { type Clock, platformClock } from "../clock.ts";
import { readConnectionFailure } from "../connection-failure.ts";
import { ConfigurationError, isKeywrightError, isRedirect, TokenError } from "../errors.ts";
import { fetchTransport } from "../fetch-transport.ts";
import { FORM } from "../parts.ts";
import { decodeStrictly, joinPieces, readUpTo } from "../read-body.ts";
import { describeSecret } from "../refuse-input.ts";
import type { IssuedToken, TokenEndpointOptions } from "./token-endpoint-options.ts";
import type { TokenStore } from "./token-store.ts";

/** A token endpoint, ready to be asked. */
export interface TokenEndpoint {
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly authentication: ClientAuth;
  readonly clock: Clock;
  readonly renewBeforeMs: number;
  /** Runs what all callers wait for, and ends it in time: also where it does not listen. */
  inTime<Result>(from: string, run: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Asks for a token: `send` makes the request of one grant. */
  request(send: (options: TokenEndpointRequestOptions) => Promise<unknown>): Promise<IssuedToken>;
}

const MAX_TOKEN_BYTES = 1024 * 1024;

/** What the grants take beside, where they take it. */
interface OfAGrant {
  readonly scope?: string | readonly string[];
  readonly refreshToken?: string;
  readonly store?: TokenStore;
}

// RFC 6749 §3.3. Asked for none, services give all that the application has.
const SCOPES = /^[!#-[\]-~]+( [!#-[\]-~]+)*$/;

/** @throws ConfigurationError where the options cannot work. */
export function createTokenEndpoint(options: TokenEndpointOptions & OfAGrant): TokenEndpoint {
  checkGiven(options, "the options must be an object with tokenUrl, clientId and clientSecret");
  const { clientId, clientSecret, timeoutMs = 15_000, renewBeforeSeconds = 60, clock = platformClock, refreshToken, scope, store } = options;
  const tokenUrl = checkAddress("tokenUrl", options);
  const { origin } = new URL(tokenUrl);
  for (const [name, value] of Object.entries({ clientId, clientSecret, ...(refreshToken && { refreshToken }) })) {
    // RFC 7617 §2: a user-id and password hold no control characters; a line break at the end comes with a file that the secret is read from.
    if (typeof value !== "string" || !/^\P{Cc}+$/u.test(value)) {
      const expected = "a string that is not empty, without control characters such as a line break at its end";
      throw new ConfigurationError(`${name} must be ${expected}; got ${describeSecret(value)}`);
    }
  }
  checkAll(
    { timeoutMs, renewBeforeSeconds, scope, store },
    {
      scope: [
        (value) => (value as string).length !== 0 && [value].flat().every((one) => typeof one === "string" && SCOPES.test(one)),
        "scopes, as an array or separated by spaces, or left out",
      ],
      store: [(value) => ["load", "save"].every((name) => typeof (value as never)[name] === "function"), "an object with load and save"],
      timeoutMs: [(value) => isNumber(value, 1, TIMER_END), `a time in milliseconds from 1 to ${TIMER_END}`],
      renewBeforeSeconds: [(value) => isNumber(value, 0), "a number of seconds of at least 0"],
    },
  );
  return {
    server: { issuer: origin, token_endpoint: tokenUrl },
    client: { client_id: clientId },
    authentication: clientAuthentication(options),
    clock,
    renewBeforeMs: renewBeforeSeconds * 1000,
    inTime,
    request: (send) => inTime(origin, (signal) => ask(send, signal)),
  };

  async function inTime<Result>(from: string, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    let timer: unknown;
    const late = new Promise<never>((_resolve, reject) => {
      timer = clock.after(timeoutMs, () => {
        reject(new TokenError(`no token from ${from}: it gave no whole answer within ${timeoutMs} ms`));
        controller.abort();
      });
    });
    try {
      return await Promise.race([run(controller.signal), late]);
    } finally {
      clock.clear(timer);
    }
  }

  // The answer is judged here: the library's own judgement knows identity tokens as well, which is most of it and which nobody asks for.
  async function ask(send: Parameters<TokenEndpoint["request"]>[0], signal: AbortSignal): Promise<IssuedToken> {
    let answer: Answer | undefined;
    try {
      await send({
        signal,
        [allowInsecureRequests]: true, // The address was checked above, by the rule of all clients.
        [customFetch]: async (url, init) => {
          answer = await exchange(options, url, init as RequestInit);
          return new Response();
        },
      });
    } catch (error) {
      // The library's own errors hold the request, and so a secret: they are not passed on.
      if (isKeywrightError(error)) throw error;
    }
    if (answer === undefined) throw new TokenError(`no token from ${origin}: no request could be made of what was given, and nothing was sent`);
    const { status, body, sent } = answer;
    const issued = status === 200 ? issuedToken(body) : undefined;
    if (issued !== undefined) return issued;
    const oauthError = errorCode(body["error"], [clientSecret, ...sent]);
    const fault = oauthError ?? (status === 200 ? "its answer is not what RFC 6749 §5.1 says" : "refused");
    throw new TokenError(`no token from ${origin}: ${fault} (status ${status})${adviceFor(oauthError, status)}`, { status, oauthError });
  }
}

/** Checks an address by the rule of all clients; what is wrong is told of the option that holds it. */
export function checkAddress<Name extends string>(
  name: Name,
  options: { readonly [Address in Name]: string } & { readonly allowInsecureHttp?: boolean },
): string {
  try {
    checkBaseUrl(options[name], options.allowInsecureHttp ?? false);
  } catch (error) {
    throw new ConfigurationError((error as ConfigurationError).message.replaceAll("baseUrl", name));
  }
  return new URL(options[name]).href;
}

interface Answer {
  readonly status: number;
  /** Without a member where it is no object. */
  readonly body: { readonly [name: string]: unknown };
  /** The values of the form that was sent: some are secrets. */
  readonly sent: readonly string[];
}

async function exchange(options: TokenEndpointOptions, url: string, init: RequestInit): Promise<Answer> {
  const { signal } = init;
  // The contract's media type is the bare one.
  const headers = { ...(init.headers as Record<string, string>), "content-type": FORM };
  const request = { url, method: "POST", headers, body: String(init.body) };
  try {
    const response = await fetchTransport(options.fetch)(request, { signal: () => signal ?? undefined, onCancel: () => {} });
    const { status } = response;
    const pieces: Uint8Array[] = [];
    await readUpTo(response, undefined, MAX_TOKEN_BYTES, pieces);
    const bytes = joinPieces(pieces);
    if (bytes.length > MAX_TOKEN_BYTES) throw new TokenError(`the token endpoint's answer is larger than ${MAX_TOKEN_BYTES} bytes`, { status });
    const text = decodeStrictly(bytes);
    if (text === undefined) throw new TokenError("the token endpoint's answer is not UTF-8", { status });
    return { status, body: objectOf(text), sent: [...new URLSearchParams(request.body).values()] };
  } catch (error) {
    if (isKeywrightError(error)) throw error;
    // Words of a transport may repeat the request, and so a secret; a code does not.
    const { code } = readConnectionFailure(error);
    throw new TokenError(`no token from ${new URL(url).origin}: it gave no answer (${/^[A-Z][A-Z\d_]+$/.test(code) ? code : "the transport failed"})`);
  }
}

function objectOf(text: string): Answer["body"] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Answer["body"]) : {};
  } catch {
    return {};
  }
}

/** RFC 6749 §5.1. A lifetime that is no number and an empty refresh token count as absent. */
function issuedToken({ access_token: accessToken, token_type: type, expires_in: lifetime, refresh_token: refresh }: Answer["body"]): IssuedToken | undefined {
  const refreshToken = refresh || undefined;
  if (typeof accessToken !== "string" || !SENDABLE_TOKEN.test(accessToken) || (refreshToken !== undefined && typeof refreshToken !== "string"))
    return undefined;
  // Another type cannot be sent as a bearer token.
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return undefined;
  const seconds = typeof lifetime === "string" && lifetime.trim() !== "" ? Number(lifetime) : lifetime;
  return { accessToken, refreshToken, expiresInSeconds: typeof seconds === "number" && Number.isFinite(seconds) ? Math.max(0, seconds) : undefined };
}

/** All registered error codes are lower-case words (IANA, OAuth Extensions Errors). Anything else may be a secret that is repeated, and so may one of `sent`. */
export function errorCode(error: unknown, sent: readonly string[] = []): string | undefined {
  return typeof error === "string" && /^[a-z_]{1,60}$/.test(error) && !sent.includes(error) ? error : undefined;
}

function adviceFor(oauthError: string | undefined, status: number): string {
  // A gateway's failure says nothing of what was sent.
  switch (status < 500 && (oauthError ?? status)) {
    case "invalid_client":
    case 401:
      return ": check client id and secret";
    case "invalid_scope":
      return ": ask for scopes that the application has";
    case "invalid_grant":
      return ": the code or refresh token is used up, expired or not this client's; consent is needed again";
    case 200:
    case 404:
    case 405:
      return ": check tokenUrl";
    default:
      return isRedirect(status) ? ": the service redirects, and credentials stay at tokenUrl: put the final address there" : "";
  }
}

function clientAuthentication({ clientAuthentication: kind = "basic", clientId, clientSecret }: TokenEndpointOptions): ClientAuth {
  if (kind === "body") return ClientSecretPost(clientSecret);
  if (kind === "basic-form-encoded") return ClientSecretBasic(clientSecret);
  if (kind !== "basic") throw new ConfigurationError('clientAuthentication must be "basic", "basic-form-encoded" or "body"');
  // RFC 7617 §2: the first colon ends the user-id, so that it cannot hold one.
  if (clientId.includes(":")) throw new ConfigurationError('clientId must not hold a colon with clientAuthentication "basic" (RFC 7617 §2)');
  return (_server, _client, _body, headers) => {
    headers.set("authorization", basicCredentials.sign({ clientId, clientSecret }));
  };
}

/** Scopes as the wire writes them. */
export function scopeParameter(scope: string | readonly string[] | undefined): { readonly scope?: string } {
  return scope === undefined ? {} : { scope: [scope].flat().join(" ") };
}
