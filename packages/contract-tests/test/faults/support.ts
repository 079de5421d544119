import { getEventListeners } from "node:events";
import { type ClientEvent, type ClientOptions, type Clock, isKeywrightError, type KeywrightError } from "@keywright/core";
import { nodeTransport } from "@keywright/core/node";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { test as base, expect, inject, vi } from "vitest";
import { sendsJson, type Behaviour, type FaultServer, type FaultServerOptions, type Script, startFaultServer } from "@keywright/tool-torture";
import { secretsIn, secretsShownBy, SENTINELS } from "./secrets.ts";
import { type Clients, createClients, type Subject } from "./subjects.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** What carries the requests of the clients. */
    transport: "fetch" | "node";
  }
}

/** What each test is lent. */
export interface Bench {
  /** Starts a fault server. At the end of the test it must have no exchange under way, and have been asked no more than its script has. */
  readonly serve: (script: Script, options?: Omit<FaultServerOptions, "script">) => Promise<FaultServer>;
  /** The clients at an address, with a sentinel as their token and no chance in their waits. At the end of the test they must have no timer left. */
  readonly clients: (baseUrl: string, options?: Partial<ClientOptions>) => Clients;
  /** Of a caller who never gives up. At the end of the test nothing may listen to it. */
  readonly signal: AbortSignal;
}

interface Fixtures extends Bench {
  readonly options: Pick<ClientOptions, "transport">;
  readonly bench: Bench;
}

/** How long a client may take to let go of a connection that it has given up. */
const SETTLE_MS = 2000;

export const it = base.extend<Fixtures>({
  options: [
    async ({}, use) => {
      const transport = inject("transport") === "node" ? await nodeTransport() : undefined;
      await use(transport === undefined ? {} : { transport });
      await transport?.close();
      await vi.waitFor(() => expect(openConnections()).toBe(0), { timeout: PATIENCE_MS, interval: 20 });
      expect(warnings.splice(0)).toEqual([]);
    },
    { scope: "file" },
  ],
  serve: async ({}, use) => {
    const servers: FaultServer[] = [];
    await use(async (script, options = {}) => {
      const server = await startFaultServer({ script, ...options });
      servers.push(server);
      return server;
    });
    const left = await Promise.all(servers.map(async (server) => ({ underWay: await server.settle(SETTLE_MS), unscripted: server.unscripted })));
    await Promise.all(servers.map((server) => server.close()));
    for (const each of left) expect(each).toEqual({ underWay: 0, unscripted: 0 });
  },
  clients: async ({ options: transport }, use) => {
    const clocks: CountingClock[] = [];
    await use((baseUrl, options = {}) => {
      const clock = quickClock();
      clocks.push(clock);
      const onEvent = (event: ClientEvent): void => {
        expect(secretsIn(JSON.stringify(event))).toEqual([]);
        options.onEvent?.(event);
      };
      return createClients({ baseUrl, token: SENTINELS.token, clock, ...transport, ...options, onEvent });
    });
    for (const clock of clocks) expect(clock.pending()).toBe(0);
  },
  signal: async ({}, use) => {
    const { signal } = new AbortController();
    await use(signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  },
  bench: ({ serve, clients, signal }, use) => use({ serve, clients, signal }),
});

const warnings: string[] = [];
process.on("warning", ({ name, message }) => void warnings.push(`${name}: ${message}`));

function openConnections(): number {
  return process.getActiveResourcesInfo().filter((type) => /^(TCP|TLS)/.test(type)).length;
}

/** A clock that knows how many timers run. */
export interface CountingClock extends Clock {
  readonly pending: () => number;
}

/** The platform's time without chance: each wait between two attempts takes no time unless the service asks for some. `beforeRetry` is waited for before such a wait ends. */
export function quickClock(beforeRetry?: () => Promise<unknown>): CountingClock {
  const running = new Set<unknown>();
  return {
    pending: () => running.size,
    now: () => performance.now(),
    wallNow: () => Date.now(),
    random: () => 0,
    after(delayMs, callback) {
      const fire = (): void => {
        if (running.delete(timer)) callback();
      };
      // Only a wait between two attempts can take no time at all: a deadline cannot.
      const timer = setTimeout(() => (delayMs === 0 && beforeRetry !== undefined ? void beforeRetry().then(fire, fire) : fire()), delayMs);
      running.add(timer);
      return timer;
    },
    clear(timer) {
      running.delete(timer);
      clearTimeout(timer as NodeJS.Timeout);
    },
  };
}

/** Runs something many times at once. */
export async function repeat(times: number, run: (index: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: times }, (_, index) => run(index)));
}

