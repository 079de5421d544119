import type { Machine } from "./machine.ts";
import type { Random } from "./random.ts";
import type { Appointment, Timeline } from "./timeline.ts";

/** A program that runs in the world: all that it has of time, chance, files and connections comes from here. */
export interface Process {
  readonly name: string;
  readonly machine: Machine;
  readonly timeline: Timeline;
  readonly random: Random;
  isAlive(): boolean;
  /** Asks it to stop. */
  readonly stop: AbortController;
  /** What it opened and did not close: connections and files, by name. */
  readonly open: Map<object, string>;
  /** Does a piece of work of the platform after a delay; the process may be killed before or after it, and then is never told. */
  work<Result>(delayMs: number, what: string, run: () => Result): Promise<Result>;
  /** Calls back later, unless the process has died by then. */
  later(delayMs: number, run: () => void): Appointment;
  /** Kills it after so many further pieces of work. */
  killAfter(steps: number): void;
  kill(reason: string): void;
  /** Lets it stand still for a while. */
  pause(ms: number): void;
  isPaused(): boolean;
  /** What it left behind, though it ended by itself. */
  leftovers(): readonly string[];
  /** The process has ended by itself. */
  end(): void;
  /** The names that its code sees in place of the platform's. */
  readonly globals: Readonly<Record<string, unknown>>;
}
