import type { Emulator } from "./create-emulator.ts";
import type { EmulatorOptions } from "./emulator-options.ts";

/** A service as the command serves it. */
export interface Emulated {
  readonly emulator: Pick<Emulator<unknown, unknown>, "clock" | "handle" | "inject" | "reset">;
  /** What a client needs beside the address: credentials and ids. What is `undefined` is left out. */
  readonly facts: () => { readonly [name: string]: unknown };
  /** The credentials, a line each, for people. */
  readonly lines: () => readonly string[];
  /** A command that shows something of the service, at its address. */
  readonly example?: (baseUrl: string) => string;
  /** Its streams of events, by their names: what appends to each. */
  readonly streams?: { readonly [name: string]: (events: readonly object[]) => unknown };
}

/**
 * Makes a service alive for the command.
 *
 * @param seed The part of a seed file for this service.
 */
export type OpenEmulated = (options: EmulatorOptions, seed: object) => Emulated;
