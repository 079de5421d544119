import { describe, expect, it } from "vitest";
import { serviceOf } from "@keywright/tool-mocks/clients";
import { budgetOf, clientBudget, type Limit, type Use } from "../../src/sizes/budgets.ts";
import { withDefaults } from "../../src/sizes/default-budgets.ts";
import { measure, measureUse } from "../../src/sizes/measure.ts";
import { entriesOf, type Published, readPublished } from "../../src/sizes/published.ts";
import { isOver, printTable, type Row } from "../../src/sizes/table.ts";
import { folderWith } from "../support.ts";

/** Packages as the workspace has them: from source. */
const SOURCES: Published = { files: new Map(), peers: [] };

/** What is published in a repository, weighed. */
async function entryRows(root: string, limits: { readonly [entry: string]: Limit }): Promise<Row[]> {
  const published = await readPublished(root);
  return Promise.all(entriesOf([...published.files.keys()], limits).map(async (use) => ({ ...use, size: await measureUse(use, published) })));
}

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
  it("are found for each published entry, and one without a budget has nothing to spend", async () => {
    const [row, ...others] = await entryRows(await repository("export const one = 1;"), {});
    expect(others).toEqual([]);
    expect(row).toMatchObject({ what: "@keywright/fixture", budget: 0 });
    expect(row === undefined || isOver(row)).toBe(true);
  });

  it("have budgets for a service that has none yet, by the number of its operations, and leave those of others as they are", () => {
    const entries = ["@keywright/events", "@keywright/events/operations", "@keywright/events/else", "@keywright/vault"];
    const { clients, limits } = withDefaults({ "@keywright/vault": { budget: 7 } }, entries);
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
        source: 'export { createEventsClient, isApiError } from "@keywright/events";\n',
        budget: clientBudget(operations),
      },
    ]);
  });

  it("leave out what comes with Node and what users bring themselves", async () => {
    const [row] = await entryRows(await repository('export { readFile } from "fs/promises";\nexport { request } from "undici";'), {
      "@keywright/fixture": { budget: 200 },
    });
    expect(row === undefined || isOver(row)).toBe(false);
  });

  it("count what is beyond another use alone", async () => {
    const client = 'export { createVaultClient } from "@keywright/vault";';
    const filters: Use = { what: "filters", source: `${client}export { listItemsFilter } from "@keywright/vault/filters";`, beyond: client, budget: 700 };
    const [alone, beyond] = [await measure(client, SOURCES), await measureUse(filters, SOURCES)];
    expect(beyond.gzip).toBeLessThan(alone.gzip);
    expect(beyond.gzip).toBeGreaterThan(0);
  });

  it("hold nothing of tokens in a client that imports none", async () => {
    const { modules } = await measure('export { createVaultClient } from "@keywright/vault";', SOURCES);
    expect(modules.filter((path) => path.includes("oauth"))).toEqual([]);
    const withTokens = await measure('export { clientCredentials } from "@keywright/core/oauth";', SOURCES);
    expect(withTokens.modules.filter((path) => path.includes("oauth4webapi"))).toHaveLength(1);
  });

  it("say by how many bytes a budget is passed", () => {
    const rows = [
      { what: "a client", size: { minified: 30_000, gzip: 8001 }, budget: 8000 },
      { what: "another", size: { minified: 30_000, gzip: 8000 }, budget: 8000 },
    ];
    expect(rows.map(isOver)).toEqual([true, false]);
    expect(printTable("bytes", rows).split("\n").slice(1)).toEqual([
      "a client        8001        8000       30000  over by 1",
      "another         8000        8000       30000",
    ]);
  });
});
