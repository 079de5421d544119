import { describe, expect, it } from "vitest";
import { compareManifests } from "../../src/release/manifest-changes.ts";

describe("what a package offers, needs and brings along", () => {
  const SOURCE = 'import { write } from "openapi-fetch";\nimport type { Plugin } from "esbuild";\n';
  const RELEASED = {
    exports: { ".": "./src/index.ts", "./node": "./src/node.ts" },
    bin: { vault: "./src/cli.ts" },
    engines: { node: "^20.19 || >=22.12" },
    dependencies: { oauth4webapi: "catalog:", "@keywright/core": "workspace:^" },
    devDependencies: { "openapi-fetch": "catalog:", esbuild: "catalog:", undici: "catalog:" },
    peerDependencies: { undici: "^7.0.0" },
    peerDependenciesMeta: { undici: { optional: true } },
  };
  const catalog = (openapiFetch: string, rest = "1.0.0"): string =>
    `catalog:\n  oauth4webapi: 3.8.8\n  openapi-fetch: ${openapiFetch}\n  esbuild: ${rest}\n  undici: ${rest}\n`;

  /** The changes of a package that is released as above, in short. */
  function changed(manifest: object, workspace = catalog("0.17.0")): readonly string[] {
    const [before, after] = [RELEASED, { ...RELEASED, ...manifest }].map((each) => JSON.stringify(each));
    const changes = compareManifests([before, catalog("0.17.0")], [after, workspace], [SOURCE]);
    return changes.map(({ level, where, what }) => `${level}: ${where} ${what}`);
  }

  it.each<readonly [what: string, manifest: object, changes: readonly string[]]>([
    ["nothing that has changed", {}, []],
    ["an entry that is gone", { exports: { ".": "./src/index.ts" } }, ["major: entry ./node is gone"]],
    ["an entry that is new", { exports: { ...RELEASED.exports, "./files": "./src/files.ts" } }, ["minor: entry ./files is new"]],
    ["an entry that is no longer published", { publishConfig: { exports: { ".": "./dist/index.js" } } }, ["major: entry ./node is gone"]],
    ["an entry that is closed", { exports: { ".": "./src/index.ts", "./node": null } }, ["major: entry ./node is gone"]],
    ["a peer out of the catalog", { peerDependencies: { undici: "catalog:" } }, ["major: peer undici was ^7.0.0, and is 1.0.0"]],
    ["another file behind an entry", { exports: { ".": "./src/index.ts", "./node": "./src/other.ts" } }, []],
    ["a command that is gone", { bin: {} }, ["major: command vault is gone"]],
    ["fewer versions of Node", { engines: { node: ">=22.12" } }, ["major: engine node was ^20.19 || >=22.12, and is >=22.12"]],
    ["more versions of Node", { engines: { node: ">=20.19" } }, ["patch: engine node was ^20.19 || >=22.12, and is >=20.19"]],
    ["a peer of fewer versions", { peerDependencies: { undici: "^7.5.0" } }, ["major: peer undici was ^7.0.0, and is ^7.5.0"]],
    ["a peer of more versions", { peerDependencies: { undici: "^7.0.0 || ^8.0.0" } }, ["patch: peer undici was ^7.0.0, and is ^7.0.0 || ^8.0.0"]],
    ["a peer that is no longer optional", { peerDependenciesMeta: {} }, ["major: peer undici ^7.0.0 has to be installed as well"]],
    [
      "a peer that is new, and has to be there",
      { peerDependencies: { ...RELEASED.peerDependencies, semver: "^7.0.0" } },
      ["major: peer semver ^7.0.0 has to be installed as well"],
    ],
    [
      "a peer that is new, and may be there",
      { peerDependencies: { undici: "^7.0.0", semver: "^7.0.0" }, peerDependenciesMeta: { undici: { optional: true }, semver: { optional: true } } },
      [],
    ],
    ["a peer that is gone", { peerDependencies: {} }, []],
    ["a dependency that is gone", { dependencies: { "@keywright/core": "workspace:^" } }, ["patch: dependency oauth4webapi 3.8.8 is gone"]],
    ["a dependency that is new", { dependencies: { ...RELEASED.dependencies, ky: "1.0.0" } }, ["patch: dependency ky 1.0.0 is new"]],
  ])("%s is judged", (_what, manifest, changes) => {
    expect(changed(manifest)).toEqual(changes);
  });

  it("another version is a patch of what is taken into its files, and nothing of what only builds and tests it", () => {
    expect(changed({}, catalog("0.18.0"))).toEqual(["patch: dependency openapi-fetch was 0.17.0, and is 0.18.0"]);
    expect(changed({}, catalog("0.17.0", "2.0.0"))).toEqual([]);
  });
});
