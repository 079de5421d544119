import { type ChildProcess, execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isatty } from "node:tty";
import { type Group, OF_ALL } from "./group.ts";

/** Has the shell of the user while `script` is started with another one. */
const SHELL = "KEYWRIGHT_RUN_SHELL";

/** Whether the shell that starts a command passes a variable. */
export function isPassed(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

/** What a command is started by to have a terminal of its own. */
export interface OwnTerminal {
  /** Returns the command and environment that start a command in it. */
  around(
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
  ): { readonly command: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };
}

/** Returns a terminal for commands, or the reason why there can be none. */
export function findTerminal(env: NodeJS.ProcessEnv): OwnTerminal | string {
  if (!isatty(0)) return "standard input is no terminal";
  const path = (env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => (isAbsolute(folder) ? join(folder, "script") : []))
    .find(isProgram);
  if (path === undefined) return "PATH has no script of util-linux";
  if (!versionOf(path).includes("util-linux")) return `${path} is not that of util-linux`;
  return {
    around: (command, args, own) => ({
      command: path,
      // The arguments are those of this process, so that others see no more of them than before.
      args: [
        "-qefc",
        `${own["SHELL"] === undefined ? "unset SHELL" : `SHELL=$${SHELL}`}; unset ${SHELL}; exec ${[command, ...args].map(quoted).join(" ")}`,
        "/dev/null",
      ],
      env: { ...own, SHELL: "/bin/sh", [SHELL]: own["SHELL"] },
    }),
  };
}

/** Returns the command that `script` starts, which leads a process group and session of its own. */
export function groupInTerminal(script: ChildProcess): Group {
  let isGone = script.pid === undefined;
  return {
    isOwn: false,
    hasTerminal: true,
    send(signal) {
      // The terminal sends its size to script.
      if (isGone || signal === "SIGWINCH") return;
      const command = childOf(script.pid ?? 0);
      if (command === undefined) script.kill(signal);
      // A command that was just started does not lead its group yet.
      else if (!OF_ALL.includes(signal) || !kill(-command, signal)) kill(command, signal);
    },
    gone: new Promise((resolve) =>
      script.once("exit", () => {
        isGone = true;
        resolve();
      }),
    ),
  };
}

/** Whether there was a process or group to send a signal to. */
function kill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Only Linux lists children (proc(5)). */
function childOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ")[0]) || undefined;
  } catch {
    return undefined;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function versionOf(path: string): string {
  try {
    return execFileSync(path, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 60_000 });
  } catch {
    return "";
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
