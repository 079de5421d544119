import { inspect } from "node:util";
import type { Load } from "./programs.ts";
import type { Context } from "./context.ts";
import { createGlobals } from "./globals.ts";
import type { Parts } from "./parts.ts";
import { type ProgramName, PROGRAMS } from "./plan.ts";
import { createProcess, type Process } from "./process.ts";
import { createSurroundings } from "./surroundings.ts";

/** Maximum milliseconds to end: a feed, one with a hanging database, a writer with slow calls. */
const STOP_MS = { feed: 12_000, leased: 42_000, writer: 72_000 };
/** Maximum time of a token renewal, in milliseconds. */
const RENEWAL_MS = 20_000;
/** Milliseconds of the pause before a restart of a killed process, and of an ended one. */
const RESTART_MS = { killed: [500, 4000], ended: [5000, 40_000] } as const;

/** Creates the supervisor, which starts the programs, restarts them, and asks them to stop. */
export function createSupervisor(context: Context, parts: Parts, load: Load) {
  const { plan, timeline, random, say, violate } = context;
  const { machines, follows } = parts;
  const running = new Map<string, Process>();
  const retired = new Set<string>();

  function start(name: ProgramName): void {
    if (retired.has(name) || running.has(name)) return;
    const own = createProcess(context, name, machines[PROGRAMS[name].machine], () => gone(name, "killed"));
    running.set(name, own);
    say(`${name} starts`);
    void run(name, own).then(() => {
      say(`${name} ends`);
      leave(name, own);
    });
  }

  async function run(name: ProgramName, own: Process): Promise<void> {
    const surroundings = createSurroundings(context, parts, name, own);
    const programs = load(createGlobals(context, parts, own, surroundings.checkPrinted));
    await programs[PROGRAMS[name].program](surroundings).catch((error: unknown) => violate(`${name} throws ${inspect(error)}`));
  }

  function leave(name: ProgramName, own: Process, isLate = false): void {
    if (!own.isAlive()) return;
    // The command ends with process.exit(), so a token request may still be in flight.
    const leftovers = own.leftovers().filter((what) => !name.startsWith("tail") || what.startsWith("the open file"));
    // An aborted call ends only its own wait: the renewal continues, and saves the new token.
    if (!isLate && leftovers.some((what) => what.includes("/data/refresh.lock"))) return void timeline.after(RENEWAL_MS, () => leave(name, own, true));
    for (const leftover of new Set(leftovers)) violate(`${name} has ended and left ${leftover}`);
    own.end();
    gone(name, "ended");
  }

  function gone(name: ProgramName, how: keyof typeof RESTART_MS): void {
    running.delete(name);
    follows.isGone(name);
    const [least, most] = RESTART_MS[how];
    timeline.after(random.integer(least, most), () => start(name));
  }

  function askToStop(name: string): void {
    const own = running.get(name);
    if (own === undefined || own.stop.signal.aborted) return;
    say(`${name} is asked to stop`);
    own.stop.abort();
    const limitMs = STOP_MS[name.startsWith("writer") ? "writer" : name.startsWith("follow") && plan.isLeased ? "leased" : "feed"];
    const judge = (): void => {
      if (!own.isAlive()) return;
      if (own.isPaused()) return void timeline.after(limitMs, judge);
      violate(`${name} has not ended ${limitMs} ms after it was asked to stop; it has ${own.leftovers().join(", ") || "nothing open"}`);
      own.kill("by the supervisor");
    };
    timeline.after(limitMs, judge);
  }

  return {
    running,
    start,
    askToStop,
    /** Asks programs to stop, and does not restart them. */
    retire(...names: readonly ProgramName[]): void {
      for (const name of names) {
        retired.add(name);
        askToStop(name);
      }
    },
  };
}
