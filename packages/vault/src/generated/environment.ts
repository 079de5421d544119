// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { type EnvironmentOptions, readEnvironment, type ServiceEnvironment } from "@keywright/core/node";

export type { EnvironmentOptions, ServiceEnvironment };

/**
 * Reads the options of a client of the vault service from the environment: the address from `KEYWRIGHT_VAULT_URL`, and the credential from one of
 * `KEYWRIGHT_VAULT_TOKEN` and `KEYWRIGHT_VAULT_TOKEN_FILE` (a file that is read again when it changes).
 *
 * If `KEYWRIGHT_LOG` is `debug`, `info` or `warn`, the client logs to standard error. An empty variable counts as absent.
 *
 * @returns What `createVaultClient` takes. Add other options beside: `{ ...vaultEnvironment(), timeoutMs: 5000 }`.
 * @throws ConfigurationError if variables are missing, contradict each other, or are invalid. The message names them and contains no value.
 * @example
 * ```ts
 * const vault = createVaultClient(vaultEnvironment());
 * ```
 */
export function vaultEnvironment(options?: EnvironmentOptions): ServiceEnvironment {
  return readEnvironment({ service: "vault", prefix: "KEYWRIGHT_VAULT" }, options);
}
