// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { ClientOptions } from "@keywright/core";
import { maskSecrets, writeUrl } from "@keywright/core/client";
import { readInt64, writeForm } from "@keywright/core/parts";
import { createFetchClient, type RequestOther } from "@keywright/core/openapi-fetch";
import createClient, { type Client } from "openapi-fetch";
import { operations } from "./operations.ts";
import type { paths } from "./schema.ts";

/** A client of openapi-fetch for the management service. Its requests have the tokens, retries and time limits of the ordinary client. */
export interface ManagementFetch extends Client<paths> {
  /** As in openapi-fetch; also calls an address at the origin of the service that the contract does not have. */
  request: Client<paths>["request"] & RequestOther<paths>;
}

/**
 * Returns a client of openapi-fetch for the management service. It sends no request until a method is called.
 *
 * @param options The options of `createManagementClient`.
 * @throws ConfigurationError for an invalid option, such as a `baseUrl` with a query.
 * @example
 * ```ts
 * const management = createManagementFetch({ baseUrl: "https://management.example.com", token });
 * ```
 */
export function createManagementFetch(options: ClientOptions): ManagementFetch {
  return createFetchClient(createClient<paths>, { operations, writeUrl, maskSecrets, readInt64, bodies: { form: writeForm } }, options) as ManagementFetch;
}
