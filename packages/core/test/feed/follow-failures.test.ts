import { describe, expect, it } from "vitest";
import { ApiError, ArgumentError, ConnectionError, InvalidResponseError, TimeoutError, TokenError } from "../../src/index.ts";
import { caught } from "../support.ts";
import { caughtUp, setting, things } from "./support.ts";

describe("a service that fails for a time", () => {
  const rejection = (status: number, retryAfterMs?: number): ApiError =>
    new ApiError(status < 400 ? "redirect-refused" : "api-error", "refused", { status, headers: new Headers(), body: undefined, retryAfterMs });
  const passing = [
    new ConnectionError("connection-failed", "down", { outcome: "unknown" }),
    new TimeoutError("timeout", "slow", { timeoutMs: 15_000, outcome: "unknown" }),
    new InvalidResponseError("truncated-response", "cut", { status: 200 }),
    new InvalidResponseError("malformed-response", "garbled", { status: 200 }),
    rejection(429),
    rejection(500),
    rejection(503),
    new TokenError("no-token", "no token"),
    new TokenError("no-token", "no token", { status: 503 }),
  ];

  it.each(passing)("with $name $code $status is retried, ever more slowly, at the position behind the last page", async (error) => {
    const { feed, stream, clock, events } = setting(things(4));
    const { id } = { id: 2 };
    stream.next.push(() => ({ items: things(2), resumeAt: String(id) }), error, error, error, error, error, error, error, error);
    expect(await clock.finish(feed.run(() => {}, caughtUp))).toMatchObject({ events: 4 });
    expect(stream.asked.slice(1).every((position) => "cursor" in position && position.cursor === "2")).toBe(true);
    expect(events.flatMap((event) => (event.type === "trouble" ? [event.delayMs] : []))).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(clock.timers).toBe(0);
  });

  it("gets the time that its Retry-After says", async () => {
    const { feed, stream, clock, events } = setting(things(2));
    const error = rejection(429, 120_000);
    stream.next.push(error);
    await clock.finish(feed.run(() => {}, caughtUp));
    expect(events[1]).toEqual({ type: "trouble", stream: "listThings", error, failures: 1, delayMs: 120_000 });
    expect((events[1] as { readonly error?: unknown }).error).toBe(error);
  });

  it("is retried after an hour, however long its Retry-After is", async () => {
    const { feed, stream, clock, events } = setting(things(2));
    stream.next.push(rejection(503, 10 * 365 * 86_400_000));
    await clock.finish(feed.run(() => {}, caughtUp));
    expect(events[1]).toMatchObject({ type: "trouble", delayMs: 3_600_000 });
  });

  it("ends the feed after giveUpAfterMs without a response in between", async () => {
    const { feed, stream, clock } = setting(things(20), { giveUpAfterMs: 10_000 });
    for (let round = 0; round < 3; round += 1) stream.next.push(rejection(503), rejection(503), () => ({ items: things(1), resumeAt: String(round + 1) }));
    const last = rejection(503);
    stream.next.push(...Array.from({ length: 30 }, () => last));
    const began = clock.now();
    expect(await caught(clock.finish(feed.run(() => {})))).toBe(last);
    expect(clock.now() - began).toBeLessThan(25_000);
  });

  it.each([
    rejection(401),
    rejection(403),
    rejection(404),
    new TokenError("no-token", "wrong secret", { status: 401 }),
    new TokenError("invalid-token", "a token that no header carries", {}),
    new ArgumentError("invalid-argument", "limit", { argument: "limit" }),
    new Error("a bug"),
  ])("with $name $code $status, which does not pass, is not retried", async (error) => {
    const { feed, stream } = setting(things(4));
    stream.next.push(error);
    expect(await caught(feed.run(() => {}))).toBe(error);
    expect(stream.asked.length).toBe(1);
  });

  const pages = [
    new InvalidResponseError("unexpected-content", "a login page", { status: 200 }),
    new TokenError("no-token", "a login page", { status: 200 }),
    new TokenError("no-token", "the way to one", { status: 302 }),
    rejection(302),
  ];

  it.each(pages)("with $name $code, a page of another program or of a proxy, is retried once it has responded in this run", async (page) => {
    const { feed, stream, clock, events } = setting(things(4));
    stream.next.push(() => ({ items: things(2), resumeAt: "2" }), ...Array.from({ length: 40 }, () => page));
    expect(await clock.finish(feed.run(() => {}, caughtUp))).toMatchObject({ events: 4 });
    expect(stream.asked.slice(1).every((position) => "cursor" in position && position.cursor === "2")).toBe(true);
    expect(events.filter(({ type }) => type === "trouble").length).toBe(40);
    expect(events.find(({ type }) => type === "trouble")).toMatchObject({ error: { code: page.code }, failures: 1, delayMs: 500 });
  });

  it.each(pages)("with $name $code, a page of another program or of a proxy, ends the feed after giveUpAfterMs like any other trouble", async (page) => {
    const { feed, stream, clock } = setting(things(4), { giveUpAfterMs: 10_000 });
    stream.next.push(() => ({ items: things(2), resumeAt: "2" }), ...Array.from({ length: 40 }, () => page));
    expect(await caught(clock.finish(feed.run(() => {})))).toBe(page);
    expect(stream.asked.length).toBeGreaterThan(4);
    expect(stream.asked.length).toBeLessThan(10);
  });

  it.each(pages)(
    "with $name $code, a page of another program or of a proxy as the first response of a run, is not retried: its address is wrong",
    async (page) => {
      const { feed, stream, clock } = setting(things(4));
      await feed.run(() => {}, caughtUp);
      const before = stream.asked.length;
      stream.next.push(new ConnectionError("connection-failed", "down", { outcome: "unknown" }), page);
      expect(await caught(clock.finish(feed.run(() => {})))).toBe(page);
      expect(stream.asked.length).toBe(before + 2);
    },
  );

  it("with a token endpoint that rejects the client is not retried, though it has responded", async () => {
    const { feed, stream } = setting(things(4));
    const refused = new TokenError("no-token", "refused", { status: 200, oauthError: "invalid_client" });
    stream.next.push(() => ({ items: things(2), resumeAt: "2" }), refused);
    expect(await caught(feed.run(() => {}))).toBe(refused);
    expect(stream.asked.length).toBe(2);
  });
});
