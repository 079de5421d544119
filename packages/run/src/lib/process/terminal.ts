import { closeSync, openSync, readFileSync } from "node:fs";
import { isatty } from "node:tty";

/** Whether a terminal controls this process, so it signals its group and stops its jobs. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return [0, 1, 2].some((descriptor) => isatty(descriptor));
  }
}

/** Whether the terminal sends its signals to this process group, which the command shares. */
export function isInForeground(): boolean {
  try {
    // proc(5), after the name: state, parent, process group, session, terminal, foreground group.
    const [, , group, , , foreground] = readFileSync("/proc/self/stat", "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return group === foreground;
  } catch {
    return [0, 1, 2].some((descriptor) => isatty(descriptor));
  }
}
