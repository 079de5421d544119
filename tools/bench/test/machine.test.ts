import { describe, expect, it } from "vitest";
import { lookAtMachine, warningOf } from "../src/machine.ts";

describe("the machine", () => {
  it("is told with what a figure depends on", () => {
    const machine = lookAtMachine();
    expect(machine.node).toBe(process.version);
    expect(machine.cores).toBeGreaterThan(0);
    expect(machine.load).toBeGreaterThanOrEqual(0);
  });

  it("is warned of where other work spoils the run, and not where it is idle", () => {
    const idle = { node: "v20.20.2", cores: 2, model: "example", load: 0.4 };
    expect(warningOf(idle)).toBeUndefined();
    expect(warningOf({ ...idle, load: 3.25 })).toMatch(/^The machine is busy: load 3\.3 on 2 cores before the first round\./);
  });
});
