import { jsonResponse, withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { type ClientEvent, isKeywrightError, type RetryOptions } from "../../../src/index.ts";
import { type FakeClock, fakeClock } from "../../fake-clock.ts";
import { callOf, getThing } from "../../support.ts";

/** One client whose service answers as it is told, call by call. */
interface Bench {
  readonly clock: FakeClock;
  readonly waits: number[];
  requests: number;
  /** Makes a call whose requests are answered with these statuses, the last one for ever; `undefined` means no answer. Gives why it ended: `ok`, or the error's `stopReason`. */
  call(statuses: readonly (number | undefined)[], retry?: RetryOptions): Promise<string | undefined>;
}

function bench(): Bench {
  const clock = fakeClock();
  const waits: number[] = [];
  const answers = new Map<string, (number | undefined)[]>();
  let calls = 0;
  const fetch = async (url: string): Promise<Response> => {
    own.requests += 1;
    const statuses = answers.get(url) ?? [];
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    return status === undefined ? new Promise(() => {}) : jsonResponse(status, {});
  };
  const onEvent = (event: ClientEvent): void => void (event.type === "retry" && waits.push(event.delayMs));
  const method = callOf(getThing, { fetch, clock, onEvent, timeoutMs: Infinity, totalTimeoutMs: Infinity });
  const own: Bench = {
    clock,
    waits,
    requests: 0,
    async call(statuses, retry = {}) {
      calls += 1;
      answers.set(`https://service.example.com/v1/things/${calls}`, [...statuses]);
      return method({ thingId: String(calls) }, { retry: { maxDelayMs: 20_000, ...retry } }).then(
        () => "ok",
        (error: unknown) => (isKeywrightError(error) ? error.stopReason : String(error)),
      );
    },
  };
  return own;
}

/** Spends what a client may spend on repetitions down to a number: 14 for each, 5 where the service has too much to do. */
async function drain(own: Bench, to: number): Promise<void> {
  const spend = 500 - to;
  const usual = [0, 1, 2, 3, 4].find((count) => (spend - 14 * count) % 5 === 0) as number;
  await own.clock.finish(own.call([500], { maxRetries: usual }));
  await own.clock.finish(own.call([429], { maxRetries: (spend - 14 * usual) / 5 }));
}

/** What a client may still spend, to the last unit. Spends it. */
async function left(own: Bench): Promise<number> {
  const before = own.requests;
  expect(await own.clock.finish(own.call([429], { maxRetries: 1000 }))).toBe("quota-used");
  const whole = (own.requests - before - 1) * 5;
  // Less than 5 is left: each success gives 1 more, until one repetition is possible.
  for (let given = 0; ; given += 1) {
    const asked = own.requests;
    const stop = await own.clock.finish(own.call([429], { maxRetries: 1 }));
    if (own.requests - asked === 2) {
      expect(stop).toBe("attempts-used");
      return whole + 5 - given;
    }
    await own.clock.finish(own.call([200]));
  }
}

describe("what a client may spend on retries", () => {
  it("is 500: 35 retries at 14, or 100 at 5", async () => {
    const usual = bench();
    expect(await usual.clock.finish(usual.call([503], { maxRetries: 1000 }))).toBe("quota-used");
    expect(usual.requests).toBe(36);
    const throttled = bench();
    expect(await throttled.clock.finish(throttled.call([429], { maxRetries: 1000 }))).toBe("quota-used");
    expect(throttled.requests).toBe(101);
    expect(await left(bench())).toBe(500);
  });

  it("is shared by all of its calls, and by no other client", async () => {
    const [one, other] = [bench(), bench()];
    const stops = await one.clock.finish(Promise.all(Array.from({ length: 50 }, () => one.call([503]))));
    expect(one.requests).toBe(50 + 35);
    expect(stops.filter((stop) => stop === "quota-used").length).toBeGreaterThan(30);
    expect(await left(other)).toBe(500);
  });

  it("comes back by 1 with each success, and by what was paid last with a success after a retry", async () => {
    const own = bench();
    await drain(own, 100);
    await own.clock.finish(own.call([200]));
    await own.clock.finish(own.call([500, 500, 200]));
    // 100 + 1 - 14 - 14 + 14
    expect(await left(own)).toBe(87);
  });

  it("comes back by 5 with a success after the service had too much to do", async () => {
    const own = bench();
    await drain(own, 100);
    await own.clock.finish(own.call([429, 200]));
    await own.clock.finish(own.call([500, 429, 200]));
    // 100 - 5 + 5 - 14 - 5 + 5
    expect(await left(own)).toBe(86);
  });

  it("never becomes more than 500", async () => {
    const own = bench();
    for (let count = 0; count < 20; count += 1) await own.clock.finish(own.call([200]));
    expect(await left(own)).toBe(500);
  });

  it("is not returned by a failure, nor taken for one that is not retried", async () => {
    const own = bench();
    for (const status of [400, 401, 404, 409]) await own.clock.finish(own.call([status]));
    await own.clock.finish(own.call([503], { maxRetries: 0 }));
    expect(await left(own)).toBe(500);
  });
});

describe("a service that fails for long", () => {
  it("gets one request for each call when the quota is used up, by each of 50 clients", async () => {
    for (const own of Array.from({ length: 50 }, bench)) {
      while ((await own.clock.finish(own.call([503]))) !== "quota-used");
      const before = own.requests;
      for (let calls = 0; calls < 20; calls += 1) expect(await own.clock.finish(own.call([503]))).toBe("quota-used");
      expect(own.requests - before).toBe(20);
    }
  });

  it("gets retries again after 14 successes", async () => {
    const own = bench();
    await drain(own, 0);
    for (let calls = 0; calls < 13; calls += 1) await own.clock.finish(own.call([200]));
    expect(await own.clock.finish(own.call([503]))).toBe("quota-used");
    await own.clock.finish(own.call([200]));
    const before = own.requests;
    expect(await own.clock.finish(own.call([503, 200]))).toBe("ok");
    expect(own.requests - before).toBe(2);
  });
});

interface Sequence {
  readonly name: string;
  readonly given: { readonly exponential_base: 1; readonly max_attempts?: number; readonly initial_retry_tokens?: number };
  readonly responses: readonly {
    readonly response: { readonly status_code: number; readonly error_code?: string };
    readonly expected: {
      readonly outcome: "retry_request" | "success" | "max_attempts_exceeded" | "retry_quota_exceeded";
      readonly retry_quota: number;
      readonly delay?: number;
    };
  }[];
}

const OUTCOMES = { success: "ok", max_attempts_exceeded: "attempts-used", retry_quota_exceeded: "quota-used" } as const;

/** Plays the first steps of a sequence on a fresh client: how it stands then. */
async function play({ given, responses }: Sequence, steps: number) {
  const own = bench();
  await drain(own, given.initial_retry_tokens ?? 500);
  own.waits.length = 0;
  let stop: string | undefined;
  let answers: number[] = [];
  for (const [index, { response, expected }] of responses.slice(0, steps).entries()) {
    // Ours is told by 429; the status 400 with a code that says the same is another service's.
    answers.push(response.error_code === "Throttling" ? 429 : response.status_code);
    const ends = expected.outcome !== "retry_request";
    if (!ends && index + 1 < steps) continue;
    const call = own.call(ends ? answers : [...answers, undefined], { maxRetries: (given.max_attempts ?? 3) - 1 });
    if (ends) stop = await own.clock.finish(call);
    else for (let wait = 0; wait < answers.length; wait += 1) await own.clock.advance(20_000);
    answers = [];
  }
  return { stop, wait: own.waits.at(-1), quota: await left(own) };
}

interface Timings {
  readonly name: string;
  readonly spec: string;
  readonly attempts: readonly {
    readonly errorType: "TRANSIENT" | "THROTTLING";
    readonly retryCount: number;
    readonly cost: number | null;
    readonly delayMs: number;
  }[];
}

withVectors<Sequence>("standard-retry/smithy-spec-v2.1.json", (sequences) => {
  describe("the standard retry strategy that others have written down is ours: what follows on what", () => {
    const steps = sequences.flatMap((sequence) => sequence.responses.map((step, index) => ({ sequence, name: sequence.name, step, number: index + 1 })));

    it(`in all ${sequences.length} sequences of outcomes, ${steps.length} steps, one of them with our sign of throttling (429) in place of theirs (400 with a code)`, () => {
      expect([sequences.length, steps.length, steps.filter(({ step }) => step.response.error_code !== undefined).length]).toEqual([8, 23, 1]);
    });

    it.each(steps)("$name: step $number, outcome, wait and quota", async ({ sequence, step: { expected }, number }) => {
      const { stop, wait, quota } = await play(sequence, number);
      expect(quota).toBe(expected.retry_quota);
      if (expected.outcome === "retry_request") expect(wait).toBe((expected.delay as number) * 1000);
      else expect(stop).toBe(OUTCOMES[expected.outcome]);
    });
  });
});

withVectors<Timings>("standard-retry/smithy-timings.json", (rows) => {
  describe("the standard retry strategy that others have written down is ours: how long", () => {
    const ours = rows.filter(({ spec }) => spec === "v2.1 (2026)");

    it(`in ${ours.length} of ${rows.length} tables of waits; ${rows.length - ours.length} are of the older v2.0 (waits from 100 ms, 500 ms when throttled, cost 10), which is not our rule`, () => {
      expect([rows.length, ours.length, rows.filter(({ spec }) => spec === "v2.0 (legacy)").length]).toEqual([12, 3, 9]);
    });

    it.each(ours)("$name ($spec): each wait, and what all cost", async ({ attempts }) => {
      // The first entry is the state before any failure.
      const failures = attempts.slice(1);
      const own = bench();
      const statuses = failures.map(({ errorType }) => (errorType === "THROTTLING" ? 429 : 503));
      expect(await own.clock.finish(own.call([...statuses, 503], { maxRetries: failures.length }))).toBe("attempts-used");
      expect(own.waits).toEqual(failures.map(({ delayMs }) => delayMs));
      expect(await left(own)).toBe(500 - failures.reduce((sum, { cost }) => sum + (cost as number), 0));
    });
  });
});
