import { refreshTokenGrantRequest } from "oauth4webapi";
import type { CallContext } from "../call-context.ts";
import type { TokenProvider } from "../client-options.ts";
import { isKeywrightError, TokenError } from "../errors.ts";
import { redactCause } from "../redact.ts";
import { describeSecret } from "../refuse-input.ts";
import { createTokenCache } from "./token-cache.ts";
import type { TokenEndpoint } from "./token-endpoint.ts";
import type { IssuedToken } from "./token-endpoint-options.ts";
import type { TokenStore } from "./token-store.ts";

/** What all providers on a store share. */
interface Shared {
  /** One renews at a time, with what the one before it was given: a refresh token that is used twice may end the consent. */
  turn?: Promise<unknown>;
  /** Where saving fails, the program itself still knows the newest one. */
  unsaved?: string | undefined;
  /** One at a time: a slow one that ends late would put an earlier token in the place of a later one. */
  saving?: Promise<void> | undefined;
}

const sharedBy = /* @__PURE__ */ new WeakMap<TokenStore, Shared>();

/** Tokens that are renewed by a refresh token. */
export function renewing(endpoint: TokenEndpoint, store: TokenStore, first: string | undefined, initial?: IssuedToken): TokenProvider {
  const { server, client, authentication, clock, renewBeforeMs } = endpoint;
  const shared = sharedBy.get(store) ?? {};
  sharedBy.set(store, shared);
  let dead: string | undefined;
  // Those that were used and given last: what a store throws may repeat them.
  let used: string | undefined;
  let given: string | undefined;

  const inTurn = { save: (rotated: string) => (shared.saving ??= Promise.resolve(store.save(rotated)).finally(() => (shared.saving = undefined))) };

  async function save(rotated: string): Promise<void> {
    shared.unsaved = rotated;
    await saveTo(endpoint, inTurn, rotated, used);
    shared.unsaved = undefined;
  }

  async function issue(): Promise<IssuedToken> {
    if (shared.unsaved !== undefined) await save(shared.unsaved);
    const current = await load();
    if (!current) throw new TokenError("there is no refresh token: the user's consent is needed (with the scope offline_access)");
    if (current === dead) throw new TokenError("the refresh token was refused for good: the user's consent is needed again", { oauthError: "invalid_grant" });
    try {
      return await exchange(current);
    } catch (error) {
      // RFC 6749 §5.2: a refusal has a status of 4xx. What a gateway answers for the service says nothing of the token.
      if (!isKeywrightError(error) || (error as TokenError).oauthError !== "invalid_grant" || ((error as TokenError).status ?? 0) >= 500) throw error;
      dead = current;
      // Another program on the same store may have used it first, and saved its successor.
      const successor = await load();
      if (!successor || successor === current) throw error;
      return exchange(successor);
    }
  }

  async function load(): Promise<string | undefined> {
    return (await loadFrom(endpoint, store, [first, used, given])) || first;
  }

  async function exchange(current: string): Promise<IssuedToken> {
    used = current;
    const issued = await endpoint.request((request) => refreshTokenGrantRequest(server, client, authentication, current, request));
    given = issued.refreshToken;
    if (given !== undefined && given !== current) await save(given);
    return issued;
  }

  return createTokenCache(clock, renewBeforeMs, () => (shared.turn = Promise.resolve(shared.turn).then(issue, issue)), initial);
}

/**
 * Saves a refresh token for good.
 *
 * @param before The one that it takes the place of.
 */
export async function saveTo(endpoint: TokenEndpoint, store: Pick<TokenStore, "save">, rotated: string, before?: string): Promise<void> {
  try {
    await endpoint.inTime("the token store", () => store.save(rotated));
  } catch (error) {
    const cause = causeOf(error, [rotated, before]);
    throw new TokenError("the new refresh token could not be saved, and its token is not used: mend the token store", { cause });
  }
}

/** Reads the refresh token that was saved last. */
export async function loadFrom(endpoint: TokenEndpoint, store: TokenStore, known: readonly (string | undefined)[]): Promise<string | null | undefined> {
  let loaded: unknown;
  try {
    loaded = await endpoint.inTime("the token store", () => store.load());
  } catch (error) {
    // Another client's failure, such as the 404 of a vault, would seem to be the call's own.
    if (isKeywrightError(error) && error.name === "TokenError") throw error;
    throw new TokenError("the saved refresh token could not be read: mend the token store", { cause: causeOf(error, known) });
  }
  if (typeof loaded === "string" || loaded === undefined || loaded === null) return loaded;
  throw new TokenError(`the saved refresh token must be a string; got ${describeSecret(loaded)}: mend the token store`);
}

/** A store's error without the tokens that it may repeat, as a parser does with what it reads. */
function causeOf(error: unknown, tokens: readonly (string | undefined)[]): Error | undefined {
  if (error instanceof SyntaxError) return undefined;
  return redactCause(error, { call: { operation: { security: {}, secrets: { request: true } } }, input: { body: tokens } } as unknown as CallContext);
}
