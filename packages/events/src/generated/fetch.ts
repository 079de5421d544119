// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { ClientOptions } from "@keywright/core";
import { createFetchClient, type RequestOther } from "@keywright/core/openapi-fetch";
import createClient, { type Client } from "openapi-fetch";
import { operations } from "./operations.ts";
import type { paths } from "./schema.ts";

/** A client of openapi-fetch for the events service. Its requests have the tokens, retries and time limits of the ordinary client. */
export interface EventsFetch extends Client<paths> {
  /** As in openapi-fetch; also calls an address at the origin of the service that the contract does not have. */
  request: Client<paths>["request"] & RequestOther<paths>;
}

/**
 * Returns a client of openapi-fetch for the events service. It sends no request until a method is called.
 *
 * @param options The options of `createEventsClient`.
 * @throws ConfigurationError for an invalid option, such as a `baseUrl` with a query.
 * @example
 * ```ts
 * const events = createEventsFetch({ baseUrl: "https://events.example.com", token });
 * ```
 */
export function createEventsFetch(options: ClientOptions): EventsFetch {
  return createFetchClient(createClient<paths>, { operations }, options) as EventsFetch;
}
