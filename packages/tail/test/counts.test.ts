import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createJobState, recordFeedEvent, recordSinkEvent } from "../src/lib/report/job-state.ts";
import { metricsText } from "../src/lib/report/metrics.ts";
import type { Job } from "../src/lib/settings/settings.ts";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { folderForTest, services, SINCE, tail, values } from "./support.ts";

/** Follows a stream into a file, and returns the last line of the log, as JSON, and the lines of the file. */
async function follow(folder: string, args: readonly string[] = ["auditevents", ...SINCE]) {
  const { env, fetch, events } = services();
  const output = join(folder, "events.jsonl");
  const { said } = await tail([...args, "--output", output, "--checkpoint", join(folder, "position")], { env, fetch });
  return { said, lines: values(await readFile(output, "utf8")), events: events.store.stream("auditevents").events };
}

it("the log counts the events that --until leaves out apart from those that are written", async () => {
  const folder = await folderForTest();
  const until = String((await follow(await folderForTest())).events[9]?.timestamp);
  const args = ["replay", "auditevents", "--since", "2020-01-01", "--until", until, "--log", "json"];
  const { said, lines, events } = await follow(folder, args);
  const written = events.filter(({ timestamp }) => Date.parse(timestamp) <= Date.parse(until)).length;
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(25);
  expect(lines).toHaveLength(written);
  const message = `${written} events, ${25 - written} after --until, stopped, lag 0 s`;
  expect(values(said).find(({ event }) => event === "stopped")).toMatchObject({ read: 25, filtered: 25 - written, written, notCommitted: 0, message });
});

it("the log says which events --max-events wrote without a position, and how to commit them", async () => {
  const folder = await folderForTest();
  const { said, lines } = await follow(folder, ["auditevents", ...SINCE, "--max-events", "3"]);
  expect(lines).toHaveLength(3);
  expect(said).toContain("3 events, 3 not committed, stopped");
  expect(said).toContain("--max-events ended within a page, so its 3 events come again: use --page-size 3 to commit them");
  const next = await follow(folder, ["auditevents", ...SINCE, "--max-events", "3", "--page-size", "3"]);
  expect(next.lines).toHaveLength(6);
  expect(next.said).toContain("3 events, stopped");
});

it("the metrics have each count under the name that the log has", () => {
  const state = createJobState({ stream: "auditevents", sink: { name: "database", address: { kind: "stdout" } } } as Job);
  state.read = 9;
  state.filtered = 2;
  recordSinkEvent(state, { type: "written", stream: "auditevents", events: 4, bytes: 10, repeated: 1, durationMs: 1 });
  const metric = (name: string): string | undefined => new RegExp(`^keywright_tail_${name}\\{[^}]*\\} (\\S+)$`, "m").exec(metricsText([state], "1"))?.[1];
  const all = () => ["read_events_total", "filtered_events_total", "written_events_total", "repeated_events_total", "not_committed_events"].map(metric);
  expect(all()).toEqual(["9", "2", "4", "1", "4"]);
  recordFeedEvent(state, { type: "committed", stream: "auditevents", events: 4, repeated: 0, lagMs: 0, durationMs: 1 }, fakeClock());
  expect(all()).toEqual(["9", "2", "4", "1", "0"]);
});
