import type { runCommand } from "@keywright/tool-test-kit/command/run-command";

/** The parts of `npx pnpm check`, each a script of the root. Both lanes take about the same time. Parts that need the build are in the second. */
export const LANES: readonly (readonly string[])[] = [
  ["types", "lint", "format:check", "contracts", "structure", "generate --check", "contract:diff"],
  ["api", "bench:call", "sizes", "words"],
];

/** The result of a part. */
export type Outcome = Awaited<ReturnType<typeof runCommand>>;

/**
 * Runs all parts, whatever fails: the lanes side by side, the parts of a lane one after the other.
 *
 * @param run Runs one part to its end.
 * @param ended Called with each part when it ends.
 * @returns The parts that failed, in the order of the lanes.
 */
export async function runParts(
  lanes: typeof LANES,
  run: (part: string) => Promise<Outcome>,
  ended: (part: string, outcome: Outcome, ms: number) => void,
): Promise<readonly string[]> {
  const runLane = async (parts: readonly string[]): Promise<readonly string[]> => {
    const failed: string[] = [];
    for (const part of parts) {
      const start = performance.now();
      const outcome = await run(part);
      if (!outcome.ok) failed.push(part);
      ended(part, outcome, performance.now() - start);
    }
    return failed;
  };
  return (await Promise.all(lanes.map(runLane))).flat();
}
