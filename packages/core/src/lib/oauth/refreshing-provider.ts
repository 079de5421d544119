import { refreshTokenGrantRequest } from "oauth4webapi";
import { TokenError } from "../errors.ts";
import type { TokenProvider } from "../options.ts";
import { createTokenCache } from "./token-cache.ts";
import type { IssuedToken } from "./token-types.ts";
import type { TokenEndpoint } from "./token-endpoint.ts";
import type { TokenStore } from "./token-types.ts";
import { loadFrom, saveTo, withLock } from "./token-store.ts";

/** What all providers on one store share. */
interface SharedState {
  /** The last renewal. They run one after the other: a refresh token that is used twice may end the consent. */
  renewal?: Promise<unknown>;
  /** The newest refresh token, as long as it could not be saved, and the one that it replaces. */
  unsaved?: { readonly refreshToken: string; readonly before: string | undefined } | undefined;
  /** The save that is under way. There is one at a time: a slow one that ends late would replace a later token by an earlier one. */
  saving?: Promise<void> | undefined;
}

const sharedBy = /* @__PURE__ */ new WeakMap<TokenStore, SharedState>();

/**
 * Renews tokens by a refresh token.
 *
 * @param first The refresh token to begin with, if the store has none.
 * @param initial The token to begin with.
 */
export function refreshingProvider(endpoint: TokenEndpoint, store: TokenStore, first: string | undefined, initial?: IssuedToken): TokenProvider {
  const { server, client, authentication, clock, renewBeforeMs } = endpoint;
  const shared = sharedBy.get(store) ?? {};
  sharedBy.set(store, shared);
  let dead: string | undefined;
  // The refresh tokens that were used and received last: an error of the store may repeat them.
  let used: string | undefined;
  let received: string | undefined;

  const oneAtATime = {
    save: (refreshToken: string) => (shared.saving ??= Promise.resolve(store.save(refreshToken)).finally(() => (shared.saving = undefined))),
  };

  async function save(refreshToken: string): Promise<void> {
    if (shared.unsaved?.refreshToken !== refreshToken) shared.unsaved = { refreshToken, before: used };
    await saveTo(endpoint, oneAtATime, refreshToken, used);
    shared.unsaved = undefined;
  }

  const issue = (): Promise<IssuedToken> => withLock(endpoint, store, renew);

  async function renew(): Promise<IssuedToken> {
    if (shared.unsaved !== undefined) await saveAgain(shared.unsaved);
    const current = await load();
    if (!current)
      throw new TokenError("no-token", "there is no refresh token", {
        option: "refreshToken",
        advice: "the user's consent is needed (with the scope offline_access)",
      });
    if (current === dead)
      throw new TokenError("no-token", "the refresh token was refused for good", { oauthError: "invalid_grant", advice: "the user's consent is needed again" });
    try {
      return await exchange(current);
    } catch (error) {
      // RFC 6749 §5.2: a refusal has a status of 4xx. What a gateway responds for the service says nothing about the token.
      if (!(error instanceof TokenError) || error.oauthError !== "invalid_grant" || (error.status ?? 0) >= 500) throw error;
      dead = current;
      // Another program on the same store may have used it first, and saved its successor.
      const successor = await load();
      if (!successor || successor === current) throw error;
      return exchange(successor);
    }
  }

  /** A save that failed may have taken effect all the same, and another process have used what it saved: the successor must stay then. */
  async function saveAgain({ refreshToken, before }: NonNullable<SharedState["unsaved"]>): Promise<void> {
    // A store without a lock is this process's alone.
    const stored = store.lock === undefined ? undefined : await loadStored();
    if (!stored || stored === before || stored === refreshToken) await save(refreshToken);
    else shared.unsaved = undefined;
  }

  const loadStored = (): Promise<string | null | undefined> => loadFrom(endpoint, store, [first, used, received]);

  async function load(): Promise<string | undefined> {
    return (await loadStored()) || first;
  }

  async function exchange(current: string): Promise<IssuedToken> {
    used = current;
    const issued = await endpoint.request((request) => refreshTokenGrantRequest(server, client, authentication, current, request));
    received = issued.refreshToken;
    if (received !== undefined && received !== current) await save(received);
    return issued;
  }

  return createTokenCache(clock, renewBeforeMs, () => (shared.renewal = Promise.resolve(shared.renewal).then(issue, issue)), initial);
}
