import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkManifest } from "../src/check-manifest.ts";

/** Checks a package.json of a package that ships `dist/index.js` and `src/index.ts`. */
async function check(members: { readonly [member: string]: unknown }): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-manifest-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const file of ["dist/index.js", "src/index.ts"]) {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await writeFile(join(folder, file), "");
  }
  return checkManifest({ folder, manifest: { name: "@keywright/fixture", ...members } });
}

const EXPORTS = { ".": { default: "./dist/index.js" } };

describe("a published package.json", () => {
  it("may name what is shipped, and versions that a registry knows", async () => {
    expect(await check({ exports: EXPORTS, dependencies: { "openapi-fetch": "0.17.0", "@keywright/core": "^0.1.0" } })).toEqual([]);
  });

  it("must not export a source", async () => {
    expect(await check({ exports: { ".": "./src/index.ts" } })).toEqual([
      expect.stringContaining('exports["."] is ./src/index.ts, a source that is not shipped'),
    ]);
  });

  it("must not export what is not there", async () => {
    expect(await check({ exports: { ...EXPORTS, "./node": { types: "./dist/node.d.ts" } } })).toEqual([
      expect.stringContaining('exports["./node"]["types"] is ./dist/node.d.ts, and the package has no such file'),
    ]);
  });

  it("must not name a program that is a source", async () => {
    expect(await check({ exports: EXPORTS, bin: { tail: "./src/cli.ts" } })).toEqual([expect.stringContaining('bin["tail"] is ./src/cli.ts')]);
  });

  it.each(["workspace:^", "catalog:", "link:../core"])("must not hold the version %s", async (version) => {
    expect(await check({ exports: EXPORTS, dependencies: { "@keywright/core": version } })).toEqual([
      `dependencies has @keywright/core as ${version}, which only the workspace understands; pack with pnpm.`,
    ]);
  });

  it("must have exports", async () => {
    expect(await check({})).toEqual([expect.stringContaining("exports is missing")]);
  });
});
