import { createVaultEmulator } from "@keywright/emulator";
import { type APIRequest, distinctActivity } from "@keywright/vault";
import type { Row } from "../row.ts";

const BASE_URL = "https://vault.example.com";
/** How many records are made for each page that is read: from none to half of the page. */
const MOST_ARRIVALS = 10;
const PAGE_SIZE = 20;

/** Requests are recorded while the records are read: the walk repeats some, the helper takes those out, and nobody can say that none is missed. */
export const activity: Row = {
  id: "F42",
  fault: "vault activity by offset while records are added",
  async run(bench) {
    const counts = { given: 0, repeated: 0, left: 0, missed: 0, unseen: 0 };
    await bench.repeat(MOST_ARRIVALS + 1, "a walk, arrivals for each page + 1 =", async (trial, arrivals) => {
      const { token, fetch } = createVaultEmulator({ randomSeed: arrivals });
      const { vault } = trial.clients(BASE_URL, { token, fetch });
      const [first] = await vault.listVaults();
      const read = (): Promise<unknown> => vault.getVault({ vaultUUID: first?.id ?? "" });
      const before = await idsOf(vault.listActivity({ limit: 1000 }));
      const given: string[] = [];
      // Others go on while a page is handled.
      async function* busy(): AsyncGenerator<APIRequest, void, undefined> {
        for await (const record of vault.listActivity({ limit: PAGE_SIZE })) {
          given.push(idOf(record));
          yield record;
          if (given.length % PAGE_SIZE === 0) for (let more = 0; more < arrivals; more += 1) await read();
        }
      }
      const outcome = await trial.attempt(() => idsOf(distinctActivity(busy())));
      const kept = outcome.value ?? [];
      const after = await idsOf(vault.listActivity({ limit: 1000 }));
      counts.given += given.length;
      counts.repeated += given.length - new Set(given).size;
      counts.left += kept.length - new Set(kept).size;
      counts.missed += missing(before, kept);
      counts.unseen += missing(after, [...before, ...kept]);
      trial.that(outcome.ok && kept.join() === [...new Set(given)].join(), "each record was to be given once, in its order");
      trial.that(missing(before, kept) === 0, "a record was missed that was there before the walk began");
      trial.that(arrivals === 0 || given.length > kept.length, "the walk was to give records twice, or the helper has nothing to do");
    });
    return `${counts.given} records given, ${counts.repeated} of them repeated, ${counts.left} behind the helper; missed: ${counts.missed} of those before the walk, ${counts.unseen} made meanwhile`;
  },
};

const idOf = ({ requestID, requestId }: APIRequest): string => requestID ?? requestId ?? "";

async function idsOf(records: AsyncIterable<APIRequest>): Promise<string[]> {
  const ids: string[] = [];
  for await (const record of records) ids.push(idOf(record));
  return ids;
}

function missing(wanted: readonly string[], found: readonly string[]): number {
  const known = new Set(found);
  return wanted.filter((id) => !known.has(id)).length;
}
