import type { Group, Result } from "./row.ts";
import { seededRandom } from "./statistics.ts";

/** How groups are run. */
export interface RunOptions {
  readonly stage: string;
  readonly quick: boolean;
  readonly seed: number;
  /** Told what is being measured. */
  readonly tell: (line: string) => void;
}

/** Measures the rows that were asked for, group after group. What breaks fails its rows and no others. */
export async function runGroups(
  asked: readonly { readonly group: Group; readonly rows: readonly string[] }[],
  { stage, quick, seed, tell }: RunOptions,
): Promise<Result[]> {
  const random = seededRandom(seed);
  const results: Result[] = [];
  for (const { group, rows } of asked) {
    tell(`measuring ${group.name} …`);
    const wanted = group.rows.filter(({ name }) => rows.includes(name));
    try {
      const measured = await group.measure({ stage, quick, random, wants: (row) => rows.includes(row) });
      for (const row of wanted) results.push({ row, measurement: measured[row.name] ?? { failed: "it was not measured" } });
    } catch (error) {
      const failed = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      for (const row of wanted) results.push({ row, measurement: { failed } });
    }
  }
  return results;
}
