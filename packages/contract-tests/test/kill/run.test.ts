import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { start } from "@keywright/tool-torture";
import { KILLS, random, usePrograms } from "./support.ts";

const { command } = usePrograms("run");

/** A shell with a job and a pipe, of which one program ignores SIGTERM. */
const SCRIPT = `echo up; sleep 900 & (trap "" TERM; sleep 900) | cat; true`;
/** The time of a start, and of what the shell starts. */
const [START_MS, SHELL_MS] = [400, 40];

/** The processes that have a variable in their environment. */
function processesWith(variable: string): readonly number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").includes(variable);
      } catch {
        // It has ended.
        return false;
      }
    });
}

describe("F50 SIGTERM at random instants", () => {
  it.each([[], ["--no-masking"]])("of keywright-run ends all that its command started, with %j", async (...options) => {
    const variable = `KEYWRIGHT_KILL_TEST=${randomUUID()}`;
    onTestFinished(() => processesWith(variable).forEach((pid) => void process.kill(pid, "SIGKILL")));
    const args = [...command("run"), ...options, "--grace", "0.1", "--", "sh", "-c", SCRIPT];
    const left: number[] = [];
    let started = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const [name = "", value] = variable.split("=");
      let up = (): void => {};
      const isUp = new Promise<void>((resolve) => (up = resolve));
      const life = start(args, { env: { PATH: process.env["PATH"], [name]: value }, detached: true, onText: up });
      await (round % 2 === 0 ? isUp.then(() => setTimeout(random() * SHELL_MS)) : setTimeout(random() * START_MS));
      started += processesWith(variable).length > 1 ? 1 : 0;
      life.child.kill("SIGTERM");
      expect(await life.end).toMatchObject({ code: null, signal: "SIGTERM" });
      // The kernel ends a process a moment after its SIGKILL.
      for (let looks = 0; looks < 100 && processesWith(variable).length > 0; looks += 1) await setTimeout(20);
      left.push(...processesWith(variable));
    }
    expect(left).toEqual([]);
    expect(started).toBeGreaterThan(0);
  });
});
