import { describe, expect, it } from "vitest";
import { budgetOf, ENTRIES, moduleOf } from "../../src/sizes/budgets.ts";
import { bundle, excessOf, measure, type Published, readPublished } from "../../src/sizes/measure.ts";
import { folderWith } from "../support.ts";

/** Packages as the workspace has them: from source. */
const SOURCES: Published = { files: new Map(), peers: [] };

/** A repository with one published package that has one entry, and what it is written in. */
function repository(source: string): Promise<string> {
  const manifest = {
    name: "@keywright/fixture",
    type: "module",
    exports: { ".": "./source.js", "./package.json": "./package.json" },
    publishConfig: { exports: { ".": "./index.js", "./package.json": "./package.json" } },
    peerDependencies: { undici: "*" },
  };
  return folderWith({ "packages/fixture/package.json": JSON.stringify(manifest), "packages/fixture/index.js": source });
}

describe("the sizes", () => {
  it("are found for each published entry, without what comes with Node and what users bring themselves", async () => {
    const root = await repository('export { readFile } from "fs/promises";\nexport { request } from "undici";\nexport const one = 1;');
    const published = await readPublished(root);
    expect([...published.files.keys()]).toEqual(["@keywright/fixture"]);
    const size = await measure(published, 'export * from "@keywright/fixture";');
    expect(size).toBeGreaterThan(20);
    expect(size).toBeLessThan(200);
  });

  it("have the budgets that are written, and none for another entry of the same package", () => {
    expect(budgetOf("@keywright/vault/filters")).toBe(ENTRIES["@keywright/vault/filters"]);
    expect(budgetOf("@keywright/vault/else")).toBe(0);
  });

  it("have budgets for a service that has none yet, by those of the others", () => {
    const services = ["billing", "events", "management", "vault"];
    const largest = (...names: readonly string[]): number => Math.max(...names.map((name) => ENTRIES[`@keywright/${name}`] ?? 0));
    expect(budgetOf("@keywright/billing", services)).toBe(2 * largest("events", "management", "vault"));
    expect(budgetOf("@keywright/billing/operations", services)).toBe(2 * largest("events/operations", "management/operations", "vault/operations"));
    expect(budgetOf("@keywright/emulator/billing", services)).toBe(2 * largest("emulator/events", "emulator/management", "emulator/vault"));
    expect(budgetOf("@keywright/billing/else", services)).toBe(0);
  });

  it("count what is beyond another use alone", async () => {
    const [filters, client] = [moduleOf("filters"), moduleOf("a client of the vault")];
    expect(filters).toBe(`${client}export { listItemsFilter } from "@keywright/vault/filters";\n`);
    const beyond = await measure(SOURCES, filters, client);
    expect(beyond).toBeLessThan(await measure(SOURCES, client));
    expect(beyond).toBeGreaterThan(0);
  });

  it("hold nothing of tokens in a client that imports none", async () => {
    const hasTokens = async (source: string): Promise<boolean> => /grant_type/.test(new TextDecoder().decode(await bundle(source, SOURCES)));
    expect(await hasTokens('export { createVaultClient } from "@keywright/vault";')).toBe(false);
    expect(await hasTokens('export { clientCredentials } from "@keywright/core/oauth";')).toBe(true);
  });

  it("are over a budget by the bytes beyond it", () => {
    expect([7999, 8000, 8001].map((size) => excessOf({ size, budget: 8000 }))).toEqual([0, 0, 1]);
  });
});
