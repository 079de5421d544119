/** Wakes functions that wait for a change. */
export interface Changes {
  /** A service has sent a response. */
  requested(): void;
  /** The control port has changed something. */
  controlled(): void;
  /** How often the control port has changed something. */
  readonly controls: number;
  /** Resolves with the next change, or if the signal aborts. */
  next(signal: AbortSignal | undefined): Promise<void>;
}

/**
 * Creates changes that no function waits for.
 *
 * @param changed Called with each change.
 */
export function createChanges(changed: () => void): Changes {
  const waiting = new Set<() => void>();
  let controls = 0;
  const wake = (): void => {
    changed();
    for (const resume of waiting) resume();
    waiting.clear();
  };
  return {
    requested: wake,
    controlled() {
      controls += 1;
      wake();
    },
    get controls() {
      return controls;
    },
    next: (signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done);
          signal?.removeEventListener("abort", done);
          resolve();
        };
        waiting.add(done);
        signal?.addEventListener("abort", done);
      }),
  };
}
