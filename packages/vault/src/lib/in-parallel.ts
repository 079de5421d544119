/** Runs an action for each value, `atOnce` at a time, until one fails; returns results in order. */
export async function inParallel<Value, Result>(values: readonly Value[], atOnce: number, action: (value: Value) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  // All workers share this iterator, so each value is used once.
  const queue = values.entries();
  let failed = false;
  async function work(): Promise<void> {
    for (const [index, value] of queue) {
      if (failed) return;
      try {
        results[index] = await action(value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, values.length) }, work));
  return results;
}

/** Runs an action when less than the limit of others run. */
export type Limit = <Value>(action: () => Promise<Value>) => Promise<Value>;

/** Returns a limit on actions that run at the same time. They start in the order of the calls. */
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
