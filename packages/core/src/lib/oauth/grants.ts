import { clientCredentialsGrantRequest } from "oauth4webapi";
import type { TokenProvider } from "../options.ts";
import { refreshingProvider } from "./refreshing-provider.ts";
import { createTokenCache } from "./token-cache.ts";
import type { TokenEndpointOptions } from "./token-types.ts";
import { createTokenEndpoint, SCOPE_RULES, scopeParameter } from "./token-endpoint.ts";
import type { TokenStore } from "./token-types.ts";
import { memoryTokenStore, STORE_RULES } from "./token-store.ts";

/** The options of {@link clientCredentials}. */
export interface ClientCredentialsOptions extends TokenEndpointOptions {
  /** The scopes, as an array or separated by spaces. @default all scopes of the application */
  readonly scope?: string | readonly string[];
}

/** The options of {@link refreshToken}. */
export interface RefreshTokenOptions extends TokenEndpointOptions {
  /** The refresh token to use if the store has none. */
  readonly refreshToken?: string;
  /**
   * Keeps the refresh token, which a service may change with each use. Providers with the same
   * store object renew one after the other, and so do several processes if the store has a lock,
   * such as `fileTokenStore`. Otherwise two of them may use the same refresh token, after which
   * many services revoke the consent.
   *
   * @default in memory, until the program ends
   */
  readonly store?: TokenStore;
}

/**
 * Returns a token provider for a program that acts for itself (RFC 6749 §4.4). It requests a token
 * when a call first needs one, shares it among all callers, and renews it before it expires.
 *
 * @returns A value for the option `token` of a client.
 * @throws ConfigurationError if an option is invalid. A failed token request is a `TokenError` of
 * the call that needs the token.
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenProvider {
  const endpoint = createTokenEndpoint("clientCredentials", options, SCOPE_RULES);
  const { server, client, authentication, clock, renewBeforeMs } = endpoint;
  return createTokenCache(clock, renewBeforeMs, () =>
    endpoint.request((request) => clientCredentialsGrantRequest(server, client, authentication, scopeParameter(options.scope), request)),
  );
}

/**
 * Returns a token provider for a program that acts for a user who has already consented (RFC 6749
 * §6). It saves a changed refresh token before it uses the token that came with it.
 *
 * @returns A value for the option `token` of a client.
 * @throws ConfigurationError if an option is invalid. A failed token request is a `TokenError` of
 * the call that needs the token.
 */
export function refreshToken(options: RefreshTokenOptions): TokenProvider {
  const endpoint = createTokenEndpoint("refreshToken", options, STORE_RULES);
  return refreshingProvider(endpoint, options.store ?? memoryTokenStore(), options.refreshToken);
}
