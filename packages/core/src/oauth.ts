export { authorizationCode } from "./lib/oauth/authorization-code.ts";
export type { AuthorizationCodeFlow, AuthorizationCodeOptions, AuthorizationRequest } from "./lib/oauth/authorization-code.ts";
export { clientCredentials, refreshToken } from "./lib/oauth/grants.ts";
export type { ClientCredentialsOptions, RefreshTokenOptions } from "./lib/oauth/grants.ts";
export type { TokenEndpointOptions } from "./lib/oauth/token-types.ts";
export type { TokenStore } from "./lib/oauth/token-types.ts";
