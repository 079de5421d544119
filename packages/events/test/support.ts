import { type ClientOptions, createEventsClient, type EventsClient } from "../src/index.ts";

const baseUrl = "https://events.example.com";

/** A client with a fixed token that sends each request once, by the given function. */
export function clientOn(fetch: NonNullable<ClientOptions["fetch"]>): EventsClient {
  return createEventsClient({ baseUrl, token: "token-1", fetch, retry: false });
}
