import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { folderForTest, services, SINCE, tail, untimed, values } from "./support.ts";

const NOW = "2026-03-02T08:00:00.000Z";
const ARGS = ["auditevents", "--no-checkpoint", "--once"];

/** Runs the command at {@link NOW}, and gives the times that its requests began at. */
async function beginning(...args: readonly string[]) {
  const { env, fetch } = services();
  const clock = fakeClock({ wallNow: Date.parse(NOW) });
  const begins: unknown[] = [];
  const noting = (url: string, init: RequestInit): Promise<Response> => {
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as { readonly start_time?: unknown }) : {};
    if ("start_time" in body) begins.push(body.start_time);
    return fetch(url, init);
  };
  const ended = await clock.finish(tail(args, { env, fetch: noting, clock }));
  return { ...ended, begins };
}

describe("--since", () => {
  it.each([
    ["90m", "2026-03-02T06:30:00.000Z"],
    ["1.5h", "2026-03-02T06:30:00.000Z"],
    ["90s", "2026-03-02T07:58:30.000Z"],
    ["24h", "2026-03-01T08:00:00.000Z"],
    ["7d", "2026-02-23T08:00:00.000Z"],
    ["2w", "2026-02-16T08:00:00.000Z"],
    ["0h", NOW],
    ["2026-03-01T08:00:00+01:00", "2026-03-01T07:00:00.000Z"],
    ["2026-03-01", "2026-03-01T00:00:00.000Z"],
    ["20260301", "2026-03-01T00:00:00.000Z"],
    ["2026-03-01T08:30Z", "2026-03-01T08:30:00.000Z"],
    ["20260301T083015-0530", "2026-03-01T14:00:15.000Z"],
    ["2026-03-01 08", "2026-03-01T08:00:00.000Z"],
    ["2026-03-01t08:00:00,1239z", "2026-03-01T08:00:00.123Z"],
    ["2025-12-31T23:59:60Z", "2025-12-31T23:59:59.000Z"],
    [NOW, NOW],
  ])("%s begins at %s", async (since, begin) => {
    expect(await beginning(...ARGS, "--since", since)).toMatchObject({ code: 0, begins: [begin] });
  });

  it("is in UTC without an offset, whatever the zone of the machine", async () => {
    vi.stubEnv("TZ", "America/New_York");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await beginning(...ARGS, "--since", "2026-03-02T07:59:00")).toMatchObject({ code: 0, begins: ["2026-03-02T07:59:00.000Z"] });
  });

  it("begins at the same time in the audit log", async () => {
    const { env, fetch } = services();
    const clock = fakeClock({ wallNow: Date.parse(NOW) });
    const begins: unknown[] = [];
    const noting = (url: string, init: RequestInit): Promise<Response> => {
      begins.push(new URL(url).searchParams.get("since"));
      return fetch(url, init);
    };
    const args = ["auditlog", "--no-checkpoint", "--once", "--since", "20260301"];
    expect(await clock.finish(tail(args, { env, fetch: noting, clock }))).toMatchObject({ code: 0 });
    expect(begins[0]).toBe("2026-03-01T00:00:00.000Z");
  });

  const checkpoint = ["auditevents", "--checkpoint", "never-made", "--reset"];
  it.each([
    ["2026-03-02T08:00:00.001Z", `--since must not be in the future: now is ${NOW}; got 2026-03-02T08:00:00.001Z`],
    ["99999w", "--since must not be before 1970; got 99999w"],
    ["24", "or a duration before now, such as 90m, 24h, 7d or 2w; got 24"],
    ["1.5y", "or a duration before now, such as 90m, 24h, 7d or 2w; got 1.5y"],
    ["-24h", "or a duration before now"],
    ["24 h", "or a duration before now"],
    ["3y", "or a duration before now"],
    ["", "or a duration before now"],
    ["2026-02-30T08:00:00Z", "--since must be an existing date or date-time"],
    ["2026-02-30", "--since must be an existing date or date-time"],
    ["2026-03-01T24:00", "--since must be an existing date or date-time"],
    ["2026-03-03", "--since must not be in the future"],
  ])("%s is not understood, with --reset or without, and nothing is sent", async (since, message) => {
    for (const args of [ARGS, checkpoint]) {
      const { code, said, begins } = await beginning(...args, `--since=${since}`);
      expect([code, begins]).toEqual([2, []]);
      expect(said).toContain(message);
    }
  });
});

describe("--since with a checkpoint", () => {
  const IGNORED = "--since has no effect because there is a checkpoint: use --reset to begin at --since";

  it("says that it has no effect, in both formats of the log; not with --reset or --quiet", async () => {
    const { env, fetch } = services();
    const args = ["auditevents", "--checkpoint", join(await folderForTest(), "position"), "--once", "--since", "24h"];
    const said = async (...more: readonly string[]): Promise<string> => (await tail([...args, ...more], { env, fetch })).said;
    expect(await said()).not.toContain("--since");
    expect(untimed(await said())).toContain(`auditevents: ${IGNORED}\n`);
    expect(values(await said("--log", "json"))).toContainEqual(
      expect.objectContaining({ level: "info", stream: "auditevents", event: "since-ignored", message: IGNORED }),
    );
    expect(await said("--reset")).not.toContain("--since");
    expect(await said("--quiet")).toBe("");
  });

  it("is where --reset begins, as the log says", async () => {
    const { env, fetch } = services();
    const args = ["auditevents", "--checkpoint", join(await folderForTest(), "position"), ...SINCE];
    const said = async (...more: readonly string[]): Promise<string> => untimed((await tail([...args, ...more], { env, fetch })).said);
    await said();
    expect(await said()).toContain("0 events, continuing from the checkpoint\n");
    const reset = await said("--reset");
    expect(reset).toContain("0 events, starting at the requested time\n");
    expect(reset).not.toContain("checkpoint");
    expect(reset).toContain("auditevents: 25 events, caught up");
  });
});
