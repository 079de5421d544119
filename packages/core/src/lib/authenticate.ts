import type { Answer, CallContext, Stage } from "./call-context.ts";
import { readChallenges } from "./challenge.ts";
import type { ClientOptions, OutgoingRequest, TokenProvider } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { withinDeadline } from "./deadline.ts";
import { ConfigurationError, isKeywrightError, TokenError } from "./errors.ts";
import { observeToken } from "./observe-stages.ts";
import { isAtOrigin } from "./origin.ts";
import { redactCause } from "./redact.ts";
import { describeSecret } from "./refuse-input.ts";

/** Signs each attempt as the contract secures its operation, and sends it once more where a refused token (401) could be replaced: the service has not acted on it. */
export function createAuthenticate(clock: Clock, token: ClientOptions["token"], baseUrl: string, next: Stage): Stage {
  const provider = token === undefined ? undefined : asProvider(token);
  const sendWith = (request: OutgoingRequest, credential: string, context: CallContext): Promise<Answer> =>
    next(sign(request, credential, baseUrl, context), context);

  async function sendRenewable(request: OutgoingRequest, given: string | Promise<string>, context: CallContext): Promise<Answer> {
    const credential = typeof given === "string" ? given : await given;
    const response = await sendWith(request, credential, context);
    if (response.status !== 401) return response;
    provider?.invalidate?.(credential.slice("Bearer ".length));
    const renewed = await getCredential(clock, provider, context, response);
    return renewed === undefined || renewed === credential ? response : sendWith(request, renewed, context);
  }

  return (request, context) => {
    const credential = getCredential(clock, provider, context);
    if (credential === undefined) return next(request, context);
    const renewable = typeof token !== "string" && context.call.operation.security.scheme === "bearer";
    return renewable ? sendRenewable(request, credential, context) : sendWith(request, credential as string, context);
  };
}

function sign(request: OutgoingRequest, credential: string, baseUrl: string, context: CallContext): OutgoingRequest {
  const { operation, signal } = context.call;
  if (!isAtOrigin(request.url, baseUrl)) {
    throw new ConfigurationError(`${operation.id}: a middleware changed the address to another origin, and credentials stay at baseUrl`, {
      operationId: operation.id,
    });
  }
  signal?.throwIfAborted();
  context.credential = credential;
  return { ...request, headers: { ...request.headers, authorization: credential } };
}

/**
 * A value that is there already is not waited for; one that must be fetched is, under the call's deadline.
 *
 * @param refusal The service's answer to the token before, where it has just refused that.
 */
function getCredential(clock: Clock, provider: TokenProvider | undefined, context: CallContext, refusal?: Answer): string | undefined | Promise<string> {
  const { operation, signal } = context.call;
  const { id, security } = operation;
  if (security.scheme === "none") return undefined;
  if (security.scheme === "basic") return context.parts.basic?.sign(context.input);
  if (provider === undefined) {
    throw new ConfigurationError(
      `${id} needs a token: give the client a string, a function that gives one, or a token provider with getToken`,
      { operationId: id },
      "missing-token",
    );
  }
  const failed = (error: unknown): never => {
    throw tokenError(error, context, refusal);
  };
  let given: unknown;
  try {
    given = provider.getToken(signal);
  } catch (error) {
    failed(error);
  }
  if (typeof given === "string") return bearer(id, given);
  const token = Promise.resolve(given).then((value) => bearer(id, value), failed);
  // Where the deadline is over, nobody waits for it.
  token.catch(() => {});
  const inTime = withinDeadline(clock, context, context.endsAt - clock.now(), true, () => token);
  return context.observed === undefined ? inTime : observeToken(clock, context.observed, refusal !== undefined, inTime);
}

/** Each call has an error of its own, which says what needed the token and, where that is why, how the service refused the one before. */
function tokenError(error: unknown, context: CallContext, refusal: Answer | undefined): unknown {
  const { id } = context.call.operation;
  const details = { operationId: id, challenges: readChallenges(refusal?.headers().get("www-authenticate") ?? null) };
  if (isKeywrightError(error) && error.name !== "TokenError") return error;
  if (!isKeywrightError(error)) {
    return new TokenError(`${id} got no token: the token option failed`, { ...details, cause: redactCause(error, context) }, "invalid-token");
  }
  const { oauthError, status, cause, code, message } = error as TokenError;
  return new TokenError(`${id}: ${message}`, { ...details, oauthError, status, cause }, code as "no-token");
}

function asProvider(token: NonNullable<ClientOptions["token"]>): TokenProvider {
  if (typeof token === "string") return { getToken: () => token };
  if (typeof token === "function") return { getToken: () => token() };
  if (typeof token?.getToken === "function") return token;
  throw new ConfigurationError("token must be a string, a function that gives one, or a token provider with getToken");
}

// RFC 6750 §2.1 and RFC 9110 §5.5: what a header can carry without being read as something else.
/** A token that a header can carry. */
export const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

function bearer(id: string, token: unknown): string {
  if (typeof token === "string" && SENDABLE_TOKEN.test(token)) return `Bearer ${token}`;
  throw new TokenError(
    `${id} needs a token of visible ASCII characters without spaces; the token option gave ${describeSecret(token)}`,
    { operationId: id },
    "invalid-token",
  );
}
