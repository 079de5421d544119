import { describe, expect, it } from "vitest";
import { TokenError, type TokenProvider } from "../../src/index.ts";
import { createTokenCache } from "../../src/lib/oauth/token-cache.ts";
import type { IssuedToken } from "../../src/lib/oauth/token-types.ts";
import { type FakeClock, fakeClock, turn } from "../fake-clock.ts";
import { tokenOf } from "./token-service.ts";

const token = (accessToken: string, expiresInSeconds?: number): IssuedToken => ({ accessToken, expiresInSeconds, refreshToken: undefined });

/** A cache over an endpoint that a test commands, with the times at which it was asked. */
function cacheOf(
  answer: (count: number) => IssuedToken | Promise<IssuedToken>,
  { renewBeforeMs = 60_000, initial }: { readonly renewBeforeMs?: number; readonly initial?: IssuedToken } = {},
): { readonly cache: TokenProvider; readonly clock: FakeClock; readonly askedAt: number[] } {
  const clock = fakeClock();
  const begin = clock.now();
  const askedAt: number[] = [];
  const issue = async (): Promise<IssuedToken> => {
    askedAt.push(clock.now() - begin);
    return answer(askedAt.length);
  };
  // The wall clock may jump as it likes: it is never asked.
  const monotonic = { ...clock, wallNow: () => expect.unreachable("the wall clock was asked") };
  return { cache: createTokenCache(monotonic, renewBeforeMs, issue, initial), clock, askedAt };
}

const fail = (): never => {
  throw new TokenError("no-token", "no token today");
};

describe("a token is kept", () => {
  it("until the margin before its end, and then requested again by the first caller", async () => {
    const { cache, clock, askedAt } = cacheOf((count) => token(`token-${count}`, 3600));
    expect(askedAt).toEqual([]);
    expect(await tokenOf(cache)).toBe("token-1");
    await clock.advance(3_539_999);
    expect(cache.getToken()).toBe("token-1");
    await clock.advance(1);
    expect(await Promise.all([cache.getToken(), cache.getToken(), cache.getToken()])).toEqual(["token-2", "token-2", "token-2"]);
    expect(askedAt).toEqual([0, 3_540_000]);
  });

  it.each([
    ["a margin of 60 s and a life of an hour", 60, 3600, 3540],
    ["a margin of 60 s and a life of 121 s", 60, 121, 61],
    ["a margin of more than half of the life", 60, 100, 50],
    ["a margin without end", Infinity, 100, 50],
    ["no margin", 0, 100, 100],
    ["a life of 0, under which there is a floor", 60, 0, 5],
    ["a life of 1 s, under which there is a floor", 0, 1, 10],
    ["a life of 10.5 s", 60, 10.5, 5.25],
    ["a life of a century", 60, 3_155_760_000, 3_155_759_940],
  ])("with %s", async (_what, renewBeforeSeconds, lifetimeSeconds, keptSeconds) => {
    const { cache, clock, askedAt } = cacheOf((count) => token(`token-${count}`, lifetimeSeconds), { renewBeforeMs: renewBeforeSeconds * 1000 });
    await tokenOf(cache);
    await clock.advance(keptSeconds * 1000 - 1);
    expect(await tokenOf(cache)).toBe("token-1");
    await clock.advance(1);
    expect(await tokenOf(cache)).toBe("token-2");
    expect(askedAt).toEqual([0, keptSeconds * 1000]);
  });

  it.each([undefined, 1e306, Number.MAX_VALUE])("until it is rejected if its life is %s", async (lifetime) => {
    const { cache, clock, askedAt } = cacheOf((count) => token(`token-${count}`, lifetime));
    await tokenOf(cache);
    await clock.advance(1e12);
    expect(cache.getToken()).toBe("token-1");
    cache.invalidate?.("token-1");
    expect(await tokenOf(cache)).toBe("token-2");
    expect(askedAt.length).toBe(2);
  });

  it("from the time of its request: its life may have begun then", async () => {
    const { cache, clock, askedAt } = cacheOf(async (count) => {
      await new Promise<void>((resolve) => void clock.after(10_000, resolve));
      return token(`token-${count}`, 3600);
    });
    await clock.finish(tokenOf(cache));
    await clock.advance(3_530_000 - 1);
    expect(cache.getToken()).toBe("token-1");
    await clock.advance(1);
    await clock.finish(tokenOf(cache));
    expect(askedAt).toEqual([0, 3_540_000]);
  });

  it("that was there at the beginning, and renewed as others are", async () => {
    const { cache, clock, askedAt } = cacheOf((count) => token(`token-${count}`, 3600), { initial: token("token-0", 100) });
    expect(cache.getToken()).toBe("token-0");
    await clock.advance(50_000);
    expect(await tokenOf(cache)).toBe("token-1");
    expect(askedAt).toEqual([50_000]);
  });
});

