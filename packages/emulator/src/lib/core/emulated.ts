import type { Emulator } from "./create-emulator.ts";
import type { EmulatorOptions } from "./emulator-options.ts";

/** A service as the command serves it. */
export interface Emulated {
  readonly emulator: Pick<Emulator<unknown, unknown>, "clock" | "handle" | "inject" | "reset" | "restore" | "snapshot">;
  /** Returns credentials and ids for clients. Properties that are `undefined` are omitted. */
  readonly facts: () => { readonly [name: string]: unknown };
  /** Returns the credentials for people, one per line. */
  readonly lines: () => readonly string[];
  /** Returns an example command for the service's address. */
  readonly example?: (baseUrl: string) => string;
  /** Functions that append events, by stream. */
  readonly streams?: { readonly [name: string]: (events: readonly object[]) => unknown };
}

/** The services by their names, in the order of their ports. */
export type Services = ReadonlyMap<string, Emulated>;

/**
 * Creates the emulator of a service for the command.
 *
 * @param seed The service's part of a seed file.
 */
export type OpenEmulated = (options: EmulatorOptions, seed: object) => Emulated;
