import { memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsEmulator, createManagementEmulator } from "@keywright/emulator";
import { expectFailure } from "../bench.ts";
import type { Row } from "../row.ts";
import { SENTINELS } from "../sentinels.ts";
import { BEGIN, type FollowedStream, idsOf, streamOf, catchUp } from "./feed-setting.ts";

const EVENTS = 100;
const PAGES = 9;

/** A position that the service has forgotten, or never gave: the feed says so and stays where it is. */
export const cursors: Row = {
  id: "F37",
  fault: "cursor refused (400) at page k, each k of 1..9; malformed cursor",
  async run(bench) {
    const totals = { refused: 0, restarts: 0, lost: 0, runs: 0 };
    for (const stream of ["listAuditEvents", "listAuditLogs"] as const) {
      await bench.repeat(PAGES + 1, `${stream}, refused behind page`, async (trial, k) => {
        const malformed = k === PAGES;
        const { fetch, token, sent } = serviceOf(stream);
        const clock = trial.fakeClock();
        const store = memoryCheckpoints();
        const got: string[] = [];
        let refusing = true;
        const followed = streamOf(trial, stream, {
          clock,
          token,
          fetch: async (url, init) => {
            if (!malformed && refusing && followed.asked.length === k + 2) return Response.json({ status: 400, message: "invalid cursor" }, { status: 400 });
            return fetch(url, init);
          },
        });
        if (malformed) {
          const checkpoint = await store.acquire(stream);
          await checkpoint.save({ cursor: SENTINELS.cursor }, 0);
          await checkpoint.release();
        }
        const run = () => catchUp(trial, clock, followed.feed({ store, since: BEGIN }), got);
        const outcome = await run();
        totals.runs += 1;
        if (!outcome.ok) totals.refused += 1;
        expectFailure(trial, outcome, "cursor-refused");
        refusing = false;
        // Again: nothing but the same position is asked for, and where it is known by now nothing was missed.
        const again = await run();
        const restarts = followed.asked.slice(malformed ? 0 : 1).filter(({ text }) => !/after=|"cursor"/.test(text)).length;
        totals.restarts += restarts;
        trial.that(restarts === 0, `${restarts} requests began at a time`);
        if (malformed) return expectFailure(trial, again, "cursor-refused");
        totals.lost += sent.filter((id) => !got.includes(id)).length;
        trial.that(again.ok && got.join() === sent.join(), "each event was to come once, in its order, once the position is taken again");
      });
    }
    return `${totals.refused}/${totals.runs} refused with a typed error, ${totals.restarts} silent restarts, ${totals.lost} lost when followed again`;
  },
};

function serviceOf(stream: FollowedStream["stream"]) {
  if (stream === "listAuditEvents") {
    const emulator = createEventsEmulator({ seed: { eventsPerStream: EVENTS } });
    return { fetch: emulator.fetch, token: emulator.token, sent: idsOf(emulator.store.stream("auditevents").events) };
  }
  const emulator = createManagementEmulator({ seed: { auditEvents: EVENTS } });
  const token = emulator.issueToken({ scopes: ["AuditLog.Read"] });
  return { fetch: emulator.fetch, token, sent: idsOf(emulator.store.audit.events) };
}
