import { type Measurement, written } from "./row.ts";

/**
 * Runs each name in every round, in a random order, so that changes of the machine affect all.
 *
 * @param rounds Number of rounds, after one that does not count.
 * @returns The results of the rounds by name.
 */
export async function interleave<Name extends string, Value>(
  names: readonly Name[],
  rounds: number,
  run: (name: Name) => Promise<Value>,
): Promise<{ readonly [name in Name]: Value[] }> {
  const values = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as { [name in Name]: Value[] };
  for (let round = -1; round < rounds; round += 1) {
    const places = new Map(names.map((name) => [name, Math.random()]));
    for (const name of [...names].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))) {
      const value = await run(name);
      if (round >= 0) values[name].push(value);
    }
  }
  return values;
}

/** Measures names in rounds. The figure is the first's ratio to the second; medians are noted. */
export async function compare<Name extends string>(
  names: readonly [Name, Name, ...Name[]],
  { rounds, unit }: { readonly rounds: number; readonly unit: string },
  run: (name: Name) => Promise<number>,
): Promise<Measurement> {
  const values = await interleave(names, rounds, run);
  const medians = names.map((name) => `${name} ${written(median(values[name]))}`).join(", ");
  return summary(pairedRatios(values[names[0]], values[names[1]]), [`${medians} ${unit}`]);
}

/** Returns the median, and the middle half of the values. */
export function summary(values: readonly number[], beside: readonly string[] = []): Measurement {
  return { figure: median(values), spread: [quantile(values, 0.25), quantile(values, 0.75)], beside };
}

/** Returns the ratios of the rounds, which do not depend on how fast the machine was in a round. */
export function pairedRatios(values: readonly number[], bases: readonly number[]): number[] {
  return values.map((value, round) => value / (bases[round] ?? Number.NaN));
}

/** Returns the median; `NaN` for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}
