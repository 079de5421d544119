/** Does the same to each value, so many at a time; the results stand in the order of the values. The first failure ends it, and begins nothing more. */
export async function inParallel<Value, Result>(values: readonly Value[], atOnce: number, action: (value: Value) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  async function work(): Promise<void> {
    while (next < values.length && !failed) {
      const index = next;
      next += 1;
      try {
        results[index] = await action(values[index] as Value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, values.length) }, work));
  return results;
}
