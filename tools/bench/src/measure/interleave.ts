import { shuffled } from "../statistics.ts";

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
