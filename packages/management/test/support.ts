import { type ClientOptions, createManagementClient, type ManagementClient } from "../src/index.ts";

export const baseUrl = "https://management.example.com";

/** A client with a fixed token that sends each request once, by the given function. */
export function clientOn(fetch: NonNullable<ClientOptions["fetch"]>): ManagementClient {
  return createManagementClient({ baseUrl, token: "token-1", fetch, retry: false });
}
