import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

describe("the guide to how a call works", () => {
  it("has a row for each folder of src/lib, and for no other", async () => {
    const guide = await readFile(join(root, "../../tools/docs/guides/how-it-works.md"), "utf8");
    const [, table = ""] = /\n## Files\n([\s\S]*?)\n## /.exec(guide) ?? [];
    const named = [...table.matchAll(/^\| `([^`]*)` +\|/gm)].map(([, folder]) => folder);
    const entries = await readdir(join(root, "src/lib"), { withFileTypes: true, recursive: true });
    const folders = new Set(entries.flatMap((entry) => (entry.isFile() ? join("packages/core", relative(root, entry.parentPath)) : [])));
    expect(named.sort()).toEqual([...folders].sort());
  });
});
