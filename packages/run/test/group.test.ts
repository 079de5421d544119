import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { describe, expect, it, onTestFinished } from "vitest";
import { groupOf } from "../src/lib/process/group.ts";
import { folderForTest, program, serveVault, type Started, startProcess } from "./support.ts";

const command = bundledProgram(join(import.meta.dirname, ".."));

/** Starts `keywright-run` without a terminal, with a program that starts another one. */
async function startFamily(way: string, ...options: readonly string[]) {
  const vault = await serveVault();
  const args = [command, ...options, "--", process.execPath, program("family"), way];
  const env = { PATH: process.env["PATH"], PASSWORD: "op://Production/Database/password", ...vault.env };
  const started = startProcess(process.execPath, args, { cwd: await folderForTest(), env, detached: true });
  await started.saying(";");
  onTestFinished(() =>
    pidsIn(started)
      .filter(isRunning)
      .forEach((pid) => void process.kill(pid, "SIGKILL")),
  );
  return { started, vault };
}

const pidsIn = ({ output }: Started): readonly number[] => Array.from(output.stdout.matchAll(/child (\d+);/g), ([, pid]) => Number(pid));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until a process has ended, whose end nothing reports. */
async function endOf(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve));
}

describe.runIf(process.platform !== "win32")("what a command started", () => {
  it.each(["SIGTERM", "SIGINT", "SIGQUIT"] as const)("gets %s, and ends with it", async (signal) => {
    const { started } = await startFamily("plain");
    started.child.kill(signal);
    expect(await started.ended).toEqual(signal === "SIGQUIT" ? [131, null] : [null, signal]);
    await Promise.all(pidsIn(started).map(endOf));
  });

  it("still ends the command where the runtime permits no signal to a group", async () => {
    const spawned = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true });
    const send = process.kill;
    onTestFinished(() => void (process.kill = send));
    process.kill = (pid, signal) => {
      if (pid < 0) throw Object.assign(new Error("Requires run access"), { name: "NotCapable" });
      return send(pid, signal);
    };
    const group = groupOf(spawned);
    group.send("SIGTERM");
    expect(await once(spawned, "exit")).toEqual([null, "SIGTERM"]);
    await group.gone;
  });

  it("ends with it without masking, too", async () => {
    const { started } = await startFamily("plain", "--no-masking");
    started.child.kill("SIGTERM");
    expect(await started.ended).toEqual([null, "SIGTERM"]);
    await Promise.all(pidsIn(started).map(endOf));
  });

  it.each([[], ["--watch"]])("gets SIGKILL if it does not end in the grace time after the command, with %j", async (...options) => {
    const { started } = await startFamily("stubborn", ...options, "--grace", "0.2");
    started.child.kill("SIGTERM");
    expect(await started.ended).toEqual([null, "SIGTERM"]);
    await Promise.all(pidsIn(started).map(endOf));
    expect(started.output.stdout).toContain("stays;");
  });

  it("gets SIGKILL with the second signal after the end of the command", async () => {
    const { started } = await startFamily("stubborn", "--grace", "86400");
    started.child.kill("SIGTERM");
    await started.saying("stays;");
    // The command has ended; what it started gets the signal again, and then SIGKILL.
    const again = setInterval(() => started.child.kill("SIGTERM"), 20);
    onTestFinished(() => clearInterval(again));
    expect(await started.ended).toEqual([null, "SIGTERM"]);
    await Promise.all(pidsIn(started).map(endOf));
  });

  it("ends before a restart, so that the next command has its port", async () => {
    const { started, vault } = await startFamily("plain", "--watch", "--poll", "1", "--min-interval", "0");
    await vault.rotate("sentinel-database-2");
    await started.saying("child ", 2);
    const [first = 0, second = 0] = pidsIn(started);
    expect([isRunning(first), isRunning(second)]).toEqual([false, true]);
    started.child.kill("SIGTERM");
    expect(await started.ended).toEqual([null, "SIGTERM"]);
    await endOf(second);
  });

  it("runs on after the command has ended by itself, until a signal ends both", async () => {
    const { started } = await startFamily("leaving");
    expect(pidsIn(started).filter(isRunning)).toHaveLength(1);
    started.child.kill("SIGTERM");
    await Promise.all(pidsIn(started).map(endOf));
    expect(await started.ended).toEqual([4, null]);
  });

  it("does not keep this process running after a stop, also if it left the group", async () => {
    const { started } = await startFamily("escaped", "--grace", "0.2");
    started.child.kill("SIGTERM");
    expect(await started.ended.then(([, signal]) => signal)).toBe("SIGTERM");
    expect(started.output.stderr).toContain("cannot be read to its end: a process that it left keeps it open");
  });

  it("gets no signal that means something to the command alone", async () => {
    const { started } = await startFamily("plain");
    started.child.kill("SIGHUP");
    await started.saying("got SIGHUP;");
    // A child that got the signal, too, ends before it says this.
    for (const pid of pidsIn(started)) process.kill(pid, "SIGUSR2");
    await started.saying("runs;");
    started.child.kill("SIGTERM");
    expect(await started.ended).toEqual([null, "SIGTERM"]);
  });

  it.runIf(process.platform === "linux")("stops and continues with this process, the children of the command, too", async () => {
    const { started } = await startFamily("plain");
    const pids = [...pidsIn(started), started.child.pid];
    // proc(5): the state comes after the name, T if it is stopped.
    const areStopped = (): boolean[] => pids.map((pid) => /\) T /.test(readFileSync(`/proc/${pid}/stat`, "latin1")));
    started.child.kill("SIGTSTP");
    await expect.poll(areStopped).toEqual([true, true]);
    started.child.kill("SIGCONT");
    await expect.poll(areStopped).toEqual([false, false]);
    started.child.kill("SIGTERM");
    expect(await started.ended).toEqual([null, "SIGTERM"]);
  });
});
