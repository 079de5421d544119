import {
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  type TokenEndpointRequestOptions,
  type TokenEndpointResponse,
} from "oauth4webapi";
import { checkBaseUrl } from "../base-url.ts";
import { type Clock, platformClock } from "../clock.ts";
import { readConnectionFailure } from "../connection-failure.ts";
import { ConfigurationError, isKeywrightError, isRedirect, TokenError } from "../errors.ts";
import { describe } from "../refuse-input.ts";
import type { IssuedToken, TokenEndpointOptions } from "./token-endpoint-options.ts";

/** A token endpoint, ready to be asked. */
export interface TokenEndpoint {
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly authentication: ClientAuth;
  readonly clock: Clock;
  readonly renewBeforeMs: number;
  /** Asks for a token: `send` makes the request of one grant, `read` judges its answer. */
  request(
    send: (options: TokenEndpointRequestOptions) => Promise<Response>,
    read: (response: Response) => Promise<TokenEndpointResponse>,
  ): Promise<IssuedToken>;
}

const MAX_TOKEN_BYTES = 1024 * 1024;

/** @throws ConfigurationError where the options cannot work. */
export function createTokenEndpoint(options: TokenEndpointOptions): TokenEndpoint {
  const { clientId, clientSecret, timeoutMs = 15_000, renewBeforeSeconds = 60, clock = platformClock } = options;
  const tokenUrl = checkAddress("tokenUrl", options);
  const { origin } = new URL(tokenUrl);
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (typeof value !== "string" || value === "")
      throw new ConfigurationError(`${name} must be a string that is not empty; got ${value === "" ? "an empty string" : typeof value}`);
    // RFC 7617 §2: a user-id and password hold no control characters; a line break at the end comes with a file that the secret is read from.
    if (/\p{Cc}/u.test(value))
      throw new ConfigurationError(`${name} must not hold control characters, such as a line break at its end; it has ${value.length} characters`);
  }
  // A timer of the platform fires at once beyond 2^31 - 1 milliseconds.
  if (!(timeoutMs >= 1 && timeoutMs < 2 ** 31))
    throw new ConfigurationError(`timeoutMs must be a time in milliseconds from 1 to ${2 ** 31 - 1}; got ${describe(timeoutMs)}`);
  if (!(renewBeforeSeconds >= 0))
    throw new ConfigurationError(`renewBeforeSeconds must be a number of seconds of at least 0; got ${describe(renewBeforeSeconds)}`);
  return {
    server: { issuer: origin, token_endpoint: tokenUrl },
    client: { client_id: clientId },
    authentication: clientAuthentication(options),
    clock,
    renewBeforeMs: renewBeforeSeconds * 1000,
    async request(send, read) {
      const controller = new AbortController();
      let timer: unknown;
      // Ends it also where a `fetch` does not listen: all callers wait for this one request.
      const late = new Promise<never>((_resolve, reject) => {
        timer = clock.after(timeoutMs, () => {
          reject(new TokenError(`no token from ${origin}: it gave no whole answer within ${timeoutMs} ms`));
          controller.abort();
        });
      });
      try {
        return await Promise.race([ask(send, read, controller.signal), late]);
      } finally {
        clock.clear(timer);
      }
    },
  };

  async function ask(send: Parameters<TokenEndpoint["request"]>[0], read: Parameters<TokenEndpoint["request"]>[1], signal: AbortSignal): Promise<IssuedToken> {
    let answer = undefined as Answer | undefined;
    try {
      const response = await send({
        signal,
        [allowInsecureRequests]: true, // The address was checked above, by the rule of all clients.
        [customFetch]: async (url, init) => {
          answer = await exchange(options, url, init as RequestInit);
          return new Response(answer.text, { status: answer.status, headers: { "content-type": "application/json" } });
        },
      });
      return issuedToken(await read(response));
    } catch (error) {
      if (isKeywrightError(error)) throw error;
      const status = answer?.status;
      const oauthError = oauthErrorOf(answer?.text);
      if (answer === undefined || (status === 200 && oauthError === undefined)) {
        // The library's own errors hold the answer, and so perhaps a token: they are not passed on.
        throw new TokenError(`no token from ${origin}: its answer is not what RFC 6749 §5.1 says`, { status });
      }
      throw new TokenError(`no token from ${origin}: ${oauthError ?? "refused"} (status ${status})${adviceFor(oauthError, answer.status)}`, {
        status,
        oauthError,
      });
    }
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
  readonly text: string;
}

