import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { copyRepository } from "../../src/mutate/copy.ts";

it("plants into a copy alone, and takes the fault out again", async () => {
  const root = await mkdtemp(join(tmpdir(), "mutate-test-"));
  try {
    for (const folder of ["node_modules/installed", "src", "dist"]) await mkdir(join(root, folder), { recursive: true });
    for (const file of ["node_modules/installed/index.js", "src/a.ts", "dist/a.js"]) await writeFile(join(root, file), "right");
    const copy = await copyRepository(root);
    const read = (folder: string, file: string): Promise<string> => readFile(join(folder, file), "utf8");
    const seen = copy.withContent("src/a.ts", "wrong", async () => [await read(copy.root, "src/a.ts"), await read(root, "src/a.ts")]);
    expect(await seen).toEqual(["wrong", "right"]);
    await expect(copy.withContent("src/a.ts", "wrong", () => Promise.reject(new Error("stopped")))).rejects.toThrow("stopped");
    expect(await read(copy.root, "src/a.ts")).toBe("right");
    expect(await read(copy.root, "node_modules/installed/index.js")).toBe("right");
    expect(existsSync(join(copy.root, "dist"))).toBe(false);
    copy.remove();
    expect([existsSync(copy.root), await read(root, "node_modules/installed/index.js")]).toEqual([false, "right"]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
