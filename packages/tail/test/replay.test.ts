import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderForTest, services, tail, values } from "./support.ts";

/** A stream of ten events, of which the third happened late. */
function stream() {
  const { events, env, fetch } = services({ eventsPerStream: 0 });
  const day = (index: number): string => `2026-03-${String(index + 1).padStart(2, "0")}T08:00:00Z`;
  for (let index = 0; index < 10; index += 1) events.appendEvents("auditevents", { uuid: `E${index}`, timestamp: index === 2 ? day(7) : day(index) });
  return { events, env, fetch };
}

const uuids = (text: string): unknown[] => values(text).map(({ uuid }) => uuid);
const TIMES = ["--since", "2026-03-01", "--until", "2026-03-05T12:00:00Z", "--page-size", "2"];

describe("replay", () => {
  it.each(["1", "2", "1000"])("sends the events of a time again and ends, also if one came in another order: pages of %s", async (size) => {
    const { env, fetch } = stream();
    const { code, printed } = await tail(["replay", "auditevents", ...TIMES.slice(0, 4), "--page-size", size], { env, fetch });
    expect([code, uuids(printed)]).toEqual([0, ["E0", "E1", "E3", "E4"]]);
  });

  it("also sends an event at the very time of --until", async () => {
    const { env, fetch } = stream();
    const { printed } = await tail(["replay", "auditevents", "--since", "2026-03-01", "--until", "2026-03-05T08:00:00Z"], { env, fetch });
    expect(uuids(printed)).toEqual(["E0", "E1", "E3", "E4"]);
  });

  it("ends with the last event without --until", async () => {
    const { env, fetch } = stream();
    const { code, printed } = await tail(["replay", "auditevents", "--since", "2026-03-09"], { env, fetch });
    expect([code, uuids(printed)]).toEqual([0, ["E8", "E9"]]);
  });

  it("never moves the position of the live feed", async () => {
    const { env, fetch } = stream();
    const checkpoint = join(await folderForTest(), "position");
    await tail(["auditevents", "--checkpoint", checkpoint, "--since", "2026-03-09", "--once"], { env, fetch });
    const position = await readFile(checkpoint, "utf8");
    const { code, printed, said } = await tail(["replay", "auditevents", "--checkpoint", checkpoint, ...TIMES], { env, fetch });
    expect([code, printed, said]).toEqual([1, "", expect.stringContaining("use one file for each stream. The file was not changed")]);
    expect(await readFile(checkpoint, "utf8")).toBe(position);
  });

  it("continues with a checkpoint of its own", async () => {
    const { env, fetch } = stream();
    const checkpoint = join(await folderForTest(), "position");
    const args = ["replay", "auditevents", "--checkpoint", checkpoint, ...TIMES];
    expect(uuids((await tail([...args, "--max-events", "2"], { env, fetch })).printed)).toEqual(["E0", "E1"]);
    expect(uuids((await tail(args, { env, fetch })).printed)).toEqual(["E3", "E4"]);
    expect(uuids((await tail(args, { env, fetch })).printed)).toEqual([]);
  });

  it("does not continue at the position of a replay with other times", async () => {
    const { env, fetch } = stream();
    const checkpoint = join(await folderForTest(), "position");
    await tail(["replay", "auditevents", "--checkpoint", checkpoint, ...TIMES], { env, fetch });
    const position = await readFile(checkpoint, "utf8");
    const later = ["--since", "2026-03-06", "--until", "2026-03-09T12:00:00Z"];
    const { code, printed, said } = await tail(["replay", "auditevents", "--checkpoint", checkpoint, ...later], { env, fetch });
    expect([code, printed, said]).toEqual([1, "", expect.stringContaining("The file was not changed")]);
    expect(await readFile(checkpoint, "utf8")).toBe(position);
  });

  it("sends events without a time, because losing one is worse than one too many", async () => {
    const { env, fetch } = stream();
    const page =
      '{"items":[{"uuid":"A","timestamp":"2026-03-02T08:00:00Z"},{"uuid":"B"},{"uuid":"C","timestamp":"2026-04-01T08:00:00Z"}],"cursor":"1","has_more":false}';
    const { code, printed } = await tail(["replay", "auditevents", ...TIMES], {
      env,
      fetch: async (url, init) => (url.includes("introspect") ? fetch(url, init) : new Response(page, { headers: { "content-type": "application/json" } })),
    });
    expect([code, uuids(printed)]).toEqual([0, ["A", "B"]]);
  });

  it.each([
    ["without --since", ["replay", "auditevents"], "replay needs --since TIME"],
    ["with an --until before --since", ["replay", "auditevents", "--since", "2026-03-05", "--until", "2026-03-04"], "--until must not be before --since"],
    ["of no stream", ["replay", "--since", "2026-03-05"], "name at least one stream"],
    [
      "by --until alone",
      ["auditevents", "--no-checkpoint", "--until", "2026-03-05"],
      "--until needs replay: keywright-tail replay auditevents --since TIME --until TIME",
    ],
  ])("%s is exit code 2", async (_what, args, message) => {
    expect(await tail(args, {})).toMatchObject({ code: 2, said: expect.stringContaining(message) });
  });
});
