import type { Measurement } from "./row.ts";

/**
 * Runs each of several functions in every round, in a random order, so that changes of the machine affect all alike.
 *
 * @param warmUps Number of first rounds that do not count.
 * @returns The results of the rounds by name.
 */
export async function interleave<Name extends string, Value>(
  names: readonly Name[],
  { rounds, warmUps = 1 }: { readonly rounds: number; readonly warmUps?: number },
  run: (name: Name) => Promise<Value>,
): Promise<{ readonly [name in Name]: Value[] }> {
  const values = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as { [name in Name]: Value[] };
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const name of shuffled(names)) {
      const value = await run(name);
      if (round >= 0) values[name].push(value);
    }
  }
  return values;
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
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

/** Interpolates between two values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}
