import { getEventListeners } from "node:events";
import type { Appointment, Context } from "./context.ts";
import type { Machine } from "./machine.ts";

// Node fires a timer immediately if its delay does not fit in 31 bits.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A program that runs in the world: its life, its time, and what it has open. */
export type Process = ReturnType<typeof createProcess>;

export function createProcess({ timeline, random: worldRandom, say }: Context, name: string, machine: Machine, onKill: () => void) {
  const random = worldRandom.fork(`${name} ${timeline.now()}`);
  const timers = new Set<Appointment>();
  let alive = true;
  let stepsLeft = Infinity;
  let pausedUntil = 0;

  /** Calls a function later, unless the process has died by then. */
  function later(delayMs: number, run: () => void): Appointment {
    const appointment = timeline.after(delayMs, () => {
      if (!alive) return;
      if (timeline.now() >= pausedUntil) return run();
      // Everything that became due during the pause runs in its order.
      timeline.after(pausedUntil - timeline.now(), () => {
        if (alive && appointment.run !== undefined) run();
      });
    });
    return appointment;
  }

  /** Reports that it has ended by itself. */
  function end(): void {
    alive = false;
    machine.processes.delete(process);
  }

  function kill(reason: string): void {
    if (!alive) return;
    say(`${name} is killed ${reason}`);
    end();
    onKill();
  }

  function clearTimeout(timer: Appointment | undefined): void {
    if (timer === undefined) return;
    timers.delete(timer);
    timer.run = undefined;
  }

  function setTimeout(callback: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]): object {
    const fits = delayMs >= 1 && delayMs <= LONGEST_TIMER_MS;
    const timer = later(fits ? delayMs : 1, () => {
      clearTimeout(timer);
      callback(...args);
    });
    timers.add(timer);
    return timer;
  }

  const taken = new Set([...machine.processes].map(({ pid }) => pid));
  const process = {
    name,
    machine,
    /** The lowest that is free, so that it is soon that of another process. */
    pid: [1, 2, 3, 4, 5, 6, 7].find((pid) => !taken.has(pid)) ?? 8,
    startedAt: timeline.now(),
    random,
    /** Aborted to ask it to stop. */
    stop: new AbortController(),
    /** Open connections and files, with their names. */
    open: new Map<object, string>(),
    setTimeout,
    clearTimeout,
    later,
    kill,
    end,
    isAlive: () => alive,
    isPaused: () => timeline.now() < pausedUntil,
    pause: (ms: number) => void (pausedUntil = timeline.now() + ms),
    /** Kills it after this number of further steps. */
    killAfter: (steps: number) => void (stepsLeft = steps),
    /** Runs a step after a delay. The process may be killed around it: then this never settles. */
    work: <Result>(delayMs: number, what: string, run: () => Result): Promise<Result> =>
      new Promise((resolve, reject) => {
        later(delayMs, () => {
          stepsLeft -= 1;
          if (stepsLeft < 0 && random.next() < 0.5) return kill(`before ${what}`);
          try {
            const result = run();
            if (stepsLeft < 0) return kill(`after ${what}`);
            resolve(result);
          } catch (error) {
            reject(error);
          }
        });
      }),
    /** Returns what it left open when it ended by itself. */
    leftovers: (): readonly string[] => [
      ...[...timers].map(({ at }) => `a timer until ${Math.round(at)}`),
      ...process.open.values(),
      ...getEventListeners(process.stop.signal, "abort").map(() => "a listener of its signal"),
    ],
  };
  machine.processes.add(process);
  return process;
}
