import { getEventListeners } from "node:events";
import { type ClientEvent, type ClientOptions, isKeywrightError, type KeywrightError } from "@keywright/core";
import { type CountingClock, createFakeClock, createQuickClock, type FakeClock, type QuickClockOptions } from "./clocks.ts";
import type { Evidence } from "./evidence.ts";
import { inParallel } from "./in-parallel.ts";
import { SENTINELS } from "./sentinels.ts";
import { type FaultServer, type FaultServerOptions, type Script, startFaultServer } from "./server/fault-server.ts";
import { type Clients, createClients } from "./subjects.ts";
import type { Transport } from "./transports.ts";

/** How a call ended. */
export type Outcome<Value = unknown> =
  | { readonly ok: true; readonly value: Value; readonly error?: undefined; readonly durationMs: number }
  | { readonly ok: false; readonly value?: undefined; readonly error: unknown; readonly durationMs: number };

/** One run of a row: starts what it needs, calls, and judges. What it starts is ended behind it. */
export interface Trial {
  serve(script: Script, options?: Omit<FaultServerOptions, "script">): Promise<FaultServer>;
  /** The clients at an address; with the sentinels as secrets, and with no chance in their waits. */
  clients(baseUrl: string, options?: Partial<ClientOptions>): Clients;
  /** Lives as long as its row; nothing may listen on it in the end. */
  readonly signal: AbortSignal;
  quickClock(options?: QuickClockOptions): CountingClock;
  fakeClock(options?: Parameters<typeof createFakeClock>[0]): FakeClock;
  /** Makes a call and keeps how it ended; the time that it took counts for the row. */
  attempt<Value>(call: () => Promise<Value>): Promise<Outcome<Value>>;
  /** Judges. */
  that(holds: boolean, otherwise: string): void;
}

/** What a row is run on. */
export interface Bench {
  /** The name of the transport, for another process. */
  readonly transport: string;
  readonly evidence: Evidence;
  /** One run. */
  run(label: string, trial: (trial: Trial) => Promise<void>): Promise<void>;
  /** Many runs, a few at a time. */
  repeat(times: number, label: string, trial: (trial: Trial, index: number) => Promise<void>, width?: number): Promise<void>;
  /** Takes over the runs of another process. */
  adopt(report: BenchReport): void;
}

/** What a bench has seen. */
export interface BenchReport {
  readonly runs: number;
  /** A line for each run that is wrong. */
  readonly wrong: readonly string[];
  readonly worstMs: number;
  readonly looked: number;
  readonly hits: readonly string[];
}

/** A bench with what it has seen, and what is to be done behind its row. */
export interface RunningBench extends Bench {
  report(): BenchReport;
  /** Ends it; gives what the clients have left behind. */
  end(): string[];
}

/** How long a client may take to let go of a connection that it has given up. */
const SETTLE_MS = 500;
const WIDTH = 10;

/** Makes the bench of one row. */
export function createBench(name: string, transport: Transport, evidence: Evidence): RunningBench {
  const wrong: string[] = [];
  const clocks: CountingClock[] = [];
  const { signal } = new AbortController();
  const adopted: BenchReport[] = [];
  let runs = 0;
  let worstMs = 0;

  const keep = <Kept extends CountingClock>(clock: Kept): Kept => {
    clocks.push(clock);
    return clock;
  };

  async function run(label: string, body: (trial: Trial) => Promise<void>): Promise<void> {
    const servers: FaultServer[] = [];
    const problems: string[] = [];
    const trial: Trial = {
      signal,
      quickClock: (options) => keep(createQuickClock(options)),
      fakeClock: (options) => keep(createFakeClock(options)),
      async serve(script, options = {}) {
        const server = await startFaultServer({ script, ...options });
        servers.push(server);
        return server;
      },
      clients(baseUrl, options = {}) {
        const onEvent = (event: ClientEvent): void => {
          evidence.lookAtText(`an event of ${label}`, JSON.stringify(event));
          options.onEvent?.(event);
        };
        // A row on the emulator brings its fetch, which stands in place of any transport.
        const clients = createClients({
          baseUrl,
          token: SENTINELS.token,
          clock: keep(createQuickClock()),
          ...(options.fetch === undefined ? transport.options : {}),
          ...options,
          onEvent,
        });
        evidence.lookAtValue("a client", clients.vault);
        return clients;
      },
      async attempt(call) {
        const begin = performance.now();
        const outcome = await call().then(
          (value) => ({ ok: true, value, durationMs: performance.now() - begin }) as const,
          (error: unknown) => ({ ok: false, error, durationMs: performance.now() - begin }) as const,
        );
        worstMs = Math.max(worstMs, outcome.durationMs);
        if (!outcome.ok) evidence.lookAtError(`an error of ${label}`, outcome.error);
        return outcome;
      },
      that(holds, otherwise) {
        if (!holds) problems.push(otherwise);
      },
    };
    runs += 1;
    try {
      await body(trial);
      for (const server of servers) {
        const open = await server.settle(SETTLE_MS);
        if (open > 0) problems.push(`${open} exchanges are still under way`);
        if (server.unscripted > 0) problems.push(`${server.unscripted} requests more than expected`);
      }
    } catch (error) {
      problems.push(`it could not be run: ${error instanceof Error ? error.message : "something was thrown that is no error"}`);
      evidence.lookAtError(`an error of ${label}`, error);
    } finally {
      for (const server of servers) await server.close();
    }
    if (problems.length > 0) wrong.push(`${label}: ${problems.join("; ")}`);
  }

  return {
    transport: name,
    evidence,
    run,
    repeat: (times, label, body, width = WIDTH) => inParallel(times, width, (index) => run(`${label} #${index + 1}`, (trial) => body(trial, index))),
    adopt(report) {
      adopted.push(report);
      evidence.adopt(report);
    },
    report: () => ({
      runs: adopted.reduce((sum, other) => sum + other.runs, runs),
      wrong: adopted.reduce<readonly string[]>((all, other) => [...all, ...other.wrong], wrong),
      worstMs: Math.max(worstMs, ...adopted.map((other) => other.worstMs)),
      looked: evidence.looked,
      hits: evidence.hits,
    }),
    end() {
      const timers = clocks.reduce((sum, clock) => sum + clock.pending, 0);
      const listeners = getEventListeners(signal, "abort").length;
      return [...(timers > 0 ? [`${timers} timers of the clients`] : []), ...(listeners > 0 ? [`${listeners} listeners on the caller's signal`] : [])];
    },
  };
}

/** Says how a call ended, without anything that came from outside. */
export function describe(outcome: Outcome): string {
  if (outcome.ok) return "it succeeded";
  const { error } = outcome;
  if (!isKeywrightError(error)) return `it failed with ${error instanceof Error ? error.name : typeof error}`;
  return `it failed with ${error.code} after ${error.attempts ?? 0} attempts (${error.stopReason ?? "no reason to stop"})`;
}

/** Judges that a call failed for a reason, after a number of attempts. */
export function expectFailure(trial: Trial, outcome: Outcome, code: KeywrightError["code"], attempts?: number): void {
  const holds = isKeywrightError(outcome.error, code) && (attempts === undefined || outcome.error.attempts === attempts);
  trial.that(holds, `expected ${code}${attempts === undefined ? "" : ` after ${attempts} attempts`}; ${describe(outcome)}`);
}
