/** Runs an action for each value, at most `atOnce` at a time, and returns the results in the order of the values. Starts no further action after the first failure. */
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
