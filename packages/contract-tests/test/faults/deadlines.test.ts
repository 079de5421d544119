import { setTimeout } from "node:timers/promises";
import { getEventListeners } from "node:events";
import type { CallOptions, ClientOptions } from "@keywright/core";
import { type ManualClock, manualClock } from "@keywright/emulator";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { describe, expect, vi } from "vitest";
import { sendsJson, type Behaviour, JSON_TYPE, message, type Script, stalls } from "@keywright/tool-torture";
import { type Clients, eventPage, IDS, READS, WRITES } from "./subjects.ts";
import { errorOf, expectFailure, it, quickClock, repeat, rowsOf } from "./support.ts";

const PLACES = ["nothing", "status line", "headers", "half the body"] as const;

const WAIT = { timeout: PATIENCE_MS, interval: 2 };

/** A clock that stands still until it is moved, without chance in its waits. */
const stillClock = (): ManualClock => ({ ...manualClock("2026-01-01T00:00:00Z"), random: () => 0 });

/** Makes a call on a server that stalls, and moves the clock once its request has arrived: the call goes on until its deadline, and ends with it. */
async function expectTimeout(clock: ManualClock, deadlineMs: number, call: Promise<unknown>, hasArrived: () => boolean): Promise<unknown> {
  let ended = false;
  const failed = expectFailure(call, "timeout").finally(() => (ended = true));
  // It is looked at in the end.
  failed.catch(() => {});
  await vi.waitFor(() => expect(hasArrived()).toBe(true), WAIT);
  clock.advance(deadlineMs - 1);
  await setTimeout(5);
  expect(ended).toBe(false);
  clock.advance(1);
  return failed;
}

const STALLS = PLACES.flatMap((place) => [...READS, ...WRITES].map((subject) => ({ place, subject, name: subject.name })));

describe.concurrent("F7 a server that stalls", () => {
  it.for(STALLS)("behind $place ends an attempt and a call in time: $name", async ({ place, subject }, { serve, clients, signal }) => {
    // A write is not sent again by itself.
    const one = WRITES.includes(subject) ? { timeoutMs: 300 } : { timeoutMs: 300, retry: false as const };
    for (const options of [one, { totalTimeoutMs: 300 }]) {
      const server = await serve([stalls(place, JSON.stringify(subject.answer))]);
      const clock = stillClock();
      const call = subject.call(clients(server.url, { clock }), { signal, ...options });
      expect(await expectTimeout(clock, 300, call, () => server.requests.length === 1)).toMatchObject({ attempts: 1 });
    }
  });

  it.for(PLACES)("behind %s ends a call on the clock of the platform", async (place, { serve, clients, signal }) => {
    const server = await serve(() => stalls(place, "[1234]"));
    await expectFailure(getItem(clients(server.url), { timeoutMs: 100, retry: false, signal }), "timeout", 1);
  });

  const timeoutMs = 300;
  it.for(
    rowsOf<{ readonly behavior?: Behaviour; readonly call: typeof getItem; readonly options?: Partial<ClientOptions>; readonly scheme?: "https:" }>({
      "in the body of an error": { call: getItem, behavior: stallsIn(message({ status: 500, headers: [JSON_TYPE], body: '{"message":"no"}' })) },
      "in the body of a redirect": { call: getItem, behavior: stallsIn(message({ status: 307, headers: [["location", "/elsewhere"]], body: "elsewhere" })) },
      "in a login page in place of a file": {
        call: getFile,
        behavior: stallsIn(message({ headers: [["content-type", "text/html"]], body: "<html></html>" })),
      },
      "in the TLS handshake": { call: getItem, scheme: "https:" },
      "before the token": { call: getItem, options: { token: () => new Promise<string>(() => {}) } },
    }),
  )("$name ends the call in time", async ({ value: { behavior, call, options = {}, scheme = "http:" } }, { serve, clients, signal }) => {
    const server = await serve(behavior === undefined ? [] : [behavior]);
    const limits = options.token === undefined ? { timeoutMs } : { totalTimeoutMs: timeoutMs };
    const clock = stillClock();
    const called = call(clients(server.url.replace("http:", scheme), { retry: false, clock, ...options }), { ...limits, signal });
    const isSent = (): boolean => options.token !== undefined || (scheme === "https:" ? server.connections : server.requests.length) === 1;
    await expectTimeout(clock, timeoutMs, called, isSent);
  });

  it("in the middle of a file ends the call once no piece has come for its time limit", async ({ serve, clients, signal }) => {
    const server = await serve([stallsIn(message({ headers: [["content-type", "application/octet-stream"]], body: "a file" }))]);
    const clock = stillClock();
    let ended = false;
    const failed = expectFailure(getFile(clients(server.url, { retry: false, clock }), { timeoutMs, signal }), "timeout").finally(() => (ended = true));
    failed.catch(() => {});
    // Each piece begins the limit anew, and nothing says from outside when one was read.
    await vi.waitFor(() => {
      clock.advance(server.requests.length === 1 ? timeoutMs : 0);
      expect(ended).toBe(true);
    }, WAIT);
    await failed;
  });

  it("and asks for a wait past the deadline of the call is not waited for", async ({ serve, clients, signal }) => {
    const server = await serve([sendsJson({}, 503, [["retry-after", "5"]])]);
    await expectFailure(getItem(clients(server.url), { totalTimeoutMs: 4000, signal }), "api-error", 1, { stopReason: "deadline" });
  });
});

