import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkConsumers, COMPILERS, writeConsumers } from "../../src/api/check-consumers.ts";
import { folderWith } from "../support.ts";

/** A project with one package, `@keywright/fixture`, as its declarations say, and its consumer. */
async function project({ declarations, consumer }: { readonly declarations: string; readonly consumer: string }) {
  const folder = await folderWith({
    "node_modules/@keywright/fixture/package.json": JSON.stringify({ name: "@keywright/fixture", type: "module", exports: { ".": { types: "./index.d.ts" } } }),
    "node_modules/@keywright/fixture/index.d.ts": declarations,
    "consumers/fixture.ts.txt": consumer,
  });
  const missing = await writeConsumers(folder, join(folder, "consumers"), ["@keywright/fixture", "@keywright/other"]);
  return { folder, missing };
}

describe("the consumers", () => {
  it("compile where the declarations are sound, in both ways of resolving", async () => {
    const { folder } = await project({
      declarations: "export declare function one(): 1;",
      consumer: 'import { one } from "@keywright/fixture";\nexport const got: 1 = one();',
    });
    expect(await checkConsumers(folder, COMPILERS["typescript-7"])).toEqual([
      { name: "TypeScript 7.0.2", modules: "nodenext", findings: [] },
      { name: "TypeScript 7.0.2", modules: "bundler", findings: [] },
    ]);
  });

  it("show a declaration that does not hold, because libraries are checked", async () => {
    const { folder } = await project({
      declarations: 'export type Leak = import("leaky").Leak;',
      consumer: 'import type { Leak } from "@keywright/fixture";\nexport type It = Leak;',
    });
    const [nodenext] = await checkConsumers(folder, COMPILERS["typescript-7"]);
    expect(nodenext?.findings).toEqual([expect.stringContaining("Cannot find module 'leaky'")]);
  });

  it("are missed where there is none", async () => {
    const { missing } = await project({ declarations: "", consumer: "" });
    expect(missing).toEqual([expect.stringContaining("consumers/other.ts.txt")]);
  });
});
