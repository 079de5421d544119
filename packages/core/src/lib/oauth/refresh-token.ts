import type { TokenProvider } from "../client-options.ts";
import { renewing } from "./renewing.ts";
import { createTokenEndpoint } from "./token-endpoint.ts";
import type { TokenEndpointOptions } from "./token-endpoint-options.ts";
import { memoryTokenStore, type TokenStore } from "./token-store.ts";

/** What the refresh grant needs. */
export interface RefreshTokenOptions extends TokenEndpointOptions {
  /** The refresh token to begin with, where the store has none. */
  readonly refreshToken?: string;
  /**
   * Keeps the refresh token, which a service may change with each use. Providers that are given the same object renew one after the other. Without one, or with
   * several objects on one file or in several processes, two that renew at once use a refresh token twice, for which many services end the consent: make one provider for a consent.
   *
   * @default in memory: lost when the program ends
   */
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
  return renewing(endpoint, store, options.refreshToken);
}
