import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";
import { inspect } from "node:util";
import type { Context } from "./context.ts";
import { createFileSystem } from "./file-system.ts";
import type { Parts } from "./parts.ts";
import { createProc } from "./proc.ts";
import type { Process } from "./process.ts";

const platformRequire = createRequire(import.meta.url);

/** Creates the globals of a process's code. `print` gets every text that it prints. */
export function createGlobals({ timeline }: Context, { fetch }: Pick<Parts, "fetch">, process: Process, print: (text: string) => void) {
  const { random, setTimeout, clearTimeout } = process;
  const { wallNow } = process.machine;
  const proc = createProc(process);
  const { promises, spawn } = createFileSystem(process, proc);
  const modules: Readonly<Record<string, unknown>> = {
    "node:fs": { constants },
    "node:fs/promises": promises,
    "node:child_process": { spawn },
    "node:crypto": { createHash, randomUUID: random.uuid },
    "node:path": path,
    "node:os": { hostname: () => process.machine.name },
  };

  const load = (id: string): unknown => modules[id] ?? platformRequire(id);

  class WorldDate extends Date {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [wallNow()] : given) as [number]));
    }
    static override now = wallNow;
  }

  const globals = {
    setTimeout,
    clearTimeout,
    setImmediate: (callback: () => void) => void process.later(0, callback),
    performance: { now: () => timeline.now() },
    Date: WorldDate,
    Math: Object.create(Math, { random: { value: () => random.next() } }) as Math,
    crypto: { randomUUID: random.uuid },
    fetch: (url: string, init: RequestInit) => fetch(process, url, init),
    process: {
      platform: "linux",
      env: { PATH: "/bin" },
      versions: { node: "20.0.0", undici: "6" },
      pid: process.pid,
      kill: proc.kill,
      getBuiltinModule: load,
      stderr: { write: print },
    },
    console: { log: (...parts: unknown[]) => print(parts.map((part) => (typeof part === "string" ? part : inspect(part))).join(" ")) },
    require: load,
  };
  return { ...globals, globalThis: Object.create(globalThis, Object.getOwnPropertyDescriptors({ ...globals })) as object };
}
