import { isApiError, isKeywrightError } from "@keywright/core";
import { memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsEmulator, type Fault } from "@keywright/emulator";
import type { Row } from "../row.ts";
import { BEGIN, idsOf, pass, streamOf, whileTimePasses } from "./feed-setting.ts";

const HOURS = 12;
const HOUR_MS = 3_600_000;
const NEW_EVENTS_EVERY_MS = 20_000;

/** What the emulator can do to an answer, each to one request in a hundred. */
const FAULTS: readonly Omit<Fault, "operationId">[] = [
  { answer: "drop" },
  { answer: "reset" },
  { answer: "truncate" },
  { answer: "malformed-body" },
  { answer: "stall" },
  { answer: { status: 429, headers: { "retry-after": "7" } } },
  { answer: { status: 500 } },
  { answer: { status: 502 } },
  { answer: { status: 503 } },
  { answer: { status: 504 } },
  { delayMs: 3000 },
  { delayMs: 30_000 },
];

/** Hours with every fault at once: all comes through, once, and nothing piles up. */
export const soak: Row = {
  id: "F46",
  fault: "12 h tail, 1 % of each of 12 faults of F2 to F18",
  async run(bench) {
    const totals = { events: 0, lost: 0, doubled: 0, requests: 0, mostTimers: 0, troubles: 0 };
    await bench.run("the events service", async (trial) => {
      const clock = trial.fakeClock();
      const emulator = createEventsEmulator({ clock, seed: { eventsPerStream: 50 } });
      for (const fault of FAULTS) emulator.inject({ operationId: "listAuditEvents", times: "always", probability: 0.01, ...fault });
      const followed = streamOf(trial, "listAuditEvents", { clock, fetch: emulator.fetch, token: emulator.token });
      const got: string[] = [];
      const stop = new AbortController();
      const onEvent = ({ type }: { readonly type: string }): void => {
        if (type === "trouble") totals.troubles += 1;
      };
      const run = trial.attempt(() =>
        followed.feed({ store: memoryCheckpoints(), since: BEGIN, onEvent }).run(({ events }) => got.push(...idsOf(events)), { signal: stop.signal }),
      );
      for (let passedMs = 0; passedMs < HOURS * HOUR_MS; passedMs += NEW_EVENTS_EVERY_MS) {
        const count = passedMs % (40 * NEW_EVENTS_EVERY_MS) === 0 ? 100 : 1;
        emulator.appendEvents("auditevents", ...Array.from({ length: count }, () => ({})));
        await pass(clock, NEW_EVENTS_EVERY_MS);
        totals.mostTimers = Math.max(totals.mostTimers, clock.pending);
      }
      await pass(clock, HOUR_MS / 2);
      stop.abort();
      const outcome = await whileTimePasses(clock, run);
      const sent = idsOf(emulator.store.stream("auditevents").events);
      totals.events = sent.length;
      totals.requests = followed.asked.length;
      totals.lost += sent.filter((id) => !got.includes(id)).length;
      totals.doubled += got.length - new Set(got).size;
      trial.that(
        outcome.ok,
        `the feed was to go on through everything; it failed (${isApiError(outcome.error) ? outcome.error.status : ""}${isKeywrightError(outcome.error) ? outcome.error.code : ""})`,
      );
      trial.that(got.join() === sent.join(), "each event was to come once, in its order");
      trial.that(emulator.unusedFaults().length === 0, "a fault never struck");
    });
    return `${totals.events} events, ${totals.requests} requests: ${totals.lost} lost, ${totals.doubled} doubled; ${totals.troubles} waits by the feed itself, at most ${totals.mostTimers} timers`;
  },
};
