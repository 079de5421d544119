import type { Group, Result, Surroundings } from "./row.ts";

/** Options of {@link runGroups}. */
export interface RunOptions extends Omit<Surroundings, "wants"> {
  /** Names of rows or groups to measure; empty for all. */
  readonly only: readonly string[];
  /** Called with the progress. */
  readonly tell: (line: string) => void;
}

/** Returns the names that are neither a row nor a group. */
export function unknownNames(groups: readonly Group[], only: readonly string[]): string[] {
  const known = groups.flatMap(({ name, rows }) => [name, ...rows.map((row) => row.name)]);
  return only.filter((name) => !known.includes(name));
}

/** Measures the wanted rows, one group after the other. If a group throws, only its own rows fail. */
export async function runGroups(groups: readonly Group[], { stage, quick, only, tell }: RunOptions): Promise<Result[]> {
  const results: Result[] = [];
  for (const group of groups) {
    const wanted = group.rows.filter(({ name }) => only.length === 0 || only.includes(group.name) || only.includes(name));
    if (wanted.length === 0) continue;
    tell(`measuring ${group.name} …`);
    try {
      const measured = await group.measure({ stage, quick, wants: (row) => wanted.some(({ name }) => name === row) });
      for (const row of wanted) results.push({ row, measurement: measured[row.name] ?? { failed: "it was not measured" } });
    } catch (error) {
      const failed = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      for (const row of wanted) results.push({ row, measurement: { failed } });
    }
  }
  return results;
}
