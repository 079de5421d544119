// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { withNames } from "@keywright/core/client";
import { type GrantEnvironmentOptions, readEnvironment, type ServiceEnvironment } from "@keywright/core/node";
import { clientCredentials } from "@keywright/core/oauth";

export type { GrantEnvironmentOptions, ServiceEnvironment };

/**
 * Returns the options of a client for the management service from environment variables: the address from `KEYWRIGHT_MANAGEMENT_URL`, and the credential from
 * `KEYWRIGHT_MANAGEMENT_TOKEN` or `KEYWRIGHT_MANAGEMENT_TOKEN_FILE` (a file; it is read again when it changes), or a client id in
 * `KEYWRIGHT_MANAGEMENT_CLIENT_ID` with its secret in `KEYWRIGHT_MANAGEMENT_CLIENT_SECRET`.
 *
 * If `KEYWRIGHT_LOG` is `debug`, `info` or `warn`, the client logs to standard error. An empty variable is the same as an absent one.
 *
 * @param options `scope`: the scopes to request. Default: all scopes of the application.
 * @returns Options for `createManagementClient`. Add others with `{ ...managementEnvironment(), timeoutMs: 5000 }`.
 * @throws ConfigurationError if variables are missing, contradictory or invalid. The message has their names and no values.
 * @example
 * ```ts
 * const management = createManagementClient(managementEnvironment());
 * ```
 */
export function managementEnvironment(options?: GrantEnvironmentOptions): ServiceEnvironment {
  return readEnvironment({ service: "management", prefix: "KEYWRIGHT_MANAGEMENT", grant: { tokenUrl: "/connect/token", clientCredentials, withNames } }, options);
}
