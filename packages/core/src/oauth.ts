export { authorizationCode } from "./lib/oauth/authorization-code.ts";
export type { AuthorizationCodeFlow, AuthorizationCodeOptions, AuthorizationRequest } from "./lib/oauth/authorization-code.ts";
export { clientCredentials } from "./lib/oauth/client-credentials.ts";
export type { ClientCredentialsOptions } from "./lib/oauth/client-credentials.ts";
export { refreshToken } from "./lib/oauth/refresh-token.ts";
export type { RefreshTokenOptions } from "./lib/oauth/refresh-token.ts";
export type { TokenEndpointOptions } from "./lib/oauth/token-endpoint-options.ts";
export type { TokenStore } from "./lib/oauth/token-store.ts";
