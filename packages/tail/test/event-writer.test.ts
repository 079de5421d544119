import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { auditEventToEcs, auditEventToOcsf, itemUsageToEcs, itemUsageToOcsf, signInAttemptToEcs, signInAttemptToOcsf } from "@keywright/events/formats";
import { auditLogToEcs, auditLogToOcsf } from "@keywright/management/formats";
import { ecsFormat, ocsfFormat } from "@keywright/sinks/formats";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { listening, samplesOf } from "./listening.ts";
import { eventsIn, folderForTest, services, SINCE, tail, values } from "./support.ts";

const BIG = "7201234567890123456";

/** Services whose last audit event has a number that a double cannot have. */
function withBigNumber() {
  const { events, env, fetch } = services();
  events.appendEvents("auditevents", { uuid: "WITH-BIG", action: "not-known", object_type: "not-known" });
  const send: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    return new Response((await response.text()).replace('"WITH-BIG"', `"WITH-BIG","big":${BIG}`), response);
  };
  return { env, fetch: send };
}

describe("--format", () => {
  it.each([
    ["auditevents", "ecs", ecsFormat(auditEventToEcs)],
    ["auditevents", "ocsf", ocsfFormat(auditEventToOcsf)],
    ["itemusages", "ecs", ecsFormat(itemUsageToEcs)],
    ["itemusages", "ocsf", ocsfFormat(itemUsageToOcsf)],
    ["signinattempts", "ecs", ecsFormat(signInAttemptToEcs)],
    ["signinattempts", "ocsf", ocsfFormat(signInAttemptToOcsf)],
    ["auditlog", "ecs", ecsFormat(auditLogToEcs)],
    ["auditlog", "ocsf", ocsfFormat(auditLogToOcsf)],
  ])("writes each event of %s as %s", async (stream, format, { convert }) => {
    const { env, fetch } = services();
    const write = async (...more: string[]): Promise<string> => (await tail([stream, "--no-checkpoint", ...more, ...SINCE], { env, fetch })).printed;
    const events = eventsIn(await write());
    expect(events).toHaveLength(25);
    // The client reads the 64-bit numbers of the audit log as text; the raw event has them as they were.
    const read = (event: (typeof events)[number]) => (stream === "auditlog" ? { ...event, id: String(event["id"]) } : event);
    const quoted = (event: (typeof events)[number]) => JSON.stringify(JSON.stringify(event));
    const converted = events.map((event) => JSON.stringify(convert(read(event)).event).replace(quoted(read(event)), () => quoted(event)));
    expect(values(await write("--format", format))).toEqual(converted.map((text) => JSON.parse(text) as unknown));
  });

  it("has the text of the service in it, with every digit", async () => {
    const { env, fetch } = withBigNumber();
    const last = async (format: string) => values((await tail(["auditevents", "--no-checkpoint", "--format", format, ...SINCE], { env, fetch })).printed)[25];
    expect(await last("ecs")).toMatchObject({ event: { original: expect.stringContaining(`"uuid":"WITH-BIG","big":${BIG}`) } });
    expect(await last("ocsf")).toMatchObject({ raw_data: expect.stringContaining(`"uuid":"WITH-BIG","big":${BIG}`) });
  });

  it("counts values that the format does not know, in the log and the metrics", async () => {
    const { env, fetch } = withBigNumber();
    const args = ["auditevents", "auditlog", "--no-checkpoint", "--format", "ocsf", "--since", "2020-01-01", "--log", "json", "--listen", "127.0.0.1:0"];
    const { get, said, stop } = await listening(args, { env, fetch, clock: fakeClock() });
    await expect.poll(() => said().split("caught up").length).toBe(3);
    const { body } = await get("/metrics");
    expect(new Map([...samplesOf(body)].filter(([name]) => name.includes("unknown")))).toEqual(
      new Map([
        ['keywright_tail_unknown_values_total{stream="auditevents",sink="stdout",property="/action"}', 1],
        ['keywright_tail_unknown_values_total{stream="auditevents",sink="stdout",property="/object_type"}', 1],
      ]),
    );
    await stop();
    expect(values(said()).filter(({ event }) => event === "unknown-values")).toMatchObject([
      { level: "warn", stream: "auditevents", unknown: { "/action": 1, "/object_type": 1 }, message: expect.stringContaining("/object_type (1), /action (1)") },
    ]);
  });

  it("is one that there is", async () => {
    expect(await tail(["auditevents", "--no-checkpoint", "--format", "cef"], {})).toMatchObject({
      code: 2,
      said: expect.stringContaining("--format takes raw or ecs or ocsf; got cef"),
    });
  });
});

describe("explain", () => {
  it("prints where each field of an event comes from", async () => {
    const folder = await folderForTest();
    const file = join(folder, "event.json");
    await writeFile(file, '{"stream":"auditevents","uuid":"U-1","action":"export","object_type":"vault","session":{"ip":"192.0.2.1"}}\n');
    const { code, printed } = await tail(["explain", file, "--format", "ocsf"], {});
    expect(code).toBe(0);
    expect(printed).toMatch(/^metadata\.uid +\/uuid +"U-1"$/m);
    expect(printed).toMatch(/^src_endpoint\.ip +\/session\/ip +"192\.0\.2\.1"$/m);
    expect(printed).toMatch(/^status_id +constant +1$/m);
    expect(await tail(["explain", file, "auditlog", "--format", "ecs"], {})).toMatchObject({ code: 0 });
  });

  it("names what it lacks", async () => {
    const file = join(await folderForTest(), "event.json");
    await writeFile(file, "{}");
    expect((await tail(["explain", file], {})).said).toContain("explain takes --format ecs or --format ocsf");
    expect((await tail(["explain", file, "--format", "ecs"], {})).said).toContain("explain takes the stream after");
    expect(await tail(["explain", `${file}.missing`, "--format", "ecs"], {})).toMatchObject({ code: 2, said: expect.stringContaining("cannot be read") });
  });
});
