import { type ClientOptions, createVaultClient, type VaultClient } from "../src/index.ts";

export const baseUrl = "https://vault.example.com";

/** A client with a fixed token that sends each request once, by the given function. */
export function clientOn(fetch: NonNullable<ClientOptions["fetch"]>): VaultClient {
  return createVaultClient({ baseUrl, token: "token-1", fetch, retry: false });
}

/** The error that something rejects with. */
export async function caught(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    (value) => new TypeError(`it gave ${JSON.stringify(value)} and was to reject`),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error : new TypeError(`it rejected with ${String(error)}, which is no error`);
}

/** The error that something throws. */
export function thrown(action: () => unknown): Error {
  try {
    return new TypeError(`it gave ${JSON.stringify(action())} and was to throw`);
  } catch (error) {
    return error instanceof Error ? error : new TypeError(`it threw ${String(error)}, which is no error`);
  }
}
