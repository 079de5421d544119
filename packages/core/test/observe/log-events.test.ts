import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ClientOptions, type LogLevel, logEvents, type MessageLogger, type ObjectLogger, type Observer } from "../../src/index.ts";
import { fakeClock } from "../fake-clock.ts";
import { baseUrl, callOf, countedSignal, getThing } from "../support.ts";

/** What a logger was told, each with its level. */
interface Recorded {
  readonly logger: MessageLogger;
  readonly lines: unknown[][];
}

function record(): Recorded {
  const lines: unknown[][] = [];
  const write =
    (level: string) =>
    (...told: unknown[]) =>
      void lines.push([level, ...told]);
  return { logger: { debug: write("debug"), info: write("info"), warn: write("warn") }, lines };
}

const slow = (status: number, clock: ReturnType<typeof fakeClock>): Promise<Response> =>
  new Promise((resolve) => void clock.after(30.4, () => resolve(jsonResponse(status, { message: "Tq7" }))));

/** Calls `getThing`, whose requests are answered by the statuses in turn. */
async function logged(onEvent: Observer, statuses: readonly number[], options: Partial<ClientOptions> = {}): Promise<void> {
  const clock = fakeClock();
  const left = [...statuses];
  const method = callOf(getThing, { fetch: () => slow(left.shift() ?? 404, clock), clock, onEvent, token: async () => "Tq7", ...options });
  await clock.finish(method({ thingId: "a", filter: "Tq7" }).catch(() => {}));
}

describe("the lines of a call", () => {
  const failedOnce = ["warn", "keywright getThing: attempt 1 ended with api-error 503, retry in 50 ms"];

  it.each<[LogLevel | undefined, readonly (readonly string[])[]]>([
    ["warn", [failedOnce]],
    ["info", [failedOnce, ["info", "keywright getThing: 200, 111 ms, 2 attempts"]]],
    [undefined, [failedOnce, ["info", "keywright getThing: 200, 111 ms, 2 attempts"]]],
    [
      "debug",
      [
        ["debug", "keywright getThing: token: available, 0 ms"],
        ["debug", `keywright getThing: attempt 1, GET ${baseUrl}/v1/things/a: api-error 503, 30 ms`],
        failedOnce,
        ["debug", "keywright getThing: token: available, 0 ms"],
        ["debug", `keywright getThing: attempt 2, GET ${baseUrl}/v1/things/a: 200, 30 ms`],
        ["info", "keywright getThing: 200, 111 ms, 2 attempts"],
      ],
    ],
  ])("that is retried once, at the level %s", async (level, expected) => {
    const { logger, lines } = record();
    await logged(logEvents(logger, { level }), [503, 200]);
    expect(lines).toEqual(expected);
  });

  it.each<[string, readonly number[], Partial<ClientOptions>, string]>([
    ["a refusal", [404], {}, "keywright getThing: api-error 404, 30 ms, 1 attempt (not retried: not-retryable)"],
    [
      "no answer",
      [],
      { fetch: () => Promise.reject(new TypeError("fetch failed")), retry: false },
      "keywright getThing: connection-failed, 0 ms, 1 attempt (not retried: attempts-used)",
    ],
    ["no token", [], { token: () => Promise.reject(new Error("Tq7")) }, "keywright getThing: invalid-token, 0 ms, 0 attempts (not retried: not-retryable)"],
  ])("that fails is a warning: %s", async (_what, statuses, options, line) => {
    const { logger, lines } = record();
    await logged(logEvents(logger), statuses, options);
    expect(lines).toEqual([["warn", line]]);
  });

  it("that its caller aborts says so, and is no warning", async () => {
    const { logger, lines } = record();
    const { signal, abort } = countedSignal();
    const fetch = (): Promise<Response> => {
      abort("enough");
      return new Promise(() => {});
    };
    await expect(callOf(getThing, { fetch, clock: fakeClock(), onEvent: logEvents(logger) })({ thingId: "a" }, { signal })).rejects.toBe("enough");
    expect(lines).toEqual([["info", "keywright getThing: aborted, 0 ms, 1 attempt"]]);
  });

  it("have no secret", async () => {
    const { logger, lines } = record();
    await logged(logEvents(logger, { level: "debug" }), [503, 401, 404]);
    expect(lines.length).toBeGreaterThan(5);
    expect(JSON.stringify(lines)).not.toContain("Tq7");
  });
});

describe("a logger", () => {
  it("with a method child gets an object and the message, as pino takes them, and keeps its own this", async () => {
    const lines: unknown[] = [];
    class Pino implements ObjectLogger {
      readonly name = "service";
      debug(): void {}
      info(properties: object, message: string): void {
        lines.push([this.name, properties, message]);
      }
      warn(properties: object, message: string): void {
        lines.push([this.name, properties, message]);
      }
      child(): Pino {
        return this;
      }
    }
    await logged(logEvents(new Pino()), [503, 200]);
    const call = {
      callId: expect.any(Number) as unknown,
      operationId: "getThing",
      method: "GET",
      urlTemplate: "/v1/things/{thingId}",
      serverAddress: "service.example.com",
      serverPort: 443,
    };
    expect(lines).toEqual([
      ["service", { event: "retry", ...call, attempt: 1, delayMs: 50 }, "keywright getThing: attempt 1 ended with api-error 503, retry in 50 ms"],
      [
        "service",
        { event: "call", ...call, attempts: 2, status: 200, durationMs: expect.closeTo(110.8) as unknown },
        "keywright getThing: 200, 111 ms, 2 attempts",
      ],
    ]);
  });

  it("is the console by default", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => {});
    onTestFinished(() => info.mockRestore());
    await logged(logEvents(), [200]);
    expect(info.mock.calls).toEqual([["keywright getThing: 200, 30 ms, 1 attempt"]]);
  });

  it.each([
    [null, "null"],
    [{ info() {}, warn() {} }, "an object"],
    ["console", "a string of 7 characters"],
  ])("that lacks a method is rejected: %j", (logger, came) => {
    expect(() => logEvents(logger as never)).toThrow(
      expect.objectContaining({
        name: "ConfigurationError",
        message: `logEvents needs a logger with the methods debug, info and warn, such as console; got ${came}`,
      }),
    );
  });

  it.each(["error", "trace", 1, null])("at an unknown level, %j, is rejected", (level) => {
    expect(() => logEvents(console, { level: level as never })).toThrow(
      expect.objectContaining({
        name: "ConfigurationError",
        message: expect.stringMatching(/^logEvents: level must be "debug", "info" or "warn"; got /) as string,
      }),
    );
  });
});
