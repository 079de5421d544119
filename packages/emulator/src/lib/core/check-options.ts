import type { EmulatorOptions } from "./create-emulator.ts";

/**
 * Sees that something is an object.
 *
 * @param what What it is, in words, such as `the options of serveEmulator`.
 * @throws TypeError for anything else, such as a port in place of `{ port }`.
 */
export function checkObject(what: string, value: unknown): void {
  if (typeof value !== "object" || value === null) throw new TypeError(`${what} must be an object; got ${describe(value)}`);
}

/** Sees that an emulator can be made of its options. */
export function checkEmulatorOptions(by: string, options: EmulatorOptions & { readonly seed?: unknown }): void {
  checkObject(`the options of ${by}`, options);
  const { seed, clock, onExchange, onDefect } = options;
  if (seed !== undefined) checkObject(`the seed of ${by}`, seed);
  if (clock !== undefined && typeof clock?.now !== "function")
    throw new TypeError(`the clock of ${by} must be one such as manualClock gives; got ${describe(clock)}`);
  for (const [name, value] of Object.entries({ onExchange, onDefect }))
    if (value !== undefined && typeof value !== "function") throw new TypeError(`${name} of ${by} must be a function; got ${describe(value)}`);
}

/** What came, without its content. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  return value === null || typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}
