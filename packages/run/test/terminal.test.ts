import { join } from "node:path";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { existsSync as isThere, readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { constants } from "node:os";
import { describe, expect, it, onTestFinished } from "vitest";
import { groupInTerminal } from "../src/lib/process/own-terminal.ts";
import { folderForTest, program, serveVault, startProcess } from "./support.ts";

const command = bundledProgram(join(import.meta.dirname, ".."));

/** Whether `script` of util-linux is there, which runs a command in a terminal. */
function hasTerminals(): boolean {
  try {
    return process.platform === "linux" && execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
}

describe.runIf(hasTerminals())("in a terminal", () => {
  async function inTerminal(...args: readonly string[]) {
    return startIn({}, ...args);
  }

  /** Starts the command in a terminal of 40 lines and 100 columns, with more variables. */
  async function startIn(more: NodeJS.ProcessEnv, ...args: readonly string[]) {
    return startLine(`exec ${lineOf(args)}`, more);
  }

  const lineOf = (args: readonly string[]): string =>
    [process.execPath, command, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");

  /** Starts a line of a shell in such a terminal. */
  async function startLine(line: string, more: NodeJS.ProcessEnv = {}) {
    const { env } = await serveVault();
    const environment = { PATH: process.env["PATH"], TERM: "xterm", A: "op://Production/Database/password", ...env, ...more };
    return startProcess("/usr/bin/script", ["-qec", `tty; stty rows 40 cols 100; export SHELL=/bin/false; ${line}`, "/dev/null"], {
      cwd: await folderForTest(),
      env: environment,
    });
  }

  it.each([{ options: [] }, { options: ["--no-masking"] }])("a key is one signal for the command with $options", async ({ options }) => {
    const started = await inTerminal(...options, "--", process.execPath, program("signals"));
    await started.saying("started");
    started.child.stdin?.write("\u0003");
    await started.saying("got SIGINT;");
    started.child.stdin?.write("\u001C");
    await started.saying("got SIGQUIT;");
    started.child.stdin?.write("\u0003");
    await started.saying("got SIGINT;", 2);
    expect(started.output.stdout.match(/got \w+/g)).toEqual(["got SIGINT", "got SIGQUIT", "got SIGINT"]);
    // The program goes on without its terminal, so it must end before that.
    started.child.kill("SIGTERM");
    await started.ended;
  });

  it("a key that ends the wait for the output of a process that left removes the files", async () => {
    const started = await inTerminal("--files", "secrets", "--", "sh", "-c", "setsid sleep 600 & echo pids $$ $! in $(readlink -f secrets)/");
    await started.saying("/\r\n");
    const [, pid = "", left = "", folder = ""] = /pids (\d+) (\d+) in (\S+)/.exec(started.output.stdout) ?? [];
    onTestFinished(() => void process.kill(Number(left), "SIGKILL"));
    await expect.poll(() => isThere(`/proc/${pid}`)).toBe(false);
    expect(isThere(folder)).toBe(true);
    started.child.stdin?.write("\u0003");
    await started.ended;
    expect(isThere(folder)).toBe(false);
  });

  it("the command has the terminal with --no-masking, and a pipe as output otherwise", async () => {
    for (const [options, isTerminal] of [
      [["--no-masking"], true],
      [[], false],
    ] as const) {
      const started = await inTerminal(...options, "--", process.execPath, program("show"));
      expect((await started.ended)[0]).toBe(0);
      expect(started.output.stdout).toContain(`"isTerminal":${isTerminal}`);
    }
  });

  describe("--tty", () => {
    it("is a terminal for the command: colors, input and the size, which changes, with masked output and its exit code", async () => {
      const script =
        'stty size; echo "$A|$SHELL|$KEYWRIGHT_RUN_SHELL|$1"; trap "echo now \\$(stty size)" WINCH; test -t 1 && read -r line; echo "got $line"; exit 7';
      const started = await inTerminal("--tty", "--", "bash", "-c", script, "-", "it'\"s $A");
      await started.saying("/bin/false||it'\"s $A");
      const [outer = ""] = /\/dev\/pts\/\d+/.exec(started.output.stdout) ?? [];
      execFileSync("stty", ["-F", outer, "rows", "50", "cols", "120"]);
      started.child.stdin?.write("a line\r");
      expect((await started.ended)[0]).toBe(7);
      expect(started.output.stdout).toContain("40 100\r\n[secret]|/bin/false||it'\"s $A\r\n");
      expect(started.output.stdout).toContain("now 50 120");
      expect(started.output.stdout).toContain("got a line\r\n");
      expect(started.output.stdout).not.toContain("sentinel");
    });

    it("gets a key as one signal, and other signals of this process, and shows no secret in any argument", async () => {
      const started = await inTerminal("--tty", "--", process.execPath, program("signals"));
      await started.saying("started");
      started.child.stdin?.write("\u0003");
      await started.saying("got SIGINT;");
      const children = (pid: number): number[] => readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
      const [run = 0] = children(started.child.pid ?? 0);
      const [own = 0] = children(run);
      const line = readFileSync(`/proc/${own}/cmdline`, "latin1");
      expect(line).toContain("script");
      expect(line).not.toContain("sentinel");
      for (const signal of ["SIGHUP", "SIGINT", "SIGUSR1"] as const) {
        process.kill(run, signal);
        await started.saying(`got ${signal};`, signal === "SIGINT" ? 2 : 1);
      }
      expect(started.output.stdout.match(/got \w+/g)).toEqual(["got SIGINT", "got SIGHUP", "got SIGINT", "got SIGUSR1"]);
      process.kill(run, "SIGTERM");
      expect((await started.ended)[0]).toBe(128 + constants.signals.SIGTERM);
    });

    it("sends a signal that is for the command alone to no process that it started", async () => {
      // The signal can come before the first wait, or interrupt it.
      const ended = 'status=0; while kill -0 $helper 2>/dev/null; do wait $helper; status=$?; done; echo "helper $status"';
      const script = `sleep 600 & helper=$!; trap "kill $helper" USR1; echo "pid $$ up"; ${ended}`;
      const started = await inTerminal("--tty", "--", "sh", "-c", script);
      await started.saying(" up\r\n");
      const [, pid = ""] = /pid (\d+) up/.exec(started.output.stdout) ?? [];
      const parentOf = (own: string): string => /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${own}/status`, "latin1"))?.[1] ?? "";
      process.kill(Number(parentOf(parentOf(pid))), "SIGUSR1");
      await started.ended;
      expect(started.output.stdout).toContain(`helper ${128 + constants.signals.SIGTERM}\r\n`);
    });

    it("sends a signal for all to a command that does not lead its group yet", async () => {
      const script = spawn("sh", ["-c", "sleep 600 & echo $!; wait $!; exit $?"], { stdio: ["ignore", "pipe", "inherit"] });
      const [pid] = (await once(script.stdout, "data")) as readonly unknown[];
      onTestFinished(() => void execFileSync("sh", ["-c", `kill -9 ${String(pid).trim()} ${script.pid} 2>&1 || true`]));
      const ended = once(script, "exit");
      groupInTerminal(script).send("SIGTERM");
      expect(await ended).toEqual([128 + constants.signals.SIGTERM, null]);
    });

    it("ends the command when no one reads its output any longer", async () => {
      const started = await startLine(`${lineOf(["--tty", "--", "yes"])} | head -n 1; echo over`);
      await started.ended;
      expect(started.output.stdout).toMatch(/\r\ny\r+\nover\r\n$/);
    });

    it("passes no variable whose name a shell drops, which is an error for one of a reference or an env file", async () => {
      const folder = await folderForTest({ "app.env": "spring.datasource.password=op://Production/Database/password\nspring.profile=a\nPLAIN=b\n" });
      const reason = "--tty cannot pass it, because a shell drops names with other characters than letters, digits and _";
      const failed = await inTerminal("--tty", "-f", join(folder, "app.env"), "--", "echo", "up");
      expect((await failed.ended)[0]).toBe(3);
      const lines = ["spring.datasource.password", "spring.profile"].map((name) => `\r\n  ${name}: ${reason}`).join("");
      expect(failed.output.stdout).toContain(`keywright-run: 2 values cannot be resolved:${lines}\r\n`);
      const started = await startLine(`exec env a.b=c ${lineOf(["--tty", "--", "echo", "up"])}`);
      expect((await started.ended)[0]).toBe(0);
      // What comes after script has restored the terminal gets another carriage return.
      expect(started.output.stdout.replaceAll(/\r+\n/g, "\n")).toContain(`keywright-run: a.b: ${reason}\nup\n`);
    });

    it("says in one line why there is none, and goes on", async () => {
      const folder = await folderForTest({ script: "#!/bin/sh\necho another script\n" });
      await chmod(join(folder, "script"), 0o755);
      for (const [path, reason] of [
        [await folderForTest(), "PATH has no script of util-linux"],
        [folder, `${folder}/script is not that of util-linux`],
      ] as const) {
        const started = await startIn({ PATH: `${path}:/opt/none` }, "--tty", "--", process.execPath, program("show"));
        expect((await started.ended)[0]).toBe(0);
        expect(started.output.stdout).toContain(`keywright-run: --tty has no effect, because ${reason}\r\n`);
        expect(started.output.stdout).toContain('"isTerminal":false');
      }
      const { env } = await serveVault();
      const piped = startProcess(process.execPath, [command, "--tty", "--", process.execPath, program("show")], { cwd: folder, env });
      expect([await piped.ended, piped.output.stderr]).toEqual([[0, null], "keywright-run: --tty has no effect, because standard input is no terminal\n"]);
    });

    it("has the exit code of a shell for a command that does not exist", async () => {
      expect((await (await inTerminal("--tty", "--", "no-such-command")).ended)[0]).toBe(127);
    });
  });
});
