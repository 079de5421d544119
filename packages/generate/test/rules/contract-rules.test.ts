import { resolve } from "node:path";
import { loadConfig } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { openContract } from "../../src/lib/read/open-contract.ts";
import { BROKEN_OPERATIONS } from "./broken-operations.ts";
import { BROKEN_SCHEMAS } from "./broken-schemas.ts";
import { writeMini } from "./mini-contract.ts";

const config = await loadConfig({ configPath: resolve(import.meta.dirname, "../../../../specs/redocly.yaml") });

describe("the contract rules", () => {
  it("have nothing to say about a contract that keeps them", async () => {
    const { file } = await writeMini();
    const { findings, contract } = await openContract(file, { config });
    expect(findings).toEqual([]);
    expect(contract).toBeDefined();
  });

  it.each([...BROKEN_OPERATIONS, ...BROKEN_SCHEMAS])("$rule: an operation or schema that $because", async ({ rule, edits, at, says }) => {
    const mini = await writeMini(...edits);
    const { findings } = await openContract(mini.file, { config });
    const own = findings.filter(({ message }) => message.endsWith(`[keywright/${rule}]`));
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ file: mini.file, line: expect.any(Number), message: expect.stringMatching(says) });
    expect(own[0]?.line).toBe(mini.lineOf(at));
  });

  it.each(["cancelThing", "uploadThing", "search"])("let any verb begin an operationId: %s", async (id) => {
    const { file } = await writeMini(["operationId: patchThing", `operationId: ${id}`]);
    expect((await openContract(file, { config })).findings).toEqual([]);
  });

  it("leave a closed list of a request alone", async () => {
    const { file } = await writeMini(["title: { type: string, minLength: 3 }", "title: { type: string, enum: [one, two] }"]);
    expect((await openContract(file, { config })).findings).toEqual([]);
  });

  it("report a contract that is no YAML with its line", async () => {
    const { file } = await writeMini(["  title: Things\n", "  title: [Things\n"]);
    const { findings, contract } = await openContract(file, { config });
    expect(contract).toBeUndefined();
    expect(findings).toEqual([expect.objectContaining({ file, line: expect.any(Number), message: expect.stringContaining("cannot be read") })]);
  });
});
