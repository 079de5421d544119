import { bindOperations, type ClientOptions } from "@keywright/core";
import type { ManagementOperations, ManagementRawOperations } from "../generated/client.ts";
import { operations } from "../generated/operations.ts";
import { parts } from "../generated/parts.ts";

/** Client of the management service: a method for each operation of its contract. Create one for each token; it holds no connection. */
export interface ManagementClient extends ManagementOperations {
  /** The same calls with status and headers of the answer. */
  readonly raw: ManagementRawOperations;
}

/**
 * Makes a client of the management service. Nothing is sent before a method is called.
 *
 * @param options `baseUrl` is needed, and `token` by every operation that the contract secures with one.
 * @throws ConfigurationError where an option cannot work, such as a base address with a query.
 * @example
 * ```ts
 * const management = createManagementClient({ baseUrl: "https://management.example.com", token: process.env.MANAGEMENT_TOKEN });
 * const root = await management.listAppCategories();
 * ```
 */
export function createManagementClient(options: ClientOptions): ManagementClient {
  return bindOperations<ManagementOperations, ManagementRawOperations>(operations, options, parts);
}
