import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { services } from "@keywright/tool-mocks/clients";
import { type Json, operationsOf } from "@keywright/generate/contract";
import { ROOT } from "@keywright/tool-test-kit/services";
import { exampleOptions } from "@keywright/tool-test-kit/testing/example-options";
import { describe, expect, it } from "vitest";

describe.each(services)("an operation of $name has one name", ({ name, table, document, createClient }) => {
  const operations = operationsOf({ document: document as Json });
  const ids = operations.map(({ id }) => id).sort();

  it("in the contract, in the table and in the client's methods", () => {
    const client = createClient(exampleOptions(table, () => "https://service.invalid"));
    expect(ids.length).toBeGreaterThan(0);
    expect(Object.keys(table).sort()).toEqual(ids);
    expect(Object.keys(client.raw).sort()).toEqual(ids);
    expect(Object.keys(client)).toEqual(expect.arrayContaining(ids));
  });

  const emulator = join(ROOT, "packages/emulator/src/lib", name);
  // A new service need not have an emulator.
  it.runIf(existsSync(emulator))("in the contract and in the emulator's handlers, except operations without a path", async () => {
    const module = (await import(pathToFileURL(join(emulator, "handlers.ts")).href)) as { readonly handlers: object };
    const bound = operations.filter(({ path }) => path !== "").map(({ id }) => id);
    expect(Object.keys(module.handlers).sort()).toEqual(bound.sort());
  });
});
