import { bindOperations, type ClientOptions } from "@keywright/core";
import type { VaultOperations, VaultRawOperations } from "../generated/client.ts";
import { operations } from "../generated/operations.ts";
import { parts } from "../generated/parts.ts";

/** Client of a secrets vault server: a method for each operation of its contract. Create one for each token; it holds no connection. */
export interface VaultClient extends VaultOperations {
  /** The same calls with status and headers of the answer. */
  readonly raw: VaultRawOperations;
}

/**
 * Makes a client of a secrets vault server. Nothing is sent before a method is called.
 *
 * @param options `baseUrl` is needed, and `token` by every operation that the contract secures with one.
 * @throws ConfigurationError where an option cannot work, such as a base address with a query.
 * @example
 * ```ts
 * const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: process.env.VAULT_TOKEN });
 * const vaults = await vault.listVaults();
 * ```
 */
export function createVaultClient(options: ClientOptions): VaultClient {
  return bindOperations<VaultOperations, VaultRawOperations>(operations, options, parts);
}
