/** The URLs and credentials that the emulator prints when it is ready. */
export interface Services {
  readonly management: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string; readonly token: string };
  readonly vault: { readonly baseUrl: string; readonly token: string; readonly fileItemUUID: string; readonly fileUUID: string };
  readonly events: { readonly baseUrl: string; readonly token: string };
}

/** A user's program that uses a package against the emulator. Returns a summary, and throws if a result is wrong. */
export type Program = (services: Services) => Promise<string>;

/** Throws if two values differ. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}

/** Returns the error that a call throws. */
export async function errorOf(what: string, call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error(`${what}: expected an error, got none`);
}
