import dns from "node:dns";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, vi } from "vitest";
import { sendsJson, type Behaviour, hangsUp } from "@keywright/tool-torture";
import { findClosedPort } from "./ports.ts";
import { READS, type Subject, WRITES } from "./subjects.ts";
import { type Bench, expectFailure, expectUnknownOutcome, expectWhole, it, quickClock, readEnds, readRecovers, repeat, writeStops } from "./support.ts";

const ALL = [...READS, ...WRITES];

describe("F1 a connection that the server rejects", () => {
  it.for(ALL)("is tried again, and nothing was sent: $name", async (subject, { serve, clients, signal }) => {
    await repeat(50, async () => {
      const port = await findClosedPort();
      let server: Awaited<ReturnType<typeof serve>> | undefined;
      const clock = quickClock(async () => (server = await serve([sendsJson(subject.answer)], { port })));
      const attempts: number[] = [];
      const onEvent = (event: { readonly type: string; readonly attempts?: number }): void => {
        if (event.type === "call") attempts.push(event.attempts ?? 0);
      };
      await expectWhole(subject, subject.call(clients(`http://127.0.0.1:${port}`, { clock, onEvent }), { signal }));
      expect([attempts, server?.requests.length, clock.pending()]).toEqual([[2], 1, 0]);
    });
  });

  it.for(ALL)("for good is reported after three attempts: $name", async (subject, { clients, signal }) => {
    const call = subject.call(clients(`http://127.0.0.1:${await findClosedPort()}`), { signal });
    await expectFailure(call, "connection-failed", 3, { outcome: "not-sent" });
  });
});

describe("F2 a reset before the response", () => {
  it.for(READS)("is met by another attempt of a read: $name", (read, { bench }) => repeat(50, () => readRecovers(bench, read, hangsUp("reset"))));
  it.for(READS)("is reported if it stays: $name", async (read, { bench }) => void (await readEnds(bench, read, hangsUp("reset"), "connection-failed")));
  it.for(WRITES)("ends a write, which may have happened: $name", (write, { bench }) =>
    repeat(50, () => writeStops(bench, write, hangsUp("reset"), "connection-failed")),
  );
});

describe("F3 an end before the response", () => {
  it.for(READS)("is met by another attempt of a read: $name", (read, { bench }) => repeat(25, () => readRecovers(bench, read, hangsUp("finish"))));
  it.for(WRITES)("ends a write, which may have happened: $name", (write, { bench }) =>
    repeat(25, () => writeStops(bench, write, hangsUp("finish"), "connection-failed")),
  );
});

describe.each(["finish", "reset"] as const)("F3 a kept connection that ends (%s) with the second request", (how) => {
  it.for(READS)("is replaced for a read: $name", (read, { bench }) =>
    repeat(25, async () => {
      const good = sendsJson(read.answer);
      const { server, again } = await callTwice(bench, read, [good, hangsUp(how), good]);
      await expectWhole(read, again);
      expect(server.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
    }),
  );

  it.for(READS)("costs no more than one attempt: $name", async (read, { bench }) => {
    const unavailable = sendsJson({}, 503);
    const { server, again } = await callTwice(bench, read, [sendsJson(read.answer), hangsUp(how), unavailable, unavailable, unavailable]);
    await expectFailure(again, "api-error");
    // Node's error tells an orderly end of a kept connection, which then costs none.
    expect([4, 5]).toContain(server.requests.length);
  });

  it.for(WRITES)("ends a write, which may have happened: $name", (write, { bench }) =>
    repeat(25, async () => {
      const good = sendsJson(write.answer);
      const { server, again } = await callTwice(bench, write, [good, hangsUp(how), good]);
      expectUnknownOutcome(await expectFailure(again, "connection-failed", 1));
      expect([server.requests.length, server.doubleWrites]).toEqual([2, 0]);
    }),
  );
});

describe("F3 a kept connection that ends while it is idle", () => {
  it.for(ALL)("is not noticed by the next call: $name", (subject, { serve, clients, signal }) =>
    repeat(25, async () => {
      const good = sendsJson(subject.answer);
      const closing: Behaviour = async (exchange) => {
        await good(exchange);
        exchange.finish();
        await exchange.gone();
      };
      const server = await serve([closing, good]);
      const both = clients(server.url, { retry: false });
      await expectWhole(subject, subject.call(both, { signal }));
      await server.settle(500);
      await expectWhole(subject, subject.call(both, { signal }));
      expect(server.doubleWrites).toBe(0);
    }),
  );
});

/** Makes a call, waits until its connection can carry another, and makes it again. */
async function callTwice({ serve, clients, signal }: Bench, subject: Subject, script: readonly Behaviour[]) {
  const server = await serve(script);
  const both = clients(server.url);
  await expectWhole(subject, subject.call(both, { signal }));
  await setTimeout(10);
  return { server, again: subject.call(both, { signal }) };
}

describe("F15 a name that does not resolve", () => {
  it.for([
    { code: "EAI_AGAIN", times: 1, attempts: 2 },
    { code: "ENOTFOUND", times: 2, attempts: 3 },
  ])("$times times ($code) is looked up again", async ({ code, times, attempts }, { serve, clients, signal }) => {
    for (const subject of ALL) {
      const asked = failLookups(code, times);
      const server = await serve([sendsJson(subject.answer)]);
      await expectWhole(subject, subject.call(clients(`http://service.example:${server.port}`, { allowInsecureHttp: true }), { signal }));
      expect(asked()).toBe(attempts);
    }
  });

  it.for(["EAI_AGAIN", "ENOTFOUND"])("for good (%s) is reported after three attempts, and nothing was sent", async (code, { clients, signal }) => {
    for (const subject of ALL) {
      const asked = failLookups(code, Infinity);
      const call = subject.call(clients("http://service.example:1234", { allowInsecureHttp: true }), { signal });
      await expectFailure(call, "connection-failed", 3, { outcome: "not-sent" });
      expect(asked()).toBe(3);
    }
  });
});

const { lookup } = dns;

/** Replaces the platform's look-up of one name, because no name server can be told to fail; returns how often it was asked. */
function failLookups(code: string, times: number): () => number {
  let asked = 0;
  type Callback = (error: Error | null, addresses?: unknown, family?: number) => void;
  const failing = (hostname: string, options: { readonly all?: boolean }, callback: Callback): void => {
    if (hostname !== "service.example") return lookup(hostname, options as dns.LookupOptions, callback as never);
    asked += 1;
    const error = asked > times ? null : Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code, syscall: "getaddrinfo", hostname });
    process.nextTick(() => callback(error, options.all === true ? [{ address: "127.0.0.1", family: 4 }] : "127.0.0.1", 4));
  };
  const spy = vi.spyOn(dns, "lookup").mockImplementation(failing as unknown as typeof dns.lookup);
  onTestFinished(() => spy.mockRestore());
  return () => asked;
}
