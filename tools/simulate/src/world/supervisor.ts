import type { StreamCheck } from "./check-stream.ts";
import { createProcess, type ProcessOptions } from "./create-process.ts";
import type { Machine } from "./machine.ts";
import type { Plan, ProgramName } from "./plan.ts";
import type { Process } from "./process.ts";

/** The supervisor starts the programs, restarts them, and asks them to stop. */
export type Supervisor = ReturnType<typeof createSupervisor>;

/** Options of the supervisor. */
export interface SupervisorOptions extends Pick<ProcessOptions, "timeline" | "random" | "fetch" | "say"> {
  readonly isLeased: Plan["isLeased"];
  readonly follows: StreamCheck;
  readonly machineOf: (name: ProgramName) => Machine;
  /** Runs the program of a process to its end. */
  readonly main: (name: ProgramName, process: Process) => Promise<void>;
  readonly printed: (by: string, text: string) => void;
  readonly violate: (problem: string) => void;
}

/** Maximum time of a program to end after a stop, in milliseconds: of a feed, of a feed whose database hangs during its last save and release, and of a writer whose calls take up to a minute. */
const STOP_MS = { feed: 12_000, leased: 42_000, writer: 72_000 };
/** Maximum time of a token renewal, in milliseconds. */
const RENEWAL_MS = 20_000;
/** Range of the pause before a restart, of a process that was killed and of one that ended by itself. */
const RESTART_MS = { killed: [500, 4000], ended: [5000, 40_000] } as const;

export function createSupervisor({ timeline, random, fetch, say, isLeased, follows, machineOf, main, printed, violate }: SupervisorOptions) {
  const running = new Map<string, Process>();
  const retired = new Set<string>();

  function start(name: ProgramName): void {
    if (retired.has(name) || running.has(name)) return;
    const own = createProcess({
      name,
      machine: machineOf(name),
      timeline,
      random: random.fork(`${name} ${timeline.now()}`),
      fetch,
      say,
      printed: (text) => printed(name, text),
      onKill: () => gone(name, "killed"),
    });
    running.set(name, own);
    say(`${name} starts`);
    void main(name, own).then(() => {
      say(`${name} ends`);
      leave(name, own);
    });
  }

  function leave(name: ProgramName, own: Process, isLate = false): void {
    if (!own.isAlive()) return;
    // The command ends with process.exit(), so a token request may still be in flight.
    const leftovers = own.leftovers().filter((what) => !name.startsWith("tail") || what.startsWith("the open file"));
    // An aborted call ends only its own wait for a token. The renewal continues, so that the new token is saved.
    if (!isLate && leftovers.some((what) => what.includes("/data/refresh.lock"))) return void timeline.after(RENEWAL_MS, () => leave(name, own, true));
    for (const leftover of new Set(leftovers)) violate(`${name} has ended and left ${leftover}`);
    own.end();
    gone(name, "ended");
  }

  function gone(name: ProgramName, how: keyof typeof RESTART_MS): void {
    running.delete(name);
    follows.isGone(name);
    const [least, most] = RESTART_MS[how];
    timeline.after(random.int(least, most), () => start(name));
  }

  function askToStop(name: string): void {
    const own = running.get(name);
    if (own === undefined || own.stop.signal.aborted) return;
    say(`${name} is asked to stop`);
    own.stop.abort();
    const limitMs = STOP_MS[name.startsWith("writer") ? "writer" : name.startsWith("follow") && isLeased ? "leased" : "feed"];
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
