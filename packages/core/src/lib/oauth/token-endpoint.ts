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
import { ConfigurationError, isKeywrightError, TokenError } from "../errors.ts";

/** Where tokens come from, and who asks for them. */
export interface TokenEndpointOptions {
  /** The token endpoint's whole address, such as `https://management.example.com/connect/token`. `https`, or `http` to this machine. */
  readonly tokenUrl: string;
  /** The client id that the service gave to the application. With `basic` it must not hold a colon. */
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * How id and secret are sent: `basic` as RFC 7617 writes them, `basic-form-encoded` as RFC 6749 §2.3.1 does (each form-encoded first), `body` as members of the form.
   *
   * @default "basic"
   */
  readonly clientAuthentication?: "basic" | "basic-form-encoded" | "body";
  /**
   * How long before its end a token is renewed, in seconds; never more than half of its life. More costs requests, less risks a token that ends on its way.
   *
   * @default 60
   */
  readonly renewBeforeSeconds?: number;
  /**
   * How long one token request may take, its answer included, in milliseconds.
   *
   * @default 15000
   */
  readonly timeoutMs?: number;
  /** Sends the token requests in place of the platform's `fetch`. @default globalThis.fetch */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Lets credentials travel in clear text to a machine other than this one. @default false */
  readonly allowInsecureHttp?: boolean;
  /** Time and chance, for tests. @default the platform's */
  readonly clock?: Clock;
}

/** What a token endpoint gave. */
export interface IssuedToken {
  readonly accessToken: string;
  /** `undefined` where the service did not say: then the token is used until it is refused. */
  readonly expiresInSeconds: number | undefined;
  readonly refreshToken: string | undefined;
}

/** A token endpoint, ready to be asked. */
export interface TokenEndpoint {
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly authentication: ClientAuth;
  readonly clock: Clock;
  /** Asks for a token: `send` makes the request of one grant, `read` judges its answer. */
  request(send: (options: TokenEndpointRequestOptions) => Promise<Response>, read: (response: Response) => Promise<TokenEndpointResponse>): Promise<IssuedToken>;
}

const MAX_TOKEN_BYTES = 1024 * 1024;

/** @throws ConfigurationError where the options cannot work. */
export function createTokenEndpoint(options: TokenEndpointOptions): TokenEndpoint {
  const { clientId, clientSecret, timeoutMs = 15_000, clock = platformClock, allowInsecureHttp = false } = options;
  const tokenUrl = checkBaseUrl(options.tokenUrl, allowInsecureHttp);
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (typeof value !== "string" || value === "") throw new ConfigurationError(`${name} must be a string that is not empty; got ${value === "" ? "an empty string" : typeof value}`);
  }
  return {
    server: { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl },
    client: { client_id: clientId },
    authentication: clientAuthentication(options),
    clock,
    async request(send, read) {
      const origin = new URL(tokenUrl).origin;
      const controller = new AbortController();
      const timer = clock.after(timeoutMs, () => controller.abort());
      let refusal: { readonly status: number; readonly oauthError: string | undefined } | undefined;
      try {
        const response = await send({
          signal: controller.signal,
          [allowInsecureRequests]: true, // The address was checked above, by the rule of all clients.
          [customFetch]: async (url, init) => {
            const answer = await exchange(options, url, init as RequestInit);
            if (answer.status !== 200) refusal = { status: answer.status, oauthError: oauthErrorOf(answer.text) };
            return new Response(answer.text, { status: answer.status, headers: { "content-type": "application/json" } });
          },
        });
        return issuedToken(await read(response));
      } catch (error) {
        if (isKeywrightError(error)) throw error;
        if (controller.signal.aborted) throw new TokenError(`no token from ${origin}: it gave no whole answer within ${timeoutMs} ms`);
        if (refusal !== undefined) throw new TokenError(`no token from ${origin}: ${refusal.oauthError ?? "refused"} (status ${refusal.status})${adviceFor(refusal.oauthError)}`, refusal);
        // The library's own errors hold the answer, and so perhaps a token: they are not passed on.
        throw new TokenError(`no token from ${origin}: its answer is not what RFC 6749 §5.1 says`);
      } finally {
        clock.clear(timer);
      }
    },
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function exchange({ fetch = globalThis.fetch }: TokenEndpointOptions, url: string, init: RequestInit): Promise<Answer> {
  const origin = new URL(url).origin;
  let response: Response;
  let text: string;
  try {
    // The contract's media type is the bare one.
    const headers = { ...(init.headers as Record<string, string>), "content-type": "application/x-www-form-urlencoded" };
    response = await fetch(url, { ...init, headers, body: String(init.body) });
    text = await readBounded(response);
  } catch (error) {
    if (init.signal?.aborted || isKeywrightError(error)) throw error;
    throw new TokenError(`no token from ${origin}: it gave no answer (${readConnectionFailure(error).reason})`);
  }
  return { status: response.status, text: response.ok ? withoutOddities(text) : text };
}

async function readBounded(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) return text + decoder.decode();
    size += piece.value.length;
    if (size > MAX_TOKEN_BYTES) {
      await reader?.cancel();
      throw new TokenError(`the token endpoint's answer is larger than ${MAX_TOKEN_BYTES} bytes`);
    }
    text += decoder.decode(piece.value, { stream: true });
  }
}

/** Takes out what a token is not refused for: a lifetime that is no positive number counts as none that is known, and identity tokens are nobody's business here. */
function withoutOddities(text: string): string {
  let answer: Record<string, unknown>;
  try {
    answer = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return text;
  }
  if (typeof answer !== "object" || answer === null) return text;
  const { id_token: _idToken, expires_in: lifetime, ...rest } = answer;
  const seconds = typeof lifetime === "string" && lifetime !== "" ? Number(lifetime) : lifetime;
  return JSON.stringify(typeof seconds === "number" && Number.isFinite(seconds) ? { ...rest, expires_in: Math.max(0, seconds) } : rest);
}

function issuedToken({ access_token, expires_in, refresh_token }: TokenEndpointResponse): IssuedToken {
  return { accessToken: access_token, expiresInSeconds: expires_in, refreshToken: refresh_token };
}

function oauthErrorOf(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    // RFC 6749 §5.2: the characters of an error code. Anything else is not repeated.
    return typeof error === "string" && /^[\w.-]{1,60}$/.test(error) ? error : undefined;
  } catch {
    return undefined;
  }
}

function adviceFor(oauthError: string | undefined): string {
  switch (oauthError) {
    case "invalid_client":
      return ": check client id and secret";
    case "invalid_scope":
      return ": ask for scopes that the application has";
    case "invalid_grant":
      return ": the code or refresh token is used up, expired or not this client's; consent is needed again";
    default:
      return "";
  }
}

function clientAuthentication({ clientAuthentication: kind = "basic", clientId, clientSecret }: TokenEndpointOptions): ClientAuth {
  if (kind === "body") return ClientSecretPost(clientSecret);
  if (kind === "basic-form-encoded") return ClientSecretBasic(clientSecret);
  // RFC 7617 §2: the first colon ends the user-id, so that it cannot hold one.
  if (clientId.includes(":")) throw new ConfigurationError('clientId must not hold a colon with clientAuthentication "basic" (RFC 7617 §2)');
  return (_server, _client, _body, headers) => {
    headers.set("authorization", `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${clientId}:${clientSecret}`)))}`);
  };
}

/** Scopes as the wire writes them. */
export function scopeParameter(scope: string | readonly string[] | undefined): { readonly scope?: string } {
  return scope === undefined ? {} : { scope: typeof scope === "string" ? scope : scope.join(" ") };
}
