import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkLock, closureOf, parseLock } from "../src/lock.ts";

const LOCK = `
importers:
  packages/client:
    dependencies:
      "@keywright/core":
        specifier: workspace:^
        version: link:../core
      formats:
        specifier: 1.0.0
        version: 1.0.0(validator@2.0.0)
  packages/core:
    dependencies:
      fetcher:
        specifier: 3.0.0
        version: 3.0.0
    devDependencies:
      tester:
        specifier: 4.0.0
        version: 4.0.0
packages:
  fetcher@3.0.0:
    resolution: {integrity: sha512-a}
  formats@1.0.0:
    resolution: {tarball: https://example.com/formats.tgz, integrity: sha512-b}
  validator@2.0.0:
    resolution: {}
snapshots:
  fetcher@3.0.0:
    dependencies:
      helper: 5.0.0
  helper@5.0.0:
    dependencies:
      alias: target@6.0.0
  target@6.0.0: {}
  formats@1.0.0(validator@2.0.0):
    dependencies:
      validator: 2.0.0
  validator@2.0.0: {}
  tester@4.0.0: {}
`;

describe("a lockfile", () => {
  it("tells what a package brings along: its dependencies and theirs, and not what its tests need", () => {
    expect([...closureOf(parseLock(LOCK), "packages/client")]).toEqual([
      "@keywright/core",
      "fetcher@3.0.0",
      "helper@5.0.0",
      "target@6.0.0",
      "formats@1.0.0",
      "validator@2.0.0",
    ]);
  });

  it("with an entry from elsewhere, or without a digest, is refused", () => {
    expect(checkLock(parseLock(LOCK))).toEqual([
      "formats@1.0.0 comes from https://example.com/formats.tgz; install it from the registry.",
      "validator@2.0.0 has no integrity; install it from the registry.",
    ]);
  });

  it("of this repository has neither", async () => {
    const text = await readFile(fileURLToPath(new URL("../../../pnpm-lock.yaml", import.meta.url)), "utf8");
    expect(checkLock(parseLock(text))).toEqual([]);
  });
});
