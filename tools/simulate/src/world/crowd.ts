import { inspect } from "node:util";
import type { Load } from "./programs.ts";
import type { Context } from "./context.ts";
import { createDatabase } from "./database.ts";
import { createGlobals } from "./globals.ts";
import { createMachine, type Machine } from "./machine.ts";
import { createProcess } from "./process.ts";

/** Number of connections of a program's pool. */
const CONNECTIONS = 10;
const KILL_MS = [45_000, 70_000] as const;
const STOP_MS = 150_000;
/** Only numbers before the longest lease, stand-by and poll must be handled by the stop. */
const NUMBERS = 5;

/** Two programs with many feeds on two machines: the first is killed, and the second waits. */
export async function runCrowd(context: Context, load: Load): Promise<void> {
  const { plan, timeline, random, say, violate } = context;
  const query = createDatabase(context);
  const next = new Map<number, number>();
  const last = new Map<number, string>();

  function start(name: string, machine: Machine) {
    const own = createProcess(context, name, machine, () => {});
    const globals = createGlobals(context, { fetch: () => Promise.reject(new Error("there is no network")) }, own, () => {});
    const limited = createPool(CONNECTIONS);
    const ended = load(globals).crowd({
      signal: own.stop.signal,
      feeds: plan.crowd,
      query: (text, values) => limited(() => query(own, text, values)),
      deliver(feed, numbers) {
        const expected = next.get(feed) ?? 0;
        const [first = expected] = numbers;
        if (first > expected) violate(`feed ${feed} leaves out the numbers ${expected} to ${first - 1}`);
        if (first < expected && last.get(feed) === name) violate(`feed ${feed} repeats the number ${first}`);
        next.set(feed, Math.max(expected, first + numbers.length));
        last.set(feed, name);
      },
      failed: (feed, error) => violate(`feed ${feed} of ${name} ends: ${inspect(error).split("\n")[0]}`),
    });
    void ended.then(() => {
      say(`${name} ends`);
      for (const leftover of new Set(own.leftovers())) violate(`${name} has ended and left ${leftover}`);
      own.end();
    });
    return own;
  }

  const first = start("crowd-a", createMachine(context, "feeds"));
  await timeline.until(6000);
  const second = start("crowd-b", createMachine(context, "tails"));
  await timeline.until(random.integer(...KILL_MS));
  first.kill("by the plan");
  await timeline.until(STOP_MS);
  second.stop.abort();
  await timeline.until(STOP_MS + 30_000);
  if (second.isAlive()) violate("crowd-b has not ended 30000 ms after it was asked to stop");
  for (let feed = 1; feed < plan.crowd; feed += 1) {
    const reached = next.get(feed) ?? 0;
    if (reached < NUMBERS) violate(`feed ${feed} has only reached the number ${reached} of ${NUMBERS}`);
  }
  say(`${next.size} feeds have reached their numbers`);
}

/** Runs no more statements at a time than a pool has connections. */
function createPool(connections: number) {
  const waiting: (() => void)[] = [];
  let free = connections;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const following = waiting.shift();
      if (following === undefined) free += 1;
      else following();
    }
  };
}
