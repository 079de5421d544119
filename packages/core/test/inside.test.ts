import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

describe("the guide to how a call works", () => {
  it("has a row for each file and folder of src/lib, and for no other", async () => {
    const guide = await readFile(join(root, "../../tools/docs/guides/how-it-works.md"), "utf8");
    const [, table = ""] = /\n## Files\n([\s\S]*?)\n## /.exec(guide) ?? [];
    const named = [...table.matchAll(/^\| (`[^|]*`) +\|/gm)].flatMap(([, files = ""]) => files.replaceAll("`", "").split(", "));
    const entries = await readdir(join(root, "src/lib"), { withFileTypes: true });
    expect(named.sort()).toEqual(entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort());
  });
});