describe("an endpoint that fails", () => {
  it("gets no request for 0.5 s, 1 s, 2 s and so on to 30 s, in which calls get the error", async () => {
    const { cache, clock, askedAt } = cacheOf(fail);
    for (let passed = 0; passed <= 92_000; passed += 500) {
      expect(await tokenOf(cache)).toMatchObject({ name: "TokenError", message: "no token today" });
      await clock.advance(499);
      await tokenOf(cache);
      await clock.advance(1);
    }
    expect(askedAt).toEqual([0, 500, 1500, 3500, 7500, 15_500, 31_500, 61_500, 91_500]);
  });

  it("is forgiven with its first success", async () => {
    const { cache, clock, askedAt } = cacheOf((count) => (count === 3 ? token("token-3", 20) : fail()));
    for (let passed = 0; passed < 20_000; passed += 500) {
      await tokenOf(cache);
      await clock.advance(500);
    }
    expect(askedAt).toEqual([0, 500, 1500, 11_500, 12_000, 13_000, 15_000, 19_000]);
  });

  it("does not take away a token that has not ended", async () => {
    const { cache, clock, askedAt } = cacheOf((count) => (count === 1 ? token("token-1", 3600) : fail()));
    await tokenOf(cache);
    await clock.advance(3_540_000);
    const given: unknown[] = [];
    for (let passed = 0; passed < 61_000; passed += 500) {
      given.push(await tokenOf(cache));
      await clock.advance(500);
    }
    expect(given.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => "token-1"));
    expect(given.slice(120)).toEqual([expect.any(TokenError), expect.any(TokenError)]);
    expect(askedAt.map((at) => at - 3_540_000)).toEqual([-3_540_000, 0, 500, 1500, 3500, 7500, 15_500, 31_500]);
  });

  it("does not bring back a token that was rejected in between", async () => {
    let end = (): void => {};
    const { cache, clock } = cacheOf((count) =>
      count === 1 ? token("token-1", 3600) : new Promise((_resolve, reject) => (end = () => reject(new TokenError("no-token", "no token today")))),
    );
    await tokenOf(cache);
    await clock.advance(3_550_000);
    const waiting = tokenOf(cache);
    await turn();
    cache.invalidate?.("token-1");
    end();
    expect(await waiting).toBeInstanceOf(TokenError);
    expect(await tokenOf(cache)).toBeInstanceOf(TokenError);
  });

  it("by what is no error of ours is requested at the next call", async () => {
    const { cache, askedAt } = cacheOf((count) => {
      if (count === 1) throw new RangeError("a mistake");
      return token("token-2", 3600);
    });
    expect(await tokenOf(cache)).toBeInstanceOf(RangeError);
    expect(await tokenOf(cache)).toBe("token-2");
    expect(askedAt.length).toBe(2);
  });
});

describe("a rejected token", () => {
  /** A cache whose second request is answered when the test says. */
  async function renewing(
    answers: readonly string[],
  ): Promise<ReturnType<typeof cacheOf> & { readonly respond: () => void; readonly waiting: Promise<unknown[]> }> {
    let respond = (): void => {};
    const made = cacheOf((count) => {
      const next = token(answers[count - 1] ?? fail(), 3600);
      return count === 2 ? new Promise((resolve) => (respond = () => resolve(next))) : next;
    });
    await tokenOf(made.cache);
    await made.clock.advance(3_550_000);
    const waiting = Promise.all([tokenOf(made.cache), tokenOf(made.cache)]);
    await turn();
    return { ...made, waiting, respond: () => respond() };
  }

  it("is not brought back by a refresh that was under way: that is done once more", async () => {
    const { cache, waiting, respond, askedAt } = await renewing(["one", "one", "two"]);
    cache.invalidate?.("one");
    const later = tokenOf(cache);
    respond();
    expect([await waiting, await later, cache.getToken(), askedAt.length]).toEqual([["two", "two"], "two", "two", 3]);
  });

  it("that comes back twice is an error", async () => {
    const { cache, waiting, respond, askedAt } = await renewing(["one", "one", "one"]);
    cache.invalidate?.("one");
    respond();
    const message = "the token endpoint returned the token that the service has just rejected: check that the token is for this service";
    expect(await waiting).toEqual([expect.objectContaining({ message }), expect.objectContaining({ message })]);
    expect(askedAt.length).toBe(3);
  });

  it("leaves the token of a refresh that was under way as it is", async () => {
    const { cache, waiting, respond, askedAt } = await renewing(["one", "two"]);
    cache.invalidate?.("one");
    respond();
    expect([await waiting, cache.getToken(), askedAt.length]).toEqual([["two", "two"], "two", 2]);
  });

  it("that was replaced already takes nothing away", async () => {
    const { cache, clock, askedAt } = cacheOf((count) => token(`token-${count}`, 3600));
    await tokenOf(cache);
    await clock.advance(3_550_000);
    await tokenOf(cache);
    cache.invalidate?.("token-1");
    cache.invalidate?.("foreign");
    expect([cache.getToken(), askedAt.length]).toEqual(["token-2", 2]);
  });

  it("is rejected for good if the endpoint has another", async () => {
    const { cache, askedAt } = cacheOf((count) => token(`token-${count}`, 3600));
    for (let count = 1; count < 10; count += 1) {
      expect(await tokenOf(cache)).toBe(`token-${count}`);
      cache.invalidate?.(`token-${count}`);
      cache.invalidate?.(`token-${count}`);
    }
    expect(askedAt.length).toBe(9);
  });
});
