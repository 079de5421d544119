import { platformError } from "./disk.ts";
import type { Process } from "./process.ts";

/** What a process sees of the processes of its machine. */
export type Proc = ReturnType<typeof createProc>;

/** Creates the part of /proc that identifies processes (proc(5)), and `process.kill`. */
export function createProc({ pid: own, machine }: Pick<Process, "pid" | "machine">) {
  const find = (pid: number) => [...machine.processes].find((each) => each.pid === pid);

  function statOf(pid: number): string {
    const found = find(pid);
    if (found === undefined) throw platformError("ENOENT", "no such process");
    const fields = Array.from({ length: 22 }, (_unused, place) => (place === 0 ? "S" : place === 19 ? Math.floor(found.startedAt / 10) : 0));
    return `${pid} (no) de) ${fields.join(" ")}`;
  }

  return {
    read(path: string): string {
      if (path === "/proc/sys/kernel/random/boot_id") return `${machine.name}-${machine.boots}\n`;
      const [, pid = "0"] = /^\/proc\/(self|\d+)\/stat$/.exec(path) ?? [];
      return statOf(pid === "self" ? own : Number(pid));
    },
    namespaceOf: (path: string) => /^\/proc\/self\/ns\/(pid|time)$/.exec(path)?.[1]?.concat(":[4026531836]"),
    kill(pid: number): true {
      if (find(pid) === undefined) throw platformError("ESRCH", "no such process");
      return true;
    },
  };
}
