import { type ClientOptions, createVaultClient, type VaultClient } from "../src/index.ts";

export const baseUrl = "https://vault.example.com";

/** A client with a fixed token that sends each request once, by the given function. */
export function clientOn(fetch: NonNullable<ClientOptions["fetch"]>): VaultClient {
  return createVaultClient({ baseUrl, token: "token-1", fetch, retry: false });
}
