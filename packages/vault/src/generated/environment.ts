// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { type EnvironmentOptions, readEnvironment, type ServiceEnvironment } from "@keywright/core/node";

export type { EnvironmentOptions, ServiceEnvironment };

/**
 * Returns the options of a client for the vault service from environment variables: the address from `KEYWRIGHT_VAULT_URL`, and the credential from
 * `KEYWRIGHT_VAULT_TOKEN` or `KEYWRIGHT_VAULT_TOKEN_FILE` (a file; it is read again when it changes).
 *
 * If `KEYWRIGHT_LOG` is `debug`, `info` or `warn`, the client logs to standard error. An empty variable is the same as an absent one.
 *
 * @returns Options for `createVaultClient`. Add others with `{ ...vaultEnvironment(), timeoutMs: 5000 }`.
 * @throws ConfigurationError if variables are missing, contradictory or invalid. The message has their names and no values.
 * @example
 * ```ts
 * const vault = createVaultClient(vaultEnvironment());
 * ```
 */
export function vaultEnvironment(options?: EnvironmentOptions): ServiceEnvironment {
  return readEnvironment({ service: "vault", prefix: "KEYWRIGHT_VAULT" }, options);
}
