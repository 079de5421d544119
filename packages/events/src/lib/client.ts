import { bindOperations, type ClientOptions } from "@keywright/core";
import type { EventsOperations, EventsRawOperations } from "../generated/client.ts";
import { operations } from "../generated/operations.ts";
import { parts } from "../generated/parts.ts";

/** Client of the events reporting API: a method for each operation of its contract. Create one for each token; it holds no connection. */
export interface EventsClient extends EventsOperations {
  /** The same calls with status and headers of the answer. */
  readonly raw: EventsRawOperations;
}

/**
 * Makes a client of the events reporting API. Nothing is sent before a method is called.
 *
 * @param options `baseUrl` is needed, and `token` by every operation that the contract secures with one.
 * @throws ConfigurationError where an option cannot work, such as a base address with a query.
 * @example
 * ```ts
 * const events = createEventsClient({ baseUrl: "https://events.example.com", token: process.env.EVENTS_TOKEN });
 * for await (const event of events.listSignInAttempts({ start_time: "2026-03-02T08:00:00Z" })) console.log(event.type);
 * ```
 */
export function createEventsClient(options: ClientOptions): EventsClient {
  return bindOperations<EventsOperations, EventsRawOperations>(operations, options, parts);
}
