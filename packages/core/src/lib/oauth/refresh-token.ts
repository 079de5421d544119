import { processRefreshTokenResponse, refreshTokenGrantRequest } from "oauth4webapi";
import type { TokenProvider } from "../client-options.ts";
import { isKeywrightError, TokenError } from "../errors.ts";
import { createTokenCache } from "./token-cache.ts";
import { createTokenEndpoint, type IssuedToken, type TokenEndpoint, type TokenEndpointOptions } from "./token-endpoint.ts";
import { memoryTokenStore, type TokenStore } from "./token-store.ts";

/** What the refresh grant needs. */
export interface RefreshTokenOptions extends TokenEndpointOptions {
  /** The refresh token to begin with, where the store has none. */
  readonly refreshToken?: string;
  /** Keeps the refresh token, which a service may change with each use. @default in memory: lost when the program ends */
  readonly store?: TokenStore;
}

/**
 * Tokens for a program that acts for a user who has consented earlier (RFC 6749 §6). A changed refresh token is saved before the token that came with it is used.
 *
 * @returns What a client takes as its `token`.
 * @throws ConfigurationError where the options cannot work. A token that cannot be had is a `TokenError` of the call that needed it.
 */
export function refreshToken(options: RefreshTokenOptions): TokenProvider {
  const endpoint = createTokenEndpoint(options);
  const store = options.store ?? memoryTokenStore(undefined);
  return renewing(endpoint, options, store, options.refreshToken);
}

/** Tokens that are renewed by a refresh token. */
export function renewing(endpoint: TokenEndpoint, options: TokenEndpointOptions, store: TokenStore, first: string | undefined, initial?: IssuedToken): TokenProvider {
  const { server, client, authentication, clock } = endpoint;
  // Where saving fails, the program itself still knows the newest one.
  let unsaved: string | undefined;
  let dead: string | undefined;

  async function save(rotated: string): Promise<void> {
    unsaved = rotated;
    try {
      await store.save(rotated);
      unsaved = undefined;
    } catch (error) {
      throw new TokenError("the new refresh token could not be saved, so that the token that came with it is not used: mend the token store", { cause: error });
    }
  }

  async function issue(): Promise<IssuedToken> {
    if (unsaved !== undefined) await save(unsaved);
    const current = (await loadFrom(store)) ?? first;
    if (current === undefined) throw new TokenError("there is no refresh token: the user's consent is needed (with the scope offline_access)");
    if (current === dead) throw new TokenError("the refresh token was refused for good: the user's consent is needed again", { oauthError: "invalid_grant" });
    try {
      const issued = await endpoint.request(
        (request) => refreshTokenGrantRequest(server, client, authentication, current, request),
        (response) => processRefreshTokenResponse(server, client, response),
      );
      if (issued.refreshToken !== undefined && issued.refreshToken !== current) await save(issued.refreshToken);
      return issued;
    } catch (error) {
      if (isKeywrightError(error) && (error as TokenError).oauthError === "invalid_grant") dead = current;
      throw error;
    }
  }

  return createTokenCache(clock, (options.renewBeforeSeconds ?? 60) * 1000, issue, initial);
}

async function loadFrom(store: TokenStore): Promise<string | undefined> {
  try {
    return await store.load();
  } catch (error) {
    if (isKeywrightError(error)) throw error;
    throw new TokenError("the saved refresh token could not be read: mend the token store", { cause: error });
  }
}
