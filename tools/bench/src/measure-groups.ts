import type { Group, Measurement, Result, Surroundings } from "./row.ts";

/** Measures the wanted rows, one group after the other. If a group throws, only its own rows have no figure, and its error as a note. */
export async function measureGroups(groups: readonly Group[], { stage, quick, wants }: Surroundings): Promise<Result[]> {
  const results: Result[] = [];
  for (const group of groups) {
    const wanted = group.rows.filter(({ name }) => wants(group.name) || wants(name));
    if (wanted.length === 0) continue;
    console.error(`measuring ${group.name} …`);
    try {
      const measured = await group.measure({ stage, quick, wants: (row) => wanted.some(({ name }) => name === row) });
      for (const row of wanted) results.push({ ...row, ...(measured[row.name] ?? failed("it was not measured")) });
    } catch (error) {
      for (const row of wanted) results.push({ ...row, ...failed(error instanceof Error ? error.message : String(error)) });
    }
  }
  return results;
}

function failed(why: string): Measurement {
  return { figure: Number.NaN, beside: [why.slice(0, 500)] };
}
