import type { Machine } from "./machine.ts";
import type { Random } from "./random.ts";
import type { Appointment, Timeline } from "./timeline.ts";

/** A program that runs in the world, which provides its time, randomness, files and connections. */
export interface Process {
  readonly name: string;
  readonly machine: Machine;
  readonly timeline: Timeline;
  readonly random: Random;
  isAlive(): boolean;
  /** Aborted to ask it to stop. */
  readonly stop: AbortController;
  /** Open connections and files, with their names. */
  readonly open: Map<object, string>;
  /** Runs a step of the platform after a delay. The process may be killed before or after it; then the promise never settles. */
  work<Result>(delayMs: number, what: string, run: () => Result): Promise<Result>;
  /** Calls a function later, unless the process has died by then. */
  later(delayMs: number, run: () => void): Appointment;
  /** Kills it after this number of further steps. */
  killAfter(steps: number): void;
  kill(reason: string): void;
  /** Pauses it. */
  pause(ms: number): void;
  isPaused(): boolean;
  /** Returns what it left open when it ended by itself. */
  leftovers(): readonly string[];
  /** Reports that it has ended by itself. */
  end(): void;
  /** The globals of its code, instead of the platform's. */
  readonly globals: Readonly<Record<string, unknown>>;
}
