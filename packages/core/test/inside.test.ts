import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** The section of the README for those who change core. */
async function insideSection(): Promise<string> {
  const readme = await readFile(join(root, "README.md"), "utf8");
  return /\n## Inside\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";
}

describe("the section Inside of the README", () => {
  it("has a row for each file and folder of src/lib, and for no other", async () => {
    const [, table = ""] = /\| file \| answers \|\n([\s\S]*?)\n\n/.exec((await insideSection()).replaceAll(/ +\|/g, " |")) ?? [];
    const named = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, files = ""]) => files.replaceAll("`", "").split(", "));
    const entries = await readdir(join(root, "src/lib"), { withFileTypes: true });
    expect(named.sort()).toEqual(entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort());
  });
});
