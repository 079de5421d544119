import type { CallContext, Stage } from "./call-context.ts";
import type { Input } from "./check-input.ts";
import type { ClientOptions, OutgoingRequest, TokenProvider } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { withinDeadline } from "./deadline.ts";
import { ConfigurationError, isKeywrightError, TokenError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { isAtOrigin } from "./origin.ts";
import { redactCause } from "./redact.ts";

/** How one call is authorized. */
export interface Authorization {
  /** The value of the `Authorization` header; `undefined` where the contract asks for none. */
  readonly get: (context: CallContext) => string | undefined | Promise<string>;
  /** Told that the service refused a value (401): whether asking again can give another. */
  readonly refused?: (value: string) => boolean;
}

/** Signs each attempt, and sends it once more where a refused token (401) could be replaced: the service has not acted on it. */
export function createAuthenticate(clock: Clock, baseUrl: string, next: Stage): Stage {
  return async (request, context) => {
    const { authorization } = context;
    const credential = await getCredential(clock, context);
    if (credential === undefined) return next(request, context);
    const response = await next(sign(request, credential, baseUrl, context), context);
    if (response.status !== 401 || authorization.refused?.(credential) !== true) return response;
    const renewed = await getCredential(clock, context);
    if (renewed === undefined || renewed === credential) return response;
    return next(sign(request, renewed, baseUrl, context), context);
  };
}

function sign(request: OutgoingRequest, credential: string, baseUrl: string, context: CallContext): OutgoingRequest {
  if (!isAtOrigin(request.url, baseUrl)) {
    const { id } = context.call.operation;
    throw new ConfigurationError(`${id}: a middleware changed the request's address to another origin, where its credential must not go`, { operationId: id });
  }
  context.call.signal?.throwIfAborted();
  context.credential = credential;
  return { ...request, headers: { ...request.headers, authorization: credential } };
}

/** A value that is there already is not waited for; one that must be fetched is, under the call's deadline. */
function getCredential(clock: Clock, context: CallContext): string | undefined | Promise<string | undefined> {
  const { authorization, endsAt } = context;
  const value = authorization.get(context);
  return value instanceof Promise ? withinDeadline(clock, context, endsAt - clock.now(), true, () => value) : value;
}

/** Makes the {@link Authorization} of a call, as the contract secures its operation. */
export function createAuthorization(token: ClientOptions["token"]): (operation: Operation, input: Input) => Authorization {
  const provider = token === undefined ? undefined : asProvider(token);
  return ({ id, security }, input) => {
    if (security.scheme === "none") return { get: () => undefined };
    if (security.scheme === "basic") return { get: () => basic(input["clientId"] as string, input["clientSecret"] as string) };
    if (provider === undefined) {
      const missing = new ConfigurationError(`${id} needs a bearer token: give the client a token, a function that gives one, or a token provider`, { operationId: id }, "missing-token");
      return { get: () => Promise.reject(missing) };
    }
    return {
      get: (context) => {
        const given = attempt(() => provider.getToken(context.call.signal));
        return typeof given === "string" ? bearer(id, given) : askedFor(given, context);
      },
      refused: (value) => {
        provider.invalidate?.(value.slice("Bearer ".length));
        return typeof token !== "string";
      },
    };
  };
}

function asProvider(token: NonNullable<ClientOptions["token"]>): TokenProvider {
  if (typeof token === "string") return { getToken: () => token };
  if (typeof token === "function") return { getToken: () => token() };
  if (typeof token?.getToken === "function") return token;
  throw new ConfigurationError("token must be a string, a function that gives one, or a token provider with getToken");
}

/** A function that throws fails as one that rejects. */
function attempt(getToken: () => string | Promise<string>): string | Promise<string> {
  try {
    return getToken();
  } catch (error) {
    return Promise.reject(error);
  }
}

async function askedFor(given: Promise<unknown>, context: CallContext): Promise<string> {
  const { operation, signal } = context.call;
  const { id } = operation;
  let token: unknown;
  try {
    token = await given;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw isKeywrightError(error) ? error : new TokenError(`${id} got no token: the token option failed`, { operationId: id, cause: redactCause(error, context) }, "invalid-token");
  }
  return bearer(id, token);
}

// RFC 6750 §2.1 and RFC 9110 §5.5: what a header can carry without being read as something else.
const TOKEN = /^[\x21-\x7e]+$/;

function bearer(id: string, token: unknown): string {
  if (typeof token === "string" && TOKEN.test(token)) return `Bearer ${token}`;
  const came = typeof token !== "string" ? `a value of type ${typeof token}` : token === "" ? "an empty string" : `${token.length} characters with others among them, such as a space or a line break`;
  throw new TokenError(`${id} needs a bearer token of visible ASCII characters; the token option gave ${came}`, { operationId: id }, "invalid-token");
}

// RFC 7617 §2: user-id, a colon and the password, in UTF-8, as Base64.
function basic(clientId: string, clientSecret: string): string {
  const bytes = new TextEncoder().encode(`${clientId}:${clientSecret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
