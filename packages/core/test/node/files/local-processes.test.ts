import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { localProcesses } from "../../../src/node.ts";

/** A program that prints its own text, and runs until it is killed. */
const PROGRAM = `
import { localProcesses } from ${JSON.stringify(new URL("../../../src/node.ts", import.meta.url).href)};
console.log(await localProcesses().own());
setInterval(() => {}, 1000);
`;

describe.runIf(process.platform === "linux")("the processes of a machine", () => {
  const processes = localProcesses();

  it("report that a process runs, and that it has ended after it was killed", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", PROGRAM], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [printed] = (await once(child.stdout, "data")) as [Buffer];
    const text = printed.toString().trim();
    expect(text).toContain(` ${child.pid} `);
    expect(await processes.stateOf(text)).toBe("running");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await processes.stateOf(text)).toBe("ended");
  });

  it("report that a process has ended whose parent does not wait for it", async () => {
    // The shell becomes a program that reads no exit codes.
    const script = 'NODE --import tsx --input-type=module --eval "$PROGRAM" & exec sleep 600 > /dev/null';
    const env = { ...process.env, PROGRAM };
    const parent = spawn("sh", ["-c", script.replace("NODE", process.execPath)], { env, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [printed] = (await once(parent.stdout, "data")) as [Buffer];
    const text = printed.toString().trim();
    const pid = Number(text.split(" ").at(-2));
    expect(await processes.stateOf(text)).toBe("running");
    process.kill(pid, "SIGKILL");
    await expect.poll(() => processes.stateOf(text)).toBe("ended");
    // It still has its pid.
    expect(process.kill(pid, 0)).toBe(true);
  });

  it("report that a process has ended whose pid a later one has", async () => {
    const text = `${await processes.own()}`;
    expect(await processes.stateOf(text)).toBe("running");
    expect(await processes.stateOf(text.replace(/\d+$/, (start) => String(Number(start) - 1)))).toBe("ended");
  });

  it("report nothing of a process on another boot, host or in another namespace", async () => {
    const text = `${await processes.own()}`.replace(/\d+ \d+$/, "99999999 1");
    expect(await processes.stateOf(text)).toBe("ended");
    const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
    for (const [part, other] of [
      [boot, crypto.randomUUID()],
      [/^\S+/, "another-host"],
      [/pid:\[\d+\]/, "pid:[1]"],
      [/time:\[\d+\]/, "time:[1]"],
    ] as const)
      expect(await processes.stateOf(text.replace(part, other)), String(part)).toBe("unknown");
    for (const none of ["", "x", text.replace("99999999", "-1"), text.replace("99999999", "0")]) expect(await processes.stateOf(none)).toBe("unknown");
  });
});
