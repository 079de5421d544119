import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { existsSync as isThere } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
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
    const { env } = await serveVault();
    const line = [process.execPath, command, ...args].map((word) => `'${word}'`).join(" ");
    const environment = { PATH: process.env["PATH"], TERM: "xterm", A: "op://Production/Database/password", ...env };
    return startProcess("script", ["-qec", `exec ${line}`, "/dev/null"], { cwd: await folderForTest(), env: environment });
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
    const started = await inTerminal("--files", "secrets", "--", "sh", "-c", "setsid sleep 20 & echo pids $$ $! in $(readlink -f secrets)/");
    await started.saying("/\r\n");
    const [, pid = "", left = "", folder = ""] = /pids (\d+) (\d+) in (\S+)/.exec(started.output.stdout) ?? [];
    onTestFinished(() => void process.kill(Number(left), "SIGKILL"));
    await expect.poll(() => isThere(`/proc/${pid}`), { timeout: 10_000 }).toBe(false);
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
});
