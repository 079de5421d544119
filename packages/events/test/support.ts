import { type ClientOptions, createEventsClient, type EventsClient } from "../src/index.ts";

const baseUrl = "https://events.example.com";

/** A client with a fixed token that sends by the given function; each request once, unless `retry` says otherwise. */
export function clientOn(fetch: NonNullable<ClientOptions["fetch"]>, { retry = false }: Pick<ClientOptions, "retry"> = {}): EventsClient {
  return createEventsClient({ baseUrl, token: "token-1", fetch, retry });
}
