import { getEventListeners } from "node:events";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import * as path from "node:path";
import { createRequire } from "node:module";
import { inspect } from "node:util";
import { createFileSystem, type FileSystem } from "./file-system.ts";
import { createFlock } from "./flock.ts";
import type { Process } from "./process.ts";
import type { Machine } from "./machine.ts";
import type { Random } from "./random.ts";
import type { Appointment, Timeline } from "./timeline.ts";

/** Options of a process. */
export interface ProcessOptions {
  readonly name: string;
  readonly machine: Machine;
  readonly timeline: Timeline;
  readonly random: Random;
  readonly fetch: (process: Process, url: string, init: RequestInit) => Promise<unknown>;
  readonly say: (line: string) => void;
  /** Called with every text that it prints. */
  readonly printed: (text: string) => void;
  readonly onKill: () => void;
}

// Node fires a timer immediately if its delay does not fit in 31 bits.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const platformRequire = createRequire(import.meta.url);

export function createProcess({ name, machine, timeline, random, fetch, say, printed, onKill }: ProcessOptions): Process {
  const timers = new Set<Appointment>();
  const open = new Map<object, string>();
  const stop = new AbortController();
  let alive = true;
  let stepsLeft = Infinity;
  let pausedUntil = 0;

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

  function end(): void {
    alive = false;
    machine.processes.delete(process);
    for (const timer of timers) timer.run = undefined;
  }

  function kill(reason: string): void {
    if (!alive) return;
    say(`${name} is killed ${reason}`);
    end();
    files.releaseAll();
    onKill();
  }

  const process: Process = {
    name,
    machine,
    timeline,
    random,
    stop,
    open,
    later,
    kill,
    end,
    isAlive: () => alive,
    isPaused: () => timeline.now() < pausedUntil,
    pause(ms) {
      pausedUntil = timeline.now() + ms;
    },
    killAfter(steps) {
      stepsLeft = steps;
    },
    work(delayMs, what, run) {
      return new Promise((resolve, reject) => {
        later(delayMs, () => {
          stepsLeft -= 1;
          if (stepsLeft < 0 && random.chance(0.5)) return kill(`before ${what}`);
          try {
            const result = run();
            if (stepsLeft < 0) return kill(`after ${what}`);
            resolve(result);
          } catch (error) {
            reject(error);
          }
        });
      });
    },
    leftovers: () => [
      ...[...timers].filter(({ run }) => run !== undefined).map(({ at }) => `a timer until ${Math.round(at)}`),
      ...open.values(),
      ...getEventListeners(stop.signal, "abort").map(() => "a listener of its signal"),
    ],
    globals: {},
  };
  const files: FileSystem = createFileSystem(process);
  const bytes = (): number => random.int(0, 255);
  const randomUUID = (): string => {
    const hex = Array.from({ length: 16 }, () => bytes().toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  };
  const { wallNow } = machine;
  const modules: Readonly<Record<string, unknown>> = {
    "node:fs": { constants },
    "node:fs/promises": files.promises,
    "node:child_process": { spawn: createFlock(process, files) },
    "node:crypto": { createHash, randomUUID },
    "node:path": path,
  };

  function setTimeoutHere(callback: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]): object {
    const fits = delayMs >= 1 && delayMs <= LONGEST_TIMER_MS;
    const timer = later(fits ? delayMs : 1, () => {
      timers.delete(timer);
      timer.run = undefined;
      callback(...args);
    });
    timers.add(timer);
    return Object.assign(timer, { unref: () => timer, ref: () => timer });
  }

  class WorldDate extends Date {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [wallNow()] : given) as [number]));
    }
    static override now(): number {
      return wallNow();
    }
  }

  const globals: Record<string, unknown> = {
    setTimeout: setTimeoutHere,
    clearTimeout(timer: Appointment | undefined) {
      if (timer === undefined || timer === null) return;
      timers.delete(timer);
      timer.run = undefined;
    },
    setImmediate: (callback: () => void) => void later(0, callback),
    performance: { now: () => timeline.now() },
    Date: WorldDate,
    Math: Object.create(Math, { random: { value: () => random.next() } }),
    crypto: { randomUUID, getRandomValues: (array: Uint8Array) => array.map(bytes) },
    fetch: (url: string, init: RequestInit) => fetch(process, url, init),
    process: { platform: "linux", env: { PATH: "/bin" }, versions: { node: "20.0.0", undici: "6" }, pid: 1, stderr: { write: printed } },
    console: { log: (...parts: unknown[]) => printed(parts.map((part) => (typeof part === "string" ? part : inspect(part))).join(" ")) },
    require: (id: string) => modules[id] ?? platformRequire(id),
  };
  globals["globalThis"] = Object.create(globalThis, Object.getOwnPropertyDescriptors({ ...globals })) as object;
  machine.processes.add(process);
  return Object.assign(process, { globals });
}
