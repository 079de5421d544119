/** What the emulator says when it is ready: addresses and credentials. */
export interface Services {
  readonly management: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string; readonly token: string };
  readonly vault: { readonly baseUrl: string; readonly token: string; readonly fileItemUUID: string; readonly fileUUID: string };
  readonly events: { readonly baseUrl: string; readonly token: string };
}

/** What a user would do with a package, against the emulator. Says what it has done, and throws where something is not as it must be. */
export type Program = (services: Services) => Promise<string>;

/** Throws where two values are not the same. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}

/** The error that a call throws. */
export async function errorOf(what: string, call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error(`${what}: expected an error, got none`);
}
