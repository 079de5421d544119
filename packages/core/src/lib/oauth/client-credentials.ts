import { clientCredentialsGrantRequest } from "oauth4webapi";
import type { TokenProvider } from "../client-options.ts";
import { createTokenCache } from "./token-cache.ts";
import { createTokenEndpoint, scopeParameter } from "./token-endpoint.ts";
import type { TokenEndpointOptions } from "./token-endpoint-options.ts";

/** What the client credentials grant needs. */
export interface ClientCredentialsOptions extends TokenEndpointOptions {
  /** The scopes to ask for, as an array or separated by spaces. Absent means all that the application has. */
  readonly scope?: string | readonly string[];
}

/**
 * Tokens for a program that acts for itself (RFC 6749 §4.4): asked for when first needed, shared by all callers, renewed before they end.
 *
 * @returns What a client takes as its `token`.
 * @throws ConfigurationError where the options cannot work. A token that cannot be had is a `TokenError` of the call that needed it.
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenProvider {
  const endpoint = createTokenEndpoint(options);
  const { server, client, authentication, clock, renewBeforeMs } = endpoint;
  return createTokenCache(clock, renewBeforeMs, () =>
    endpoint.request((request) => clientCredentialsGrantRequest(server, client, authentication, scopeParameter(options.scope), request)),
  );
}
