import { memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsEmulator } from "@keywright/emulator";
import type { Row } from "../row.ts";
import { BEGIN, idsOf, streamOf, catchUp } from "./feed-setting.ts";

const EVENTS = 200;
const HOUR_MS = 3_600_000;
const DAY = Date.UTC(2026, 2, 2);

/** What the times and ids say, by the place in the stream. */
const WAYS: readonly (readonly [way: string, hourOf: (index: number) => number, numberOf: (index: number) => number])[] = [
  ["times that go back", (index) => -index, (index) => index],
  ["times without order", (index) => (index * 73) % EVENTS, (index) => index],
  ["equal times", () => 0, (index) => index],
  ["ids that descend", (index) => index, (index) => EVENTS - index],
  ["ids and times without order", (index) => (index * 31) % 7, (index) => (index * 117) % EVENTS],
];

/** The order of the stream is the order: nothing is sorted by what events say, and nothing is left out for it. */
export const order: Row = {
  id: "F36",
  fault: "times out of order or equal, ids not ascending",
  async run(bench) {
    let dropped = 0;
    let moved = 0;
    for (const [way, hourOf, numberOf] of WAYS) {
      for (const limit of [1, 7, 100]) {
        await bench.run(`${way}, ${limit} a page`, async (trial) => {
          const emulator = createEventsEmulator({ seed: { eventsPerStream: 1 } });
          const clock = trial.fakeClock();
          const before = emulator.store.stream("auditevents").events.length;
          emulator.appendEvents(
            "auditevents",
            ...Array.from({ length: EVENTS }, (_unused, index) => ({
              uuid: `EVENT${String(numberOf(index)).padStart(8, "0")}`,
              timestamp: new Date(DAY + hourOf(index) * HOUR_MS).toISOString(),
            })),
          );
          const sent = idsOf(emulator.store.stream("auditevents").events.slice(before));
          const got: string[] = [];
          const feed = streamOf(trial, "listAuditEvents", { clock, fetch: emulator.fetch, token: emulator.token }).feed({
            store: memoryCheckpoints(),
            since: BEGIN,
            repeatedIds: 1000,
          });
          const outcome = await catchUp(trial, clock, feed, got);
          const given = got.slice(before);
          dropped += sent.filter((id) => !given.includes(id)).length;
          moved += sent.filter((id, index) => given[index] !== id).length;
          trial.that(outcome.ok && given.join() === sent.join(), `${sent.length} were sent, ${given.length} given, or in another order`);
        });
      }
    }
    return `${dropped} dropped, ${moved} out of the stream's order, of ${WAYS.length * 3 * EVENTS}`;
  },
};
