import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileCheckpoint } from "@keywright/core/node";
import { describe, expect, it } from "vitest";
import type { CommandContext } from "../src/lib/settings/command-context.ts";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { SINCE, eventsIn, finishWithFiles, folderForTest, services, tail, untimed, values } from "./support.ts";

describe("a stream to standard output", () => {
  it.each(["auditevents", "itemusages", "signinattempts"] as const)(
    "of %s has a line for each event, as the service returns it, in its order; and nothing the second time",
    async (stream) => {
      const { events, env, fetch } = services();
      const checkpoint = join(await folderForTest(), "position");
      const { code, printed } = await tail([stream, "--checkpoint", checkpoint, ...SINCE, "--page-size", "10"], { env, fetch });
      expect(code).toBe(0);
      expect(eventsIn(printed)).toEqual(events.store.stream(stream).events);
      expect(await tail([stream, "--checkpoint", checkpoint, "--once"], { env, fetch })).toMatchObject({ code: 0, printed: "" });
      events.appendEvents(stream, { uuid: "LATER" });
      expect(values((await tail([stream, "--checkpoint", checkpoint, "--once"], { env, fetch })).printed)).toMatchObject([{ uuid: "LATER" }]);
    },
  );

  it("of the audit log gets its token by client credentials, and asks the events service for nothing", async () => {
    const { management, fetch, requests } = services();
    const env = {
      KEYWRIGHT_MANAGEMENT_URL: "https://management.example.com/",
      KEYWRIGHT_MANAGEMENT_CLIENT_ID: management.clientId,
      KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: management.clientSecret,
    };
    const { code, printed } = await tail(["auditlog", "--no-checkpoint", ...SINCE], { env, fetch });
    expect(code).toBe(0);
    // Asking for a token is itself an event of the log.
    expect(values(printed).length).toBeGreaterThanOrEqual(25);
    expect(requests[0]).toBe("/connect/token");
    expect(new Set(requests)).toEqual(new Set(["/connect/token", "/api/audit/v1/logs"]));
  });

  it.each([
    ["auditevents", "items", '"cursor":"a","has_more":false'],
    ["auditlog", "results", '"next":"?after=a"'],
  ])("of %s has the events as the service wrote them, to the last digit", async (stream, items, end) => {
    const { env, fetch } = services();
    const events = Array.from({ length: 500 }, (_unused, index) => `{"id":7201234567890123${456 + index},"uuid":1e400,"by":-0,"a":0.1234567890123456789}`);
    let polls = 0;
    const respond = (listed: readonly string[]): Response =>
      new Response(`{\n  "${items}": [\n${listed.join(",\n")}\n],${end}}`, { headers: { "content-type": "application/json" } });
    const { code, printed } = await tail([stream, "--no-checkpoint", "--once"], {
      env,
      fetch: async (url, init) => (url.includes("introspect") ? fetch(url, init) : respond((polls += 1) === 1 ? events : [])),
    });
    expect(code).toBe(0);
    expect(printed.trimEnd().split("\n")).toEqual(events.map((event) => `{"stream":"${stream}",${event.slice(1)}`));
  });

  it("of several names the stream in each line", async () => {
    const { env, fetch } = services();
    const { printed } = await tail(["auditevents", "itemusages", "auditlog", "--no-checkpoint", ...SINCE], { env, fetch });
    const streams = values(printed).map(({ stream }) => stream);
    expect(streams.filter((name) => name === "auditevents").length).toBe(25);
    expect(streams.filter((name) => name === "itemusages").length).toBe(25);
    expect(new Set(streams)).toEqual(new Set(["auditevents", "itemusages", "auditlog"]));
  });

  it("waits for who reads slowly, and keeps no position before the lines are taken", async () => {
    const { env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const taken: (() => void)[] = [];
    const stdout = { write: (_text: string, done: () => void) => taken.push(done) };
    const ended = tail(["auditevents", "--checkpoint", checkpoint, ...SINCE, "--page-size", "10"], { env, fetch, stdout });
    const version = async (): Promise<number> => (JSON.parse(await readFile(checkpoint, "utf8")) as { version: number }).version;
    for (const page of [1, 2, 3]) {
      await expect.poll(() => taken.length).toBe(page);
      expect(await version()).toBe(page);
      taken[page - 1]?.();
    }
    expect((await ended).code).toBe(0);
    expect(await version()).toBe(4);
  });

  it("ends quietly where the reader has gone, and the page that it did not take comes again", async () => {
    const { env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const args = ["auditevents", "--checkpoint", checkpoint, ...SINCE, "--page-size", "10", "--quiet"];
    const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    let pages = 0;
    const first = await tail(args, { env, fetch, stdout: { write: (_text, taken) => taken((pages += 1) > 1 ? gone : undefined) } });
    expect(first).toEqual({ code: 0, printed: "", said: "" });
    expect(values((await tail(args, { env, fetch })).printed).length).toBe(15);
  });

  it("is not written to again after a failure: what it took of the page is not known", async () => {
    const { env, fetch } = services();
    const clock = fakeClock();
    let writes = 0;
    const stdout: CommandContext["stdout"] = {
      write(_text, taken) {
        writes += 1;
        taken(new Error("no space is left"));
      },
    };
    const { code } = await clock.finish(tail(["auditevents", "--no-checkpoint", ...SINCE], { env, fetch, stdout, clock }));
    expect([code, writes]).toEqual([1, 1]);
  });

  it("goes on from start to start with a --max-events that is the size of its pages", async () => {
    const { events, env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const args = ["auditevents", "--checkpoint", checkpoint, ...SINCE, "--max-events", "3", "--page-size", "3"];
    const printed = [await tail(args, { env, fetch }), await tail(args, { env, fetch })].flatMap((ended) => values(ended.printed).map(({ uuid }) => uuid));
    const expected = events.store.stream("auditevents").events.slice(0, 6);
    expect(printed).toEqual(expected.map(({ uuid }) => uuid));
  });

  it("ends after --max-events events; a page that was cut comes again", async () => {
    const { env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const args = ["auditevents", "--checkpoint", checkpoint, ...SINCE, "--page-size", "10", "--max-events"];
    const uuids = async (limit: string): Promise<unknown[]> => values((await tail([...args, limit], { env, fetch })).printed).map(({ uuid }) => uuid);
    expect((await uuids("20")).length).toBe(20);
    const cut = await uuids("3");
    expect(cut.length).toBe(3);
    const rest = await uuids("100");
    expect(rest.length).toBe(5);
    expect(rest.slice(0, 3)).toEqual(cut);
  });

  it("ends with the last of --max-events events, and does not wait for another one", async () => {
    const { env, fetch, requests } = services({ eventsPerStream: 3 });
    const clock = fakeClock();
    const stopping = new AbortController();
    const ended = tail(["auditevents", "--no-checkpoint", "--since", "2020-01-01", "--max-events", "3"], {
      env,
      clock,
      signal: stopping.signal,
      fetch(url, init) {
        if (requests.length > 10) stopping.abort();
        return fetch(url, init);
      },
    });
    const { printed, said } = await finishWithFiles(clock, ended);
    expect(values(printed)).toHaveLength(3);
    expect(said).not.toContain("caught up");
  });
});

describe("a checkpoint", () => {
  it("that another process has is exit code 3, and is waited for with --stand-by", async () => {
    const { env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const owned = await fileCheckpoint(checkpoint).acquire("listAuditEvents");
    const { code, said } = await tail(["auditevents", "--checkpoint", checkpoint, ...SINCE], { env, fetch });
    expect([code, said]).toEqual([3, expect.stringMatching(/is in use by another process: stop that one first\nUse --stand-by to wait/)]);
    const controller = new AbortController();
    let waiting = "";
    const stderr = { write: (text: string) => void (waiting += text) };
    const standing = tail(["auditevents", "--checkpoint", checkpoint, "--stand-by"], { env, fetch, signal: controller.signal, stderr });
    await expect.poll(() => waiting).toContain("auditevents: 0 events, standing by");
    controller.abort();
    expect(await standing).toMatchObject({ code: 0, printed: "" });
    await owned.release();
  });

  it("whose position the service rejects is exit code 4, and says how to continue; --reset does", async () => {
    const { events, env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const args = ["auditevents", "--checkpoint", checkpoint, ...SINCE];
    await tail(args, { env, fetch });
    events.inject({ operationId: "listAuditEvents", response: "expired-cursor" });
    const { code, said } = await tail(args, { env, fetch });
    expect([code, said]).toEqual([4, expect.stringMatching(/it may have expired\nUse --reset --since TIME/)]);
    expect((await tail(args, { env, fetch })).printed).toBe("");
    expect(values((await tail([...args, "--reset"], { env, fetch })).printed).length).toBe(25);
  });

  it("that begins at a time which the service rejects says how another time is set: a new --since alone has no effect", async () => {
    const { events, env, fetch } = services();
    const file = join(await folderForTest(), "position");
    events.inject({ operationId: "listAuditEvents", response: { status: 400, body: { status: 400, message: "start_time is too long ago" } } });
    const args = ["auditevents", "--checkpoint", file, "--once"];
    const { code, said } = await tail([...args, "--since", "2020-01-01T00:00:00Z"], { env, fetch });
    expect([code, untimed(said).split("\n").slice(-3)]).toEqual([
      1,
      [
        "keywright-tail: listAuditEvents failed with status 400: start_time is too long ago",
        "If this is about the start time, the checkpoint now contains it: use --reset --since TIME to set another one",
        "",
      ],
    ]);
    expect((await tail([...args, "--reset", "--since", "2026-01-01T00:00:00Z"], { env, fetch })).code).toBe(0);
  });

  it("that is damaged is exit code 1, and nothing is read", async () => {
    const { env, fetch, requests } = services();
    const checkpoint = join(await folderForTest(), "position");
    await writeFile(checkpoint, "");
    const { code, said } = await tail(["auditevents", "--checkpoint", checkpoint, ...SINCE], { env, fetch });
    expect([code, said]).toEqual([1, expect.stringMatching(/position is empty: restore it from a copy, or remove it and start at a time with --since\. /)]);
    expect(requests).toEqual(["/api/v2/auth/introspect"]);
  });
});

describe("what the library says", () => {
  it.each<[string, () => Response, string]>([
    ["a redirect", () => new Response("", { status: 302 }), " KEYWRIGHT_EVENTS_URL"],
    ["a page of another program", () => new Response("<html>"), " KEYWRIGHT_EVENTS_URL"],
    ["a service without the path", () => Response.json({ message: "Not Found" }, { status: 404 }), " 404: Not Found: check KEYWRIGHT_EVENTS_URL\n"],
  ])("of %s names the variable, not an option of the library", async (_what, respond, said) => {
    const { env } = services();
    const ended = await tail(["auditevents", "--no-checkpoint", ...SINCE], { env, fetch: async () => respond() });
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining(said) });
    expect(ended.said).not.toMatch(/baseUrl/);
  });

  it("that are rejected after they worked are exit code 1, so that a supervisor starts the command again", async () => {
    const { env, fetch } = services();
    let pages = 0;
    const expiring = async (url: string, init: RequestInit): Promise<Response> => {
      if (url.includes("introspect")) return fetch(url, init);
      pages += 1;
      return pages === 1 ? fetch(url, init) : new Response("{}", { status: 401, headers: { "content-type": "application/json" } });
    };
    const args = ["auditevents", "--no-checkpoint", "--since", "2020-01-01T00:00:00Z", "--page-size", "10"];
    expect(await tail(args, { env, fetch: expiring })).toMatchObject({ code: 1, said: expect.stringContaining("401") });
    pages = 1;
    expect((await tail(args, { env, fetch: expiring })).code).toBe(6);
  });

  it("of a token that no header can carry names the environment, and not the token", async () => {
    const { env, fetch } = services();
    const ended = await tail(["auditevents", "--no-checkpoint", ...SINCE], { env: { ...env, KEYWRIGHT_EVENTS_TOKEN: "hidden\nvalue" }, fetch });
    const expected = "KEYWRIGHT_EVENTS_TOKEN must be a token of visible ASCII characters without spaces; got a string of 12 characters";
    expect(ended).toMatchObject({ code: 2, said: expect.stringContaining(expected) });
  });
});

describe("progress on standard error", () => {
  it("is a line for each turn, and not a word with --quiet", async () => {
    const { env, fetch } = services();
    const args = ["auditevents", "--no-checkpoint", ...SINCE];
    expect(untimed((await tail(args, { env, fetch })).said)).toBe(
      "auditevents: 0 events, starting at the requested time\nauditevents: 25 events, caught up, lag 0 s\nauditevents: 25 events, stopped, lag 0 s\n",
    );
    expect((await tail([...args, "--quiet"], { env, fetch })).said).toBe("");
  });
});
