import { isKeywrightError } from "@keywright/core";
import type { Bench, Trial } from "../bench.ts";
import { readGivesUp, writeStops } from "../trials.ts";
import { type Cut, cuts } from "../server/cut.ts";
import type { FaultServer } from "../server/fault-server.ts";
import { answersJson } from "../server/whole.ts";
import { eventPage, READS, WRITES } from "../subjects.ts";

const TIMES = 100;
const WRITE_TIMES = 10;
const PAGES = 4;
const PAGE_SIZE = 5;

/** Walks over pages of which one is cut; lets reads give up on what is always cut, and writes meet it. */
export async function runCutWalks(bench: Bench, ways: readonly Cut[]): Promise<string> {
  const tally = { partial: 0, skipped: 0 };
  for (const way of ways) {
    await bench.repeat(TIMES, `a walk, ${way}`, (trial, index) => walk(trial, way, index, tally));
    for (const read of READS) {
      await bench.repeat(WRITE_TIMES, `${read.name}, always ${way}`, async (trial, index) => {
        const body = Buffer.from(JSON.stringify(read.answer));
        const { error } = await readGivesUp(trial, read, cuts(way, body, cutAt(body, index, WRITE_TIMES), "application/json"), "truncated-response");
        trial.that(isKeywrightError(error) && /\d+ (of \d+ )?bytes|is empty/.test(error.message), "the message does not say after how many bytes it ended");
      });
    }
    for (const write of WRITES) {
      await bench.repeat(WRITE_TIMES, `${write.name}, ${way}`, (trial, index) => {
        const body = Buffer.from(JSON.stringify(write.answer));
        return writeStops(trial, write, cuts(way, body, cutAt(body, index, WRITE_TIMES), "application/json"), "truncated-response");
      });
    }
  }
  return `${ways.length} × ${TIMES} walks: ${tally.partial} partial and ${tally.skipped} skipped pages`;
}

/** Each index cuts elsewhere, from the first byte to the last but one. */
function cutAt(body: Uint8Array, index: number, times: number): number {
  return 1 + Math.floor((index * (body.length - 2)) / (times - 1));
}

async function walk(trial: Trial, way: Cut, index: number, tally: { partial: number; skipped: number }): Promise<void> {
  const pages = Array.from({ length: PAGES }, (_, page) => eventPage(page * PAGE_SIZE, PAGE_SIZE, `position-${page + 1}`, page < PAGES - 1));
  const cutPage = index % PAGES;
  const cutBody = Buffer.from(JSON.stringify(pages[cutPage]));
  const script = pages.flatMap((page, number) => [
    ...(number === cutPage ? [cuts(way, cutBody, cutAt(cutBody, index, TIMES), "application/json")] : []),
    answersJson(page),
  ]);
  const server: FaultServer = await trial.serve(script);
  const seen: string[] = [];
  const { events } = trial.clients(server.url);
  const outcome = await trial.attempt(async () => {
    for await (const page of events.listAuditEvents({ limit: PAGE_SIZE }, { signal: trial.signal }).pages()) {
      if (page.items.length !== PAGE_SIZE) tally.partial += 1;
      seen.push(...page.items.map(({ uuid }) => uuid ?? ""));
    }
  });
  const expected = pages.flatMap(({ items }) => items.map(({ uuid }) => uuid));
  tally.skipped += expected.filter((uuid) => !seen.includes(uuid)).length / PAGE_SIZE;
  trial.that(outcome.ok, "the walk did not come to its end");
  trial.that(seen.join() === expected.join(), `expected each of ${expected.length} events once and in order; got ${seen.length}`);
  trial.that(server.requests.length === PAGES + 1, `expected ${PAGES + 1} requests; got ${server.requests.length}`);
}
