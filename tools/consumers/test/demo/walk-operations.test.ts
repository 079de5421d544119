import { serviceOf } from "@keywright/tool-mocks/clients";
import { startMock } from "@keywright/tool-mocks";
import { describe, expect, it, onTestFinished } from "vitest";
import { createReport } from "../../src/demo/report.ts";
import { walkOperations } from "../../src/demo/walk-operations.ts";

describe("the walk over a service without a story", { timeout: 30_000 }, () => {
  it("calls each operation that has a path and was not called, once, by the contract's examples", async () => {
    const mock = await startMock("management");
    onTestFinished(() => mock.close());
    const lines: string[] = [];
    const report = createReport({ write: (line) => lines.push(line), colour: false });
    const service = serviceOf("management");
    const client = service.createClient({ baseUrl: mock.url, token: "example-token", middleware: [report.middleware] });
    await walkOperations(service, client, report);
    const { fireSignal, ...others } = service.table;
    expect(report.finish([others])).toBe(true);
    expect(fireSignal === undefined || report.hasAnswered(fireSignal)).toBe(false);
    const said = lines.length;
    await walkOperations(service, client, report);
    expect(lines.length).toBe(said);
  });
});
