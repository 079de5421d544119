import { refreshTokenGrantRequest } from "oauth4webapi";
import { TokenError } from "../errors.ts";
import type { TokenProvider } from "../options.ts";
import { createTokenCache } from "./token-cache.ts";
import type { IssuedToken } from "./token-types.ts";
import type { TokenEndpoint } from "./token-endpoint.ts";
import type { TokenStore } from "./token-types.ts";
import { loadFrom, saveTo, withLock } from "./token-store.ts";

/** The state that all providers of one store share. */
interface SharedState {
  /** The last renewal. They run in turn: a refresh token used twice may revoke the consent. */
  renewal?: Promise<unknown>;
  /** The newest refresh token while it is not saved, and the one that it replaces. */
  unsaved?: { readonly refreshToken: string; readonly before: string | undefined } | undefined;
  /** The one running save: with two, a slow one could replace a later token with an earlier one. */
  saving?: Promise<void> | undefined;
}

const sharedBy = /* @__PURE__ */ new WeakMap<TokenStore, SharedState>();

/**
 * Returns a provider that renews its tokens with a refresh token.
 *
 * @param first The refresh token to use if the store has none.
 * @param initial The first token.
 */
export function refreshingProvider(endpoint: TokenEndpoint, store: TokenStore, first: string | undefined, initial?: IssuedToken): TokenProvider {
  const { server, client, authentication, clock, renewBeforeMs } = endpoint;
  const shared = sharedBy.get(store) ?? {};
  sharedBy.set(store, shared);
  let dead: string | undefined;
  // The refresh tokens used and received last: an error of the store may contain them.
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
      throw new TokenError("no-token", "the refresh token was rejected permanently", {
        oauthError: "invalid_grant",
        advice: "the user's consent is needed again",
      });
    try {
      return await exchange(current);
    } catch (error) {
      // RFC 6749 §5.2: a rejection has a 4xx status; a gateway's response says nothing of the
      // token.
      if (!(error instanceof TokenError) || error.oauthError !== "invalid_grant" || (error.status ?? 0) >= 500) throw error;
      dead = current;
      // Another program with the same store may have used it first, and saved its successor.
      const successor = await load();
      if (!successor || successor === current) throw error;
      return exchange(successor);
    }
  }

  /**
   * Saves again, unless another process has replaced the token: a failed save may have been saved
   * and used.
   */
  async function saveAgain({ refreshToken, before }: NonNullable<SharedState["unsaved"]>): Promise<void> {
    // A store without a lock belongs to this process.
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
