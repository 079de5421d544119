import { memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsEmulator, createManagementEmulator } from "@keywright/emulator";
import type { Row } from "../row.ts";
import { BEGIN, type FollowedStream, idsOf, pass, streamOf, whileTimePasses } from "./feed-setting.ts";

const INTERVAL_MS = 30_000;
const ROUNDS = 40;
/** Not a part of the interval, so that events come at each point of it. */
const STEP_MS = 37_100;

/** At the end of the stream the feed keeps its place and looks again. */
export const caughtUp: Row = {
  id: "F34",
  fault: "no more for now: has_more false, empty audit page",
  async run(bench) {
    let worst = 0;
    let rewound = 0;
    for (const stream of ["listAuditEvents", "listAuditLogs"] as const) {
      await bench.run(stream, async (trial) => {
        const clock = trial.fakeClock();
        const { append, sent, ...service } = serviceOf(stream);
        const followed = streamOf(trial, stream, { clock, ...service });
        const arrivedAt = new Map<string, number>();
        const got: string[] = [];
        const stop = new AbortController();
        const run = followed.feed({ store: memoryCheckpoints(), since: BEGIN, pollIntervalMs: INTERVAL_MS }).run(
          ({ events }) => {
            for (const id of idsOf(events)) {
              worst = Math.max(worst, clock.now() - (arrivedAt.get(id) ?? clock.now()));
              got.push(id);
            }
          },
          { signal: stop.signal },
        );
        await pass(clock, INTERVAL_MS);
        const before = followed.asked.length;
        for (let round = 0; round < ROUNDS; round += 1) {
          arrivedAt.set(append(), clock.now());
          await pass(clock, STEP_MS);
        }
        stop.abort();
        const outcome = await trial.attempt(() => whileTimePasses(clock, run));
        const begun = followed.asked.slice(before).filter(({ text }) => !/after=|"cursor"/.test(text)).length;
        rewound += begun;
        trial.that(begun === 0, `${begun} polls began at the time again`);
        trial.that(outcome.ok && got.join() === sent().join(), "each event was to come once, in its order");
        trial.that(worst <= INTERVAL_MS + 1000, `an event came after ${worst} ms`);
      });
    }
    return `${2 * ROUNDS} new events, each delivered at most ${worst / 1000} s after it was there (interval ${INTERVAL_MS / 1000} s); ${rewound} polls from the beginning`;
  },
};

function serviceOf(stream: FollowedStream["stream"]) {
  if (stream === "listAuditEvents") {
    const emulator = createEventsEmulator({ seed: { eventsPerStream: 25 } });
    return {
      fetch: emulator.fetch,
      token: emulator.token,
      append: () => emulator.appendEvents("auditevents", {} as never)[0]?.uuid ?? "",
      sent: () => emulator.store.stream("auditevents").events.map(({ uuid }) => uuid),
    };
  }
  const emulator = createManagementEmulator({ seed: { auditEvents: 25 } });
  return {
    fetch: emulator.fetch,
    token: emulator.issueToken({ scopes: ["AuditLog.Read"] }),
    append: () => {
      emulator.appendAuditEvents({ eventType: "user_created" });
      return String(emulator.store.audit.events.at(-1)?.id);
    },
    sent: () => emulator.store.audit.events.map(({ id }) => String(id)),
  };
}
