/** Runs an action when less than the limit of others run. */
export type Limit = <Value>(action: () => Promise<Value>) => Promise<Value>;

/** Returns a limit on the number of actions that run at the same time. Actions start in the order of the calls. */
export function createLimit(atOnce: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (action) => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await action();
    } finally {
      const next = waiting.shift();
      // The next action takes the place of this one.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