async function exchange({ fetch = globalThis.fetch }: TokenEndpointOptions, url: string, init: RequestInit): Promise<Answer> {
  // The contract's media type is the bare one.
  const headers = { ...(init.headers as Record<string, string>), "content-type": "application/x-www-form-urlencoded" };
  try {
    const response = await fetch(url, { ...init, headers, body: String(init.body) });
    const text = await readBounded(response);
    return { status: response.status, text: response.ok ? withoutOddities(text) : text };
  } catch (error) {
    if (isKeywrightError(error)) throw error;
    // Words of a transport may repeat the request, and so a secret; a code does not.
    const { reason } = readConnectionFailure(error);
    throw new TokenError(`no token from ${new URL(url).origin}: it gave no answer (${/^[A-Z][A-Z\d_]+$/.test(reason) ? reason : "the transport failed"})`);
  }
}

async function readBounded({ status, body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return refuse("is not UTF-8");
    }
  };
  const refuse = (what: string): never => {
    reader?.cancel().catch(() => {});
    throw new TokenError(`the token endpoint's answer ${what}`, { status });
  };
  let text = "";
  let size = 0;
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) return text + decode();
    size += piece.value.length;
    if (size > MAX_TOKEN_BYTES) refuse(`is larger than ${MAX_TOKEN_BYTES} bytes`);
    text += decode(piece.value);
  }
}

/** Takes out what a token is not refused for: a lifetime that is no number and a refresh token that is none count as absent; identity tokens and scopes are nobody's business here. */
function withoutOddities(text: string): string {
  let answer: Record<string, unknown>;
  try {
    answer = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return text;
  }
  if (typeof answer !== "object" || answer === null) return text;
  const { id_token: _idToken, scope: _scope, expires_in: lifetime, ...rest } = answer;
  rest["refresh_token"] ||= undefined;
  const seconds = typeof lifetime === "string" && lifetime !== "" ? Number(lifetime) : lifetime;
  return JSON.stringify(typeof seconds === "number" && Number.isFinite(seconds) ? { ...rest, expires_in: Math.max(0, seconds) } : rest);
}

function issuedToken({ access_token, expires_in, refresh_token, token_type }: TokenEndpointResponse): IssuedToken {
  if (token_type !== "bearer") throw new TypeError("a token that cannot be sent as a bearer token");
  return { accessToken: access_token, expiresInSeconds: expires_in, refreshToken: refresh_token };
}

function oauthErrorOf(text: string | undefined): string | undefined {
  try {
    return errorCode((JSON.parse(text ?? "") as { readonly error?: unknown }).error);
  } catch {
    return undefined;
  }
}

/** All registered error codes are lower-case words (IANA, OAuth Extensions Errors). Anything else may be a secret that is repeated. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? error : undefined;
}

function adviceFor(oauthError: string | undefined, status: number): string {
  switch (oauthError) {
    case "invalid_client":
      return ": check client id and secret";
    case "invalid_scope":
      return ": ask for scopes that the application has";
    case "invalid_grant":
      return ": the code or refresh token is used up, expired or not this client's; consent is needed again";
    default:
      return isRedirect(status) ? ": it redirects, which is not followed so that credentials stay there: put the final address into tokenUrl" : "";
  }
}

function clientAuthentication({ clientAuthentication: kind = "basic", clientId, clientSecret }: TokenEndpointOptions): ClientAuth {
  if (kind === "body") return ClientSecretPost(clientSecret);
  if (kind === "basic-form-encoded") return ClientSecretBasic(clientSecret);
  if (kind !== "basic") throw new ConfigurationError('clientAuthentication must be "basic", "basic-form-encoded" or "body"');
  // RFC 7617 §2: the first colon ends the user-id, so that it cannot hold one.
  if (clientId.includes(":")) throw new ConfigurationError('clientId must not hold a colon with clientAuthentication "basic" (RFC 7617 §2)');
  return (_server, _client, _body, headers) => {
    headers.set(
      "authorization",
      `Basic ${btoa(Array.from(new TextEncoder().encode(`${clientId}:${clientSecret}`), (byte) => String.fromCharCode(byte)).join(""))}`,
    );
  };
}

/** Scopes as the wire writes them. */
export function scopeParameter(scope: string | readonly string[] | undefined): { readonly scope?: string } {
  const text = typeof scope === "object" ? scope.join(" ") : scope;
  return text ? { scope: text } : {};
}
