import type { runCommand } from "../command/run-command.ts";
import type { Lane, Part } from "./part.ts";

export type Outcome = Awaited<ReturnType<typeof runCommand>>;

/**
 * Runs all parts, whatever fails: the lanes side by side, the parts of a lane one after the other.
 *
 * @param run Runs one part to its end.
 * @param ended Called with the name of each part when it ends.
 * @returns The names of the parts that failed, in the order of the lanes.
 */
export async function runParts(
  lanes: readonly Lane[],
  run: (part: Part) => Promise<Outcome>,
  ended: (name: string, outcome: Outcome, ms: number) => void,
): Promise<readonly string[]> {
  const runLane = async (parts: Lane): Promise<readonly string[]> => {
    const failed: string[] = [];
    for (const [name, part] of parts) {
      const start = performance.now();
      const outcome = await run(part);
      if (!outcome.ok) failed.push(name);
      ended(name, outcome, performance.now() - start);
    }
    return failed;
  };
  return (await Promise.all(lanes.map(runLane))).flat();
}
