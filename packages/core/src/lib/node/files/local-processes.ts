import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import type { OwnerProcesses } from "../../postgres/owner-processes.ts";
import { codeOf } from "./atomic-file.ts";

/**
 * Returns the processes of this machine, for the option `processes` of stores with leases: a
 * process that was killed is then replaced at once.
 *
 * Only Linux says enough. A process is known by the host, its boot, the namespaces of pids and
 * times, the pid, and when it started (proc(5)). In another container, or elsewhere, its state is
 * `unknown`.
 */
export function localProcesses(): OwnerProcesses {
  let self: Promise<string | undefined> | undefined;
  const own = (): Promise<string | undefined> => (self ??= ownText().catch(() => undefined));
  return {
    own,
    async stateOf(text) {
      const [, place, pid, start] = OWN.exec(text) ?? [];
      if (place === undefined || place !== OWN.exec(`${await own()}`)?.[1]) return "unknown";
      if (isGone(Number(pid))) return "ended";
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const present = startIn(stat);
      // A zombie has its pid until its parent waits for it.
      if (ENDED.includes(fieldsOf(stat)[0] ?? "")) return "ended";
      // A later process may have the pid of an earlier one.
      return present === undefined ? "unknown" : present === start ? "running" : "ended";
    },
  };
}

/** Where a pid and a start time identify a process, the pid and the start time. */
const OWN = /^(.+) ([1-9]\d*) (\d+)$/;

async function ownText(): Promise<string> {
  const files = ["/proc/self/stat", "/proc/sys/kernel/random/boot_id"].map((path) => readFile(path, "utf8"));
  const [stat = "", boot = ""] = await Promise.all(files);
  // A container may have the /proc of its host, whose pids are others.
  if (!stat.startsWith(`${process.pid} `)) throw new Error("/proc has the pids of another namespace");
  const namespaces = await Promise.all(["pid", "time"].map((name) => readlink(`/proc/self/ns/${name}`)));
  return [hostname(), boot.trim(), ...namespaces, process.pid, startIn(stat)].join(" ");
}

/** The states of zombies and dead processes. */
const ENDED = ["Z", "X", "x"];

/** Returns the fields of a stat from the third, the state; the name before may contain spaces. */
function fieldsOf(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Returns the start in clock ticks after the boot. */
function startIn(stat: string): string | undefined {
  return fieldsOf(stat)[22 - 3];
}

/** Whether no process has a pid. /proc may hide those of other users. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}
