/** The result of a part. */
export interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

/** A part that has ended. */
export interface Ended extends Outcome {
  readonly part: string;
  readonly ms: number;
}

/**
 * Runs all parts, whatever fails: the lanes side by side, the parts of a lane one after the other.
 *
 * @param lanes The parts. Those of a lane need the same, such as the build.
 * @param run Runs one part to its end.
 * @param ended Called with each part when it ends.
 * @returns The parts that failed, in the order of the lanes.
 */
export async function runParts(
  lanes: readonly (readonly string[])[],
  run: (part: string) => Promise<Outcome>,
  ended: (part: Ended) => void,
  now: () => number = () => performance.now(),
): Promise<readonly string[]> {
  const failed = await Promise.all(
    lanes.map(async (parts) => {
      const names: string[] = [];
      for (const part of parts) {
        const start = now();
        const { ok, output } = await run(part).catch((error: unknown) => ({ ok: false, output: String(error) }));
        if (!ok) names.push(part);
        ended({ part, ok, output, ms: now() - start });
      }
      return names;
    }),
  );
  return failed.flat();
}
