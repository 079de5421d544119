import { shuffled } from "../statistics.ts";

/**
 * Runs each of several in every round, in a new order each time, so that what changes on the machine meets all of them alike.
 *
 * @param warmUps How many rounds come first and do not count.
 * @returns By name, what each round gave.
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
