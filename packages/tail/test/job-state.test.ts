import { CheckpointError } from "@keywright/core/feeds";
import { SinkError } from "@keywright/sinks";
import { expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { logFeedEvent, logSinkEvent } from "../src/lib/report/job-log.ts";
import { createJobState, recordFeedEvent, recordSinkEvent } from "../src/lib/report/job-state.ts";
import type { Entry } from "../src/lib/report/log.ts";
import { metricsText } from "../src/lib/report/metrics.ts";
import type { Job } from "../src/lib/settings/settings.ts";

const job = { stream: "auditevents", sink: { name: "database", address: { kind: "stdout" } } } as Job;

it.each([
  [["id-1"], "the sink keeps other content for the id id-1: ids should be unique in a stream"],
  [["id-1", "id-2", "id-3"], "the sink keeps other content for the id id-1 and 2 more: ids should be unique in a stream"],
])("logs and counts events whose id the sink has with other content, also with --quiet: %s", (ids, message) => {
  const entries: Entry[] = [];
  const state = createJobState(job);
  const event = { type: "differing", stream: "auditevents", ids } as const;
  for (const quiet of [true, false]) logSinkEvent(job, event, { quiet }, { write: (entry) => entries.push(entry), draw: () => {}, end: () => {} });
  recordSinkEvent(state, event);
  expect(entries).toEqual(
    Array.from({ length: 2 }, () => ({ level: "error", event: "differing", message, details: { ids }, stream: "auditevents", sink: "database" })),
  );
  expect(metricsText([state], "1.0.0")).toContain(`keywright_tail_differing_events_total{stream="auditevents",sink="database"} ${ids.length}\n`);
});

it("says how long it waits for a lease, and for what it waits if its checkpoint is unavailable", () => {
  const clock = fakeClock();
  const state = createJobState(job);
  recordFeedEvent(state, { type: "waiting-for-lease", stream: "auditevents", delayMs: 11_050 }, clock);
  expect(state.doing).toBe("waiting 12 s for the lease of another process, which may have ended");
  const error = new CheckpointError("checkpoint-unavailable", "the database starts");
  recordFeedEvent(state, { type: "trouble", stream: "auditevents", error, failures: 1, delayMs: 1000 }, clock);
  expect(state.doing).toBe("waiting for the checkpoint");
});

it("logs with --quiet how long it waits for a lease, once", () => {
  const entries: Entry[] = [];
  const event = { type: "waiting-for-lease", stream: "auditevents", delayMs: 11_050 } as const;
  // Without --quiet, the progress has it.
  for (const quiet of [true, false]) logFeedEvent(job, event, { quiet }, { write: (entry) => entries.push(entry), draw: () => {}, end: () => {} });
  const message = "waiting 12 s for the lease of another process, which may have ended";
  expect(entries).toEqual([{ level: "info", event: "waiting-for-lease", message, details: { delayMs: 11_050 }, stream: "auditevents", sink: "database" }]);
});

it("does not own a checkpoint any more when its feed has stopped", () => {
  const clock = fakeClock();
  const state = createJobState(job);
  const owns = (): string | undefined => /keywright_tail_owns_checkpoint\{.*\} (\d)/.exec(metricsText([state], "1.0.0"))?.[1];
  recordFeedEvent(state, { type: "started", stream: "auditevents", from: "now" }, clock);
  expect(owns()).toBe("1");
  recordFeedEvent(state, { type: "stopped", stream: "auditevents" }, clock);
  expect(owns()).toBe("0");
});

it("logs with --quiet each failure of a sink that doubles their number, because an outage can be long", () => {
  const entries: Entry[] = [];
  const error = new SinkError("unavailable", "the target is away");
  for (let failures = 1; failures <= 16; failures += 1)
    logSinkEvent(
      job,
      { type: "retry", stream: "auditevents", error, failures, delayMs: failures },
      { quiet: true },
      { write: (entry) => entries.push(entry), draw: () => {}, end: () => {} },
    );
  expect(entries.map(({ event, details }) => [event, Reflect.get(Object(details), "delayMs")])).toEqual(
    [4, 8, 16].map((failures) => ["sink-trouble", failures]),
  );
});

it("logs that a sink has not acknowledged events, and until when it waits, but not with --quiet", () => {
  const entries: Entry[] = [];
  const state = createJobState(job);
  const event = { type: "waiting", stream: "auditevents", events: 25, until: "2026-03-02T08:03:00.000Z" } as const;
  const log = { write: (entry: Entry) => entries.push(entry), draw: () => {}, end: () => {} };
  logSinkEvent(job, event, { quiet: true }, log);
  expect(entries).toEqual([]);
  logSinkEvent(job, event, { quiet: false }, log);
  recordSinkEvent(state, event);
  const message = "the sink has not acknowledged 25 events that it received: waiting until 2026-03-02T08:03:00.000Z, then writing again";
  const details = { until: "2026-03-02T08:03:00.000Z" };
  expect(entries).toEqual([{ level: "warn", event: "sink-waiting", message, details, stream: "auditevents", sink: "database" }]);
  expect(state.doing).toBe("waiting for the sink");
});
