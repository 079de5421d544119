import type { Measurement, Row, Surroundings } from "../measure/row.ts";
import { type Seen, withVaultServer } from "../measure/vault-server.ts";
import { withWorkers } from "../measure/workers.ts";
import { LARGE_VAULT, POLL_MS } from "../programs/large-vault.ts";
import type { Watching } from "../programs/watch-vault.ts";

/** The polls before the change: two that read the list, and twice ten. */
const POLLS = 22;

/** Runs a cache of a large vault once, in a process, and returns a figure of it. */
function measureCache({ stage }: Surroundings, figureOf: (seen: Seen, watching: Watching) => number): Promise<Measurement> {
  return withVaultServer((url, seen) =>
    withWorkers(stage, async (ask) => {
      const watching = await ask<Watching>("watch-vault", [url], POLLS);
      return { figure: figureOf(seen, watching) };
    }),
  );
}

const what = `secretCache of a vault of ${LARGE_VAULT.items.toLocaleString("en-US")} items`;

/** What it takes to watch one secret of a large vault. */
export const largeVault: readonly Row[] = [
  {
    name: "vault-memory",
    what: `${what}: most memory of the process`,
    unit: "MiB",
    goal: { atMost: 130 },
    measure: (surroundings) => measureCache(surroundings, (_seen, { mebibytes }) => mebibytes),
  },
  {
    name: "vault-idle",
    what: `${what}: bytes of nine of ten polls without a change`,
    unit: "B",
    goal: { atMost: 2000 },
    // After the load and the first two polls, the tenth of ten reads the list.
    measure: (surroundings) => measureCache(surroundings, ({ bytes }) => ninthOfTen(bytes.slice(7, 7 + POLLS - 2))),
  },
  {
    name: "vault-change",
    what: `${what}: time from a change to its report − interval of polls`,
    unit: "ms",
    goal: { atMost: 2000 },
    measure: (surroundings) => measureCache(surroundings, ({ changeMs }) => changeMs - POLL_MS),
  },
];

/** The largest of the smallest nine tenths. */
function ninthOfTen(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.9) - 1] ?? Number.NaN;
}