/** Of many alike, `.ci/run` tries each third. */
const STEP = Number(process.env["TORTURE_STEP"] ?? 1);

/** Runs a test of something that is cut at so many places, from the first to the last. */
export async function eachPlace(places: number, run: (index: number) => Promise<unknown>): Promise<void> {
  await repeat(Math.ceil((places - 1) / STEP) + 1, (index) => run(Math.min(index * STEP, places - 1)));
}

/** The error of a call, which must show no secret. */
export async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const { error } = await call.then(
    () => {
      throw new Error("the call succeeded; it was to fail");
    },
    (thrown: unknown) => ({ error: thrown }),
  );
  expect(secretsShownBy(error)).toEqual([]);
  return error;
}

/** Expects a call to fail with an error of ours: its code, how often it was sent, and more. */
export async function expectFailure(call: Promise<unknown>, code: KeywrightError["code"], attempts?: number, more: object = {}): Promise<KeywrightError> {
  const error = await errorOf(call);
  expect(error).toMatchObject({ code, ...(attempts === undefined ? {} : { attempts }), ...more });
  if (!isKeywrightError(error)) throw error;
  return error;
}

/** Expects a call to return all that the good answer has. */
export async function expectWhole({ result }: Subject, call: Promise<unknown>): Promise<void> {
  expect(await call).toEqual(result);
}

/** A read meets a fault once and then the good answer: it succeeds with its second attempt. */
export async function readRecovers({ serve, clients, signal }: Bench, read: Subject, fault: Behaviour): Promise<void> {
  const server = await serve([fault, sendsJson(read.answer)]);
  await expectWhole(read, read.call(clients(server.url), { signal }));
  expect(server.requests.length).toBe(2);
}

/** A read meets a fault with each attempt: it fails. */
export async function readEnds({ serve, clients, signal }: Bench, read: Subject, fault: Behaviour, code: KeywrightError["code"]): Promise<KeywrightError> {
  const server = await serve([fault, fault, fault]);
  const error = await expectFailure(read.call(clients(server.url), { signal }), code, 3);
  expect(server.requests.length).toBe(3);
  return error;
}

/** A write meets a fault behind which it may have happened: it is not sent again, and says so. */
export async function writeStops({ serve, clients, signal }: Bench, write: Subject, fault: Behaviour, code: KeywrightError["code"]): Promise<void> {
  const server = await serve([fault, sendsJson(write.answer)]);
  expectUnknownOutcome(await expectFailure(write.call(clients(server.url), { signal }), code, 1));
  expect([server.requests.length, server.doubleWrites]).toEqual([1, 0]);
}

/** The error of a write says that the service may have acted. If an answer has begun, it says so in its words alone. */
export function expectUnknownOutcome(error: KeywrightError): void {
  expect((error as { readonly outcome?: unknown }).outcome ?? "unknown").toBe("unknown");
  expect(error.message).toMatch(/may have|has probably/);
}

/** The values of a record as rows of a table, with their names. */
export function rowsOf<Value>(table: { readonly [name: string]: Value }): { readonly name: string; readonly value: Value }[] {
  return Object.entries(table).map(([name, value]) => ({ name, value }));
}
