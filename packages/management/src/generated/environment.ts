// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { type GrantEnvironmentOptions, readEnvironment, type ServiceEnvironment } from "@keywright/core/node";
import { clientCredentials } from "@keywright/core/oauth";

export type { GrantEnvironmentOptions, ServiceEnvironment };

/**
 * Reads the options of a client of the management service from the environment: the address from `KEYWRIGHT_MANAGEMENT_URL`, and the credential from one of
 * `KEYWRIGHT_MANAGEMENT_TOKEN` and `KEYWRIGHT_MANAGEMENT_TOKEN_FILE` (a file that is read again when it changes), or a client id in
 * `KEYWRIGHT_MANAGEMENT_CLIENT_ID` with its secret in `KEYWRIGHT_MANAGEMENT_CLIENT_SECRET`.
 *
 * If `KEYWRIGHT_LOG` is `debug`, `info` or `warn`, the client logs to standard error. An empty variable counts as absent.
 *
 * @param options `scope`: the scopes to ask for; by default all that the application has.
 * @returns What `createManagementClient` takes. Add other options beside: `{ ...managementEnvironment(), timeoutMs: 5000 }`.
 * @throws ConfigurationError if variables are missing, contradict each other, or are invalid. The message names them and contains no value.
 * @example
 * ```ts
 * const management = createManagementClient(managementEnvironment());
 * ```
 */
export function managementEnvironment(options?: GrantEnvironmentOptions): ServiceEnvironment {
  return readEnvironment({ service: "management", prefix: "KEYWRIGHT_MANAGEMENT", grant: { tokenUrl: "/connect/token", clientCredentials } }, options);
}
