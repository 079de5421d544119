// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { ClientOptions } from "@keywright/core";
import { maskSecrets, writeUrl } from "@keywright/core/client";
import { createFetchClient, type RequestOther } from "@keywright/core/openapi-fetch";
import createClient, { type Client } from "openapi-fetch";
import { operations } from "./operations.ts";
import type { paths } from "./schema.ts";

/** A client of openapi-fetch for the vault service. Its requests have the tokens, retries and time limits of the ordinary client. */
export interface VaultFetch extends Client<paths> {
  /** As in openapi-fetch; also calls an address at the origin of the service that the contract does not have. */
  request: Client<paths>["request"] & RequestOther<paths>;
}

/**
 * Returns a client of openapi-fetch for the vault service. It sends no request until a method is called.
 *
 * @param options The options of `createVaultClient`.
 * @throws ConfigurationError for an invalid option, such as a `baseUrl` with a query.
 * @example
 * ```ts
 * const vault = createVaultFetch({ baseUrl: "https://vault.example.com", token });
 * ```
 */
export function createVaultFetch(options: ClientOptions): VaultFetch {
  return createFetchClient(createClient<paths>, { operations, writeUrl, maskSecrets }, options) as VaultFetch;
}
