import { onAbort } from "../clock.ts";
import { isKeywrightError, type KeywrightError, TokenError } from "../errors.ts";
import type { Clock } from "../clock.ts";
import type { TokenProvider } from "../options.ts";
import type { IssuedToken } from "./token-types.ts";

/** The minimum lifetime of a token: a service that says 0 would get a request for each call. */
const MIN_LIFETIME_MS = 10_000;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

interface Held {
  readonly token: string;
  readonly renewAt: number;
  readonly endsAt: number;
}

/**
 * Returns a provider that keeps one token for all callers. At most one token request is under way,
 * the token is renewed before it expires, and after a failure the next request waits.
 *
 * @param issue Requests a token.
 * @param renewBeforeMs How long before its end a token is renewed; at most half of its lifetime.
 */
export function createTokenCache(clock: Clock, renewBeforeMs: number, issue: () => Promise<IssuedToken>, initial?: IssuedToken): TokenProvider {
  let held: Held | undefined;
  let underWay: Promise<string> | undefined;
  // Counts invalidations: a token that was requested before the last one may be the invalid token.
  let generation = 0;
  let refused: string | undefined;
  let failure: { readonly error: KeywrightError; readonly until: number; readonly times: number } | undefined;
  if (initial !== undefined) held = hold(initial, clock.now());

  function hold({ accessToken, expiresInSeconds }: IssuedToken, askedAt: number): Held {
    if (expiresInSeconds === undefined) return { token: accessToken, renewAt: Infinity, endsAt: Infinity };
    const lifetimeMs = Math.max(MIN_LIFETIME_MS, expiresInSeconds * 1000);
    return { token: accessToken, renewAt: askedAt + lifetimeMs - Math.min(renewBeforeMs, lifetimeMs / 2), endsAt: askedAt + lifetimeMs };
  }

  async function renew(): Promise<string> {
    const askedAt = clock.now();
    const begunIn = generation;
    const before = held;
    try {
      let issued = await issue();
      if (issued.accessToken === refused && begunIn !== generation) issued = await issue();
      if (issued.accessToken === refused) {
        // Only once: after a wrong 401 the endpoint may return the same token until it expires.
        refused = undefined;
        throw new TokenError("no-token", "the token endpoint returned the token that the service has just rejected", {
          advice: "check that the token is for this service",
        });
      }
      held = hold(issued, askedAt);
      failure = undefined;
      return held.token;
    } catch (error) {
      if (!isKeywrightError(error)) throw error;
      const times = (failure?.times ?? 0) + 1;
      failure = { error, times, until: clock.now() + Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (times - 1)) };
      // A token that has not expired yet is better than none.
      if (before !== undefined && held === before && clock.now() < before.endsAt) return before.token;
      throw error;
    } finally {
      underWay = undefined;
    }
  }

  return {
    getToken(signal) {
      const now = clock.now();
      if (held !== undefined && now < held.renewAt) return held.token;
      if (failure !== undefined && now < failure.until) {
        if (held !== undefined && now < held.endsAt) return held.token;
        return Promise.reject(failure.error);
      }
      underWay ??= renew();
      return waitFor(underWay, signal);
    },
    invalidate(token) {
      if (held?.token !== token) return;
      held = undefined;
      refused = token;
      generation += 1;
    },
  };
}

/** Waits for a shared promise. An aborted caller ends only its own wait. */
function waitFor(shared: Promise<string>, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const forget = signal && onAbort(signal, () => reject(signal.reason));
    shared.then(resolve, reject).finally(forget);
  });
}
