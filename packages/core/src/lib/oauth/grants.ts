import { clientCredentialsGrantRequest } from "oauth4webapi";
import type { TokenProvider } from "../options.ts";
import { refreshingProvider } from "./refreshing-provider.ts";
import { createTokenCache } from "./token-cache.ts";
import type { TokenEndpointOptions } from "./token-types.ts";
import { createTokenEndpoint, SCOPE_RULES, scopeParameter } from "./token-endpoint.ts";
import type { TokenStore } from "./token-types.ts";
import { memoryTokenStore, STORE_RULES } from "./token-store.ts";

/** What the client credentials grant needs. */
export interface ClientCredentialsOptions extends TokenEndpointOptions {
  /** The scopes to ask for, as an array or separated by spaces. Absent means all that the application has. */
  readonly scope?: string | readonly string[];
}

/** What the refresh grant needs. */
export interface RefreshTokenOptions extends TokenEndpointOptions {
  /** The refresh token to begin with, if the store has none. */
  readonly refreshToken?: string;
  /**
   * Keeps the refresh token, which a service may change with each use. Providers with the same store object renew one after the other, and so do several processes on a store that has a lock,
   * such as `fileTokenStore`. Others that renew at once use a refresh token twice, for which many services end the consent.
   *
   * @default in memory: lost when the program ends
   */
  readonly store?: TokenStore;
}

/**
 * Tokens for a program that acts for itself (RFC 6749 §4.4): requested when first needed, shared by all callers, renewed before they expire.
 *
 * @returns What a client takes as its `token`.
 * @throws ConfigurationError if the options cannot work. If there is no token, that is a `TokenError` of the call that needed it.
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenProvider {
  const endpoint = createTokenEndpoint("clientCredentials", options, SCOPE_RULES);
  const { server, client, authentication, clock, renewBeforeMs } = endpoint;
  return createTokenCache(clock, renewBeforeMs, () =>
    endpoint.request((request) => clientCredentialsGrantRequest(server, client, authentication, scopeParameter(options.scope), request)),
  );
}

/**
 * Tokens for a program that acts for a user who has consented earlier (RFC 6749 §6). A changed refresh token is saved before the token that came with it is used.
 *
 * @returns What a client takes as its `token`.
 * @throws ConfigurationError if the options cannot work. If there is no token, that is a `TokenError` of the call that needed it.
 */
export function refreshToken(options: RefreshTokenOptions): TokenProvider {
  const endpoint = createTokenEndpoint("refreshToken", options, STORE_RULES);
  return refreshingProvider(endpoint, options.store ?? memoryTokenStore(), options.refreshToken);
}
