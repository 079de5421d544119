import { inspect } from "node:util";
import { isKeywrightError } from "@keywright/core";
import type { FleetEvent } from "@keywright/core/postgres";
import { createPostgres } from "./create-postgres.ts";
import { type Context, EPOCH } from "../world/context.ts";
import { createGlobals } from "../world/globals.ts";
import { createMachine } from "../world/machine.ts";
import { createProcess, type Process } from "../world/process.ts";
import type { Load } from "../world/programs.ts";
import { createFleetCheck, keyOf } from "./check-fleet.ts";
import { createPool } from "./connections.ts";
import { CALM_MS, type FleetTrouble, ROUGH_MS, type Fault, type FaultyPart, STREAMS, WORKER_NAMES, type WorkerName, WORKERS } from "./plan.ts";

const LEASE_MS = 5000;
const PAGE = 3;
/** A page within the grace of 5 s, and the release, which waits for Postgres for a lease. */
const STOP_MS = 45_000;

/** Three workers on three machines read the streams of a service into one database. */
export async function runFleet(context: Context, load: Load, troubles: readonly FleetTrouble[]): Promise<void> {
  const { timeline, random, say, violate } = context;
  const isCalm = (): boolean => timeline.now() > ROUGH_MS + 4 * LEASE_MS;
  const streams = Array.from({ length: STREAMS }, (_unused, index) => ({ account: `account${index >> 1}`, stream: `stream${index & 1}`, target: "table" }));
  const sent = new Map(streams.map((stream) => [keyOf(stream), random.integer(0, 20)]));
  const check = createFleetCheck(context, isCalm);
  const database = { aheadMs: 0, awayUntil: 0 };
  const postgres = createPostgres(() => EPOCH + timeline.now() + database.aheadMs, check.onCommit);
  const faults: Record<FaultyPart, Fault[]> = { commits: [], others: [], service: [] };
  const running = new Map<WorkerName, { readonly own: Process; readonly close: () => void; pausedUntil: number }>();

  /** Reads a page, which takes time and may fail. */
  function read({ random: own, later }: Process, key: string, from: number, signal: AbortSignal): Promise<readonly string[]> {
    const fault = faults.service.shift() ?? (own.next() < 0.04 ? "slow" : undefined);
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      later(fault === "slow" ? own.integer(1000, 2 * LEASE_MS) : own.integer(5, 80), () => {
        if (fault === "fails") return reject(new Error("the service fails"));
        const left = Math.max(0, Math.min(PAGE, (sent.get(key) ?? 0) - from));
        resolve(Array.from({ length: left }, (_unused, index) => `${key} ${from + index}`));
      });
    });
  }

  const connectTo = () => (timeline.now() < database.awayUntil ? undefined : postgres.connect());
  const takeFault = (text: string): Fault | undefined => faults[text === "COMMIT" ? "commits" : "others"].shift();

  function prepare(own: Process) {
    const pool = createPool(context, own, connectTo, takeFault);
    return { pool, programs: load(createGlobals(context, { fetch: () => Promise.reject(new Error("there is no network")) }, own, () => {})) };
  }

  function start(name: WorkerName): void {
    if (timeline.now() > ROUGH_MS + CALM_MS) return;
    const own = createProcess(context, name, createMachine(context, WORKERS[name]), () => timeline.after(random.integer(300, 4000), () => start(name)));
    const { pool, programs } = prepare(own);
    const worker = { own, close: pool.close, pausedUntil: 0 };
    running.set(name, worker);
    say(`${name} starts`);
    const onEvent = (event: FleetEvent): void => {
      say(`${name}: ${inspect(event, { breakLength: Infinity })}`);
      if (event.type === "lost") check.loses(name, keyOf(event.turn));
    };
    const query: typeof pool.query = (text, values) => {
      if (text.includes("due <= now()")) check.owns(values[0], name, () => !own.isAlive() || timeline.now() < worker.pausedUntil + LEASE_MS);
      return pool.query(text, values);
    };
    void programs
      .fleet({ signal: own.stop.signal, pool: { ...pool, query }, leaseMs: LEASE_MS, read: read.bind(undefined, own), onEvent })
      .then(() => end(name, own))
      .catch((error: unknown) => violate(`${name} ends with ${inspect(error).split("\n")[0]}`));
  }

  function end(name: WorkerName, own: Process): void {
    say(`${name} ends`);
    if (!own.stop.signal.aborted) violate(`${name} ends by itself`);
    // A handler that outlives its grace has a transaction in the background, with its time limit.
    for (const left of own.leftovers()) if (!left.startsWith("a timer")) violate(`${name} has ended and left ${left}`);
    kill(name, false);
  }

  function stop(name: WorkerName): void {
    const own = running.get(name)?.own;
    own?.stop.abort();
    timeline.after(STOP_MS, () => own?.isAlive() === true && violate(`${name} has not ended ${STOP_MS} ms after it was asked to stop`));
  }

  function kill(name: WorkerName, vanishes: boolean): void {
    const worker = running.get(name);
    worker?.own.kill("or has ended");
    if (!vanishes) timeline.after(10, () => worker?.close());
  }

  const { pool, programs } = prepare(createProcess(context, "operator", createMachine(context, "feeds"), () => {}));
  const table = programs.operate(pool);
  const listed = new Set(streams);

  /** Repeats an action until it succeeds: a response may be lost. */
  async function act(work: () => Promise<unknown>): Promise<void> {
    for (let isDone = false; !isDone; await timeline.pass(500))
      isDone = await work().then(
        () => true,
        (error: unknown) => isKeywrightError(error) && (violate(`the operator fails: ${error.message}`), true),
      );
  }
  const sync = (): Promise<void> => act(() => table.sync([...listed], { since: "2026-01-01T00:00:00Z" }));

  async function strike(trouble: FleetTrouble): Promise<unknown> {
    say(JSON.stringify(trouble));
    const worker = "worker" in trouble ? running.get(trouble.worker) : undefined;
    const stream = streams["stream" in trouble ? trouble.stream : 0] as (typeof streams)[number];
    switch (trouble.kind) {
      case "fault":
        return faults[trouble.on].push(...Array.from({ length: trouble.times }, () => trouble.fault));
      case "kill":
        return kill(trouble.worker, trouble.vanishes);
      case "stop":
        return stop(trouble.worker);
      case "pause":
        worker?.own.pause(trouble.ms);
        return worker && Object.assign(worker, { pausedUntil: timeline.now() + trouble.ms });
      case "database-clock":
        return (database.aheadMs += trouble.ms);
      case "database-restart":
        database.awayUntil = timeline.now() + trouble.ms;
        return postgres.kill();
      case "removed-stream":
        listed.delete(stream);
        await sync();
        await timeline.pass(trouble.ms);
        listed.add(stream);
        return sync();
      default:
        await act(() => table.pause({ account: stream.account, stream: stream.stream }));
        await timeline.pass(trouble.ms);
        return act(() => table.resume({ account: stream.account, stream: stream.stream }));
    }
  }

  void sync();
  for (const name of WORKER_NAMES) timeline.after(random.integer(0, 2000), () => start(name));
  for (const trouble of troubles) timeline.after(trouble.at, () => void strike(trouble));
  const grow = (): void => {
    const key = random.pick([...sent.keys()]);
    sent.set(key, (sent.get(key) ?? 0) + random.integer(1, 5));
    if (timeline.now() < ROUGH_MS + CALM_MS / 2) timeline.after(random.integer(100, 2000), grow);
  };
  grow();
  await timeline.until(ROUGH_MS);
  say("the calm time begins");
  for (const planned of Object.values(faults)) planned.length = 0;
  await timeline.until(ROUGH_MS + CALM_MS);
  WORKER_NAMES.forEach(stop);
  await timeline.until(ROUGH_MS + CALM_MS + STOP_MS + 1000);
  check.end(postgres, sent);
}
