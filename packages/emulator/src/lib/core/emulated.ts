import type { Emulator } from "./create-emulator.ts";
import type { EmulatorOptions } from "./service/emulator-options.ts";
import type { BearerToken } from "./service/tokens.ts";

/** A service as the command serves it. */
export interface Emulated {
  readonly emulator: Emulator<unknown, unknown>;
  /** Returns credentials and ids for clients. Properties that are `undefined` are omitted. */
  readonly facts: () => { readonly [name: string]: unknown };
  /** Returns the credentials for people, one per line. */
  readonly lines: () => readonly string[];
  /** Returns an example command for the service's address. */
  readonly example?: (baseUrl: string) => string;
  /** Functions that append events, by stream. */
  readonly streams?: { readonly [name: string]: (events: readonly object[]) => unknown };
  /** The tokens of the service. */
  readonly tokens?: EmulatedTokens;
  /** Changes that no operation can make, by route, such as `files`. Each checks its body. */
  readonly actions?: { readonly [name: string]: (body: never) => object | void };
}

/** The tokens of a service as tests can list, issue and revoke them. */
export interface EmulatedTokens {
  list(): readonly BearerToken[];
  /** Issues a token. Returns its value. */
  issue(options: object): string;
  revoke(value: string): void;
}

/** The services by their names, in the order of their ports. */
export type Services = ReadonlyMap<string, Emulated>;

/** Returns the emulators of the services by their names. */
export function emulatorsOf(services: Services): { readonly [service: string]: Emulated["emulator"] } {
  return Object.fromEntries([...services].map(([service, { emulator }]) => [service, emulator]));
}

/**
 * Creates the emulator of a service for the command.
 *
 * @param seed The service's part of a seed file.
 * @param token The first token, for one of many accounts: there are 100 events in each log.
 */
export type OpenEmulated = (options: EmulatorOptions, seed: object, token?: string) => Emulated;
