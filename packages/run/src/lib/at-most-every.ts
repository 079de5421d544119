import type { Clock } from "@keywright/core";

/** An action that runs at most once in an interval. */
export interface Limited {
  /** Runs the action now, or at the end of the interval: once for all requests until then. */
  request(): void;
  /** Drops a request that waits. */
  end(): void;
}

/** Limits how often an action runs. */
export function atMostEvery(intervalMs: number, clock: Clock, action: () => void): Limited {
  let last = -Infinity;
  let timer: unknown;
  function act(): void {
    timer = undefined;
    last = clock.now();
    action();
  }
  return {
    request() {
      if (timer !== undefined) return;
      const delayMs = last + intervalMs - clock.now();
      if (delayMs > 0) timer = clock.after(delayMs, act);
      else act();
    },
    end() {
      clock.clear(timer);
    },
  };
}
