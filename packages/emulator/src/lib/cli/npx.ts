import type { Clock } from "../core/time/clock.ts";

const LOOK_EVERY_MS = 250;

/** Facts about the process that started this one. */
export interface Surroundings {
  readonly clock: Clock;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Returns the current id of the parent process. */
  readonly parent: () => number;
}

/**
 * Calls back when npx has ended, if npx started this process.
 *
 * A signal to npx ends its shell but not the command, whose parent process then changes.
 *
 * @returns A function that stops watching.
 */
export function onNpxEnd({ clock, environment, parent }: Surroundings, callback: () => void): () => void {
  if (environment["npm_lifecycle_event"] !== "npx") return () => {};
  const first = parent();
  let timer: unknown;
  const look = (): void => {
    if (parent() === first) timer = clock.after(LOOK_EVERY_MS, look);
    else callback();
  };
  look();
  return () => clock.clear(timer);
}
