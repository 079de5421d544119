import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { serviceOf } from "@keywright/tool-clients";
import { budgetOf, clientBudget, USES } from "../src/budgets.ts";
import { withDefaults } from "../src/default-budgets.ts";
import { measure } from "../src/measure.ts";
import { readPublished } from "../src/published.ts";
import { entryRows, useRows } from "../src/rows.ts";
import { isOver, printTable } from "../src/table.ts";

/** A repository with one published package that has one entry, and what it is written in. */
async function repository(source: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "keywright-sizes-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, "packages/fixture");
  await mkdir(folder, { recursive: true });
  const manifest = {
    name: "@keywright/fixture",
    type: "module",
    exports: { ".": "./source.js", "./package.json": "./package.json" },
    publishConfig: { exports: { ".": "./index.js", "./package.json": "./package.json" } },
    peerDependencies: { undici: "*" },
  };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "index.js"), source);
  return root;
}

describe("the sizes", () => {
  it("are found for each published entry, and one without a budget has nothing to spend", async () => {
    const [row, ...others] = await entryRows(await readPublished(await repository("export const one = 1;")), {});
    expect(others).toEqual([]);
    expect(row).toMatchObject({ what: "@keywright/fixture", budget: 0 });
    expect(row === undefined || isOver(row)).toBe(true);
  });

  it("have budgets for a service that has none yet, by the number of its operations, and leave those of others as they are", () => {
    const files = new Map(
      ["@keywright/events", "@keywright/events/operations", "@keywright/events/else", "@keywright/vault"].map((entry) => [entry, `/dist${entry}.js`]),
    );
    const { clients, limits } = withDefaults({ "@keywright/vault": { budget: 7 } }, files);
    const operations = Object.keys(serviceOf("events").table).length;
    expect(limits).toEqual({
      "@keywright/vault": { budget: 7 },
      "@keywright/events": { budget: budgetOf("", operations) },
      "@keywright/events/operations": { budget: budgetOf("/operations", operations) },
    });
    expect(budgetOf("/operations", operations + 1)).toBeGreaterThan(budgetOf("/operations", operations));
    expect(clients).toEqual([
      {
        what: "a client of events",
        source: 'export { createEventsClient, isApiError } from "@keywright/events";',
        file: "/dist@keywright/events.js",
        budget: clientBudget(operations),
      },
    ]);
  });

  it("leave out what comes with Node and what users bring themselves", async () => {
    const [row] = await entryRows(await readPublished(await repository('export { readFile } from "fs/promises";\nexport { request } from "undici";')), {
      "@keywright/fixture": { budget: 200 },
    });
    expect(row === undefined || isOver(row)).toBe(false);
  });

  it("count what is beyond another use alone", async () => {
    const uses = USES.filter(({ module }) => module === "uses/vault.ts" || module === "uses/filters.ts");
    const [client, filters] = await useRows(uses, { files: new Map(), peers: [] });
    expect(filters?.size.gzip).toBeLessThan(client?.size.gzip ?? 0);
    expect(filters?.size.gzip).toBeGreaterThan(0);
  });

  it("hold nothing of tokens in a client that imports none", async () => {
    const { modules } = await measure('export { createVaultClient } from "@keywright/vault";', import.meta.dirname);
    expect(modules.filter((path) => path.includes("oauth"))).toEqual([]);
    const withTokens = await measure('export { clientCredentials } from "@keywright/core/oauth";', import.meta.dirname);
    expect(withTokens.modules.filter((path) => path.includes("oauth4webapi"))).toHaveLength(1);
  });

  it("say by how many bytes a budget is passed", () => {
    const rows = [
      { what: "a client", size: { minified: 30_000, gzip: 8001 }, budget: 8000 },
      { what: "another", size: { minified: 30_000, gzip: 8000 }, budget: 8000 },
      { what: "by other means", size: { minified: 60_000, gzip: 24_000 } },
    ];
    expect(rows.map(isOver)).toEqual([true, false, false]);
    expect(printTable("bytes", rows).split("\n").slice(1)).toEqual([
      "a client              8001        8000       30000  over by 1",
      "another               8000        8000       30000",
      "by other means       24000                   60000",
    ]);
  });
});