describe.concurrent("F8 a server that drips", () => {
  const places = ["from the first byte", "in the headers", "in the body"] as const;
  it.for([...READS, ...WRITES].flatMap((subject) => places.map((place) => ({ name: subject.name, subject, place }))))(
    "a byte each 100 ms, $place, is not waited for: $name",
    async ({ subject, place }, { serve, clients, signal }) => {
      const bytes = message({ headers: [JSON_TYPE], body: JSON.stringify(subject.answer) });
      const from = { "from the first byte": 0, "in the headers": 30, "in the body": bytes.indexOf("\r\n\r\n") + 10 }[place];
      for (const options of [{ totalTimeoutMs: 350 }, { timeoutMs: 350, retry: false }] as const) {
        const clock = stillClock();
        const server = await serve([drips(bytes, 5, from)]);
        const call = subject.call(clients(server.url, { clock }), { signal, ...options });
        const drop = (count: number): boolean => server.bytesSent > from + count;
        let dropped = 0;
        // Time passes with the drops alone.
        const together = async (): Promise<void> => {
          for (; dropped < 3; dropped += 1) {
            await vi.waitFor(() => expect(drop(dropped)).toBe(true), WAIT);
            clock.advance(100);
          }
        };
        await Promise.all([together(), expectTimeout(clock, 50, call, () => dropped === 3)]);
      }
    },
  );
});

/** A moment in which a caller can end a call. */
interface Moment {
  readonly script: Script;
  readonly requests: number;
  readonly call: (clients: Clients, options: CallOptions) => Promise<unknown>;
  readonly scheme?: "https:";
  readonly token?: () => Promise<string>;
}

const MOMENTS = rowsOf<Moment>({
  "before the headers": { script: () => stalls("nothing"), requests: 1, call: getItem },
  "in the body": { script: () => stalls("half the body", '{"id":"1234567890"}'), requests: 1, call: getItem },
  "in the body of an error": { script: () => stallsIn(message({ status: 500, headers: [JSON_TYPE], body: '{"message":"no"}' })), requests: 1, call: getItem },
  "in the wait before the next attempt": { script: () => sendsJson({}, 503, [["retry-after", "20"]]), requests: 1, call: getItem },
  "in a write": {
    script: () => stalls("nothing"),
    requests: 1,
    call: ({ vault }, options) => vault.patchItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID, body: [{ op: "remove", path: "/tags" }] }, options),
  },
  "while the token is fetched": { script: [], requests: 0, call: getItem, token: () => new Promise<string>(() => {}) },
  "in the TLS handshake": { script: [], requests: 0, call: getItem, scheme: "https:" },
  "in the bytes of a file": {
    script: () => stallsIn(message({ headers: [["content-type", "application/octet-stream"]], body: "x".repeat(1000) })),
    requests: 1,
    call: getFile,
  },
  "on the second page": {
    script: [sendsJson(eventPage(0, 2, "second", true)), stalls("headers")],
    requests: 2,
    call: ({ events }, options) => events.listAuditEvents({}, options).toArray({ max: 9 }),
  },
});

const REASONS = [new Error("enough"), "enough", undefined];

describe.concurrent("F9 a caller who ends a call", () => {
  it.for(MOMENTS)(
    "$name gets the own reason at once, and nothing goes on",
    async ({ value: { script, requests, call, scheme, token } }, { serve, clients }) => {
      await repeat(2 * REASONS.length, async (index) => {
        const server = await serve(script);
        const controller = new AbortController();
        const clock = quickClock();
        const options = { clock, ...(token === undefined ? {} : { token }) };
        const running = call(clients(scheme === undefined ? server.url : server.url.replace("http:", scheme), options), { signal: controller.signal });
        const error = errorOf(running);
        const isThere = (): boolean => server.requests.length === requests && (scheme === undefined || server.connections === 1);
        await vi.waitFor(() => expect(isThere()).toBe(true), WAIT);
        await setTimeout(10);
        controller.abort(REASONS[index % REASONS.length]);
        // A few turns of the event loop: nothing that takes time may come between.
        const late = Symbol("late");
        expect(await Promise.race([error, setTimeout(0).then(() => setTimeout(0, late))])).toBe(controller.signal.reason);
        expect([clock.pending(), getEventListeners(controller.signal, "abort").length]).toEqual([0, 0]);
        await setTimeout(20);
        expect(server.requests.length).toBe(requests);
      });
    },
  );

  it("before it sends nothing", async ({ serve, clients }) => {
    const server = await serve([]);
    const reason = new Error("enough");
    expect(await errorOf(getItem(clients(server.url), { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(server.connections).toBe(0);
  });
});

function getItem({ vault }: Clients, options: CallOptions): Promise<unknown> {
  return vault.getItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID }, options);
}

async function getFile({ vault }: Clients, options: CallOptions): Promise<unknown> {
  return (await vault.getFileContent(IDS, options)).bytes();
}

/** Sends all but the end of a message. */
function stallsIn(bytes: Buffer): Behaviour {
  return async ({ write, gone }) => {
    await write(bytes.subarray(0, -3));
    await gone();
  };
}

/** Returns a behavior that sends a response byte by byte, except for the first bytes up to an index. */
function drips(bytes: Uint8Array, everyMs: number, from = 0): Behaviour {
  return async ({ write, wait }) => {
    if (from > 0) await write(bytes.subarray(0, from));
    for (let at = from; at < bytes.length; at += 1) {
      await write(bytes.subarray(at, at + 1));
      await wait(everyMs);
    }
  };
}
