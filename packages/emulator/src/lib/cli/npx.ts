import type { Clock } from "../core/clock.ts";

const LOOK_EVERY_MS = 250;

/** What is known of the process that started this one. */
export interface Surroundings {
  readonly clock: Clock;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Returns the id of the parent process as it is now. */
  readonly parent: () => number;
}

/**
 * Calls back when npx has ended, if npx started this process.
 *
 * npx runs a command in a shell, and a signal to npx ends that shell but not the command. The system then gives the command another parent.
 *
 * @returns A function that ends the watch.
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
