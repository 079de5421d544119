import { serviceOf, services } from "@keywright/tool-mocks/clients";
import { describe, expect, it } from "vitest";
import { createReport } from "../../src/demo/report.ts";
import { runDemo } from "../../src/demo/run-demo.ts";

describe("the demo", { timeout: 30_000 }, () => {
  it("calls every operation and ends with the count out of the operation tables", async () => {
    const lines: string[] = [];
    const complete = await runDemo({ write: (line) => lines.push(line), colour: false });
    const total = services.flatMap(({ table }) => Object.keys(table)).length;
    expect(lines.at(-1)).toBe(`${total} of ${total} operations answered`);
    expect(complete).toBe(true);
    expect(lines.join("\n")).not.toContain("\u001b");
  });

  it("names the operations that did not answer", () => {
    const lines: string[] = [];
    const report = createReport({ write: (line) => lines.push(line), colour: false });
    expect(report.finish([serviceOf("events").table])).toBe(false);
    expect(lines).toContain("introspect has not responded");
    expect(lines.at(-1)).toBe(`0 of ${Object.keys(serviceOf("events").table).length} operations answered`);
  });
});
