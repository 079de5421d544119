import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkFiles } from "../src/check-files.ts";

async function packed(files: { readonly [file: string]: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-files-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

describe("the files of a package", () => {
  const whole = { LICENSE: "", "README.md": "", "dist/index.js": "export {};" };
  const manifest = { name: "@keywright/fixture", sideEffects: false, exports: { ".": "./dist/index.js" } };

  it("are in order where licence and README are there and no map is named", async () => {
    expect(await checkFiles({ folder: await packed(whole), manifest })).toEqual([]);
  });

  it("are not where a map is not shipped, a licence is missing, or everything would be kept", async () => {
    const folder = await packed({ "README.md": "", "dist/index.js": "export {};\n//# sourceMappingURL=index.js.map\n" });
    expect(await checkFiles({ folder, manifest: { ...manifest, sideEffects: true } })).toEqual([
      "LICENSE is missing; it belongs in every package.",
      "sideEffects is not false; bundlers would keep what nobody imports.",
      "dist/index.js names the map index.js.map, which is not shipped; build without maps.",
    ]);
  });
});
