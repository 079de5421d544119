import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/**
 * Ends the processes of other groups, too, whose working folder, or a path that Node was started
 * with, is in a folder. Does nothing without Linux's `/proc`.
 *
 * @param folder An absolute path without links.
 */
export function endProcessesIn(folder: string): void {
  const ended = new Set([process.pid]);
  // They start others, until a search finds none.
  for (let before = 0; before < ended.size;) {
    before = ended.size;
    const ids = process.platform === "linux" ? readdirSync("/proc").map(Number) : [];
    for (const id of ids) if (id > 0 && !ended.has(id) && isIn(folder, id) && endProcess(id)) ended.add(id);
  }
}

function isIn(folder: string, id: number): boolean {
  try {
    const words = readlinkSync(`/proc/${id}/exe`) === process.execPath ? readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0") : [];
    return [readlinkSync(`/proc/${id}/cwd`), ...words].some((path) => `${path}/`.startsWith(`${folder}/`));
  } catch {
    return false; // It has ended, or is another user's.
  }
}

/** Ends a process by its id, or a group by the negative one. @returns Whether there was one. */
export function endProcess(id: number): boolean {
  try {
    return process.kill(id, "SIGKILL");
  } catch {
    return false;
  }
}
