/** Does the same to each value, so many at a time; the results stand in the order of the values. The first failure ends it, and begins nothing more. */
export async function inParallel<Value, Result>(values: readonly Value[], atOnce: number, action: (value: Value) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  // Shared: each value is taken once, by whoever is free.
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
