import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { describe, expect, it } from "vitest";
import { type Files, folderWith } from "../../check/test/support.ts";
import { checkLock, inspectPackage } from "../src/check/inspect.ts";

const LICENSE = "MIT License\n";
const MANIFEST = {
  name: "@keywright/example",
  description: "An example.",
  license: "MIT",
  sideEffects: false,
  repository: { type: "git", url: "https://code.example.com/team/clients" },
  engines: { node: "^20.19 || >=22.12" },
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
};
const GOOD = {
  "package.json": "{}",
  "README.md": "# Example\n",
  "CHANGELOG.md": "# Example\n",
  LICENSE,
  "dist/index.js": "export {};\n",
  "dist/index.d.ts": "export {};\n",
};

async function findingsIn(files: Files, manifest: object = {}, options?: { readonly isTrial: boolean }): Promise<readonly string[]> {
  return inspectPackage(await folderWith({ ...GOOD, ...files }), { ...MANIFEST, ...manifest }, LICENSE, options);
}

describe("a packed package", () => {
  it("that is whole has no finding, also with the licenses of what it took in and a page for users of others", async () => {
    expect(await findingsIn({ "dist/THIRD-PARTY-NOTICES.md": "# Example\n", "MIGRATION.md": "# Example\n" })).toEqual([]);
  });

  it.each([
    ["a test", { "dist/index.test.js": "" }, "dist/index.test.js is not for users"],
    ["a source", { "src/index.ts": "" }, "src/index.ts is not for users"],
    ["a map", { "dist/index.js.map": "{}" }, "dist/index.js.map is not for users"],
    ["a hidden file", { ".env": "" }, ".env is not for users"],
    ["a file of some other kind", { "dist/data.bin": "" }, "dist/data.bin is not for users"],
    ["a file that is too large", { "dist/large.js": "x".repeat(700_000) }, "dist/large.js has 700000 bytes"],
    ["a link to a map", { "dist/index.js": "export {};\n//# sourceMappingURL=index.js.map\n" }, "dist/index.js names a map"],
    [
      "a path of a machine",
      { "dist/index.js": 'export const at = "/home/somebody/project";\n' },
      "dist/index.js contains /home/somebody, a path of the build machine",
    ],
    ["no licence", { LICENSE: undefined }, "LICENSE is missing"],
    ["another licence", { LICENSE: "All rights reserved\n" }, "LICENSE is not the license of the repository"],
    ["no readme", { "README.md": undefined }, "README.md is missing"],
    ["no changelog", { "CHANGELOG.md": undefined }, "CHANGELOG.md is missing"],
  ])("with %s is a finding", async (_what, files, finding) => {
    expect((await findingsIn(files)).join("\n")).toContain(finding);
  });

  it.each<[string, object, string]>([
    ["a script that npm runs", { scripts: { postinstall: "node x.js" } }, "scripts has postinstall"],
    ...["workspace:^", "catalog:", "link:../core"].map((version): [string, object, string] => [
      `the version ${version}`,
      { dependencies: { "@keywright/core": version } },
      `package.json has the version "${version}", which only works in the workspace; pack with pnpm.`,
    ]),
    ["one version of a dependency", { dependencies: { ajv: "8.20.0" } }, "depends on ajv 8.20.0 alone; write ^8.20.0 in the catalog."],
    ["side effects", { sideEffects: true }, "sideEffects must be false"],
    ["another licence in words", { license: "ISC" }, "license is ISC"],
    ["no repository", { repository: undefined }, "repository is missing; set it in the package.json of the root"],
    ["no engines", { engines: undefined }, "engines is missing"],
  ])("whose package.json has %s is a finding", async (_what, manifest, finding) => {
    expect((await findingsIn({}, manifest)).join("\n")).toContain(finding);
  });

  it("that is tried before its first version needs no changelog", async () => {
    const findings = async (version: string, isTrial: boolean) => (await findingsIn({ "CHANGELOG.md": undefined }, { version }, { isTrial })).length;
    expect(await Promise.all([findings("0.0.0", true), findings("0.0.0", false), findings("0.1.0", true)])).toEqual([0, 1, 1]);
  });

  it("that is a program and no import may have side effects, and depend on one version", async () => {
    const program = { exports: { "./package.json": "./package.json" }, bin: { example: "./dist/index.js" }, sideEffects: undefined };
    expect(await findingsIn({}, { ...program, dependencies: { typescript: "5.9.3" } })).toEqual([]);
  });

  it("with what looks like a secret is a finding, and the secret is not repeated", async () => {
    const secret = `npm_${"a1B2c3D4e5F6".repeat(3)}`;
    const findings = await findingsIn({ "dist/index.js": `export {};\nconst token = "${secret}";\n` });
    expect(findings).toEqual(["dist/index.js:2 looks like a secret (secretlint-rule-npm); remove and revoke it."]);
  });
});

it("a lockfile with an entry from elsewhere, or without a digest, is a finding; that of this repository has neither", async () => {
  const formats = "formats@1.0.0: { resolution: { tarball: https://example.com/formats.tgz, integrity: sha512-b } }";
  expect(checkLock(`packages:\n  fetcher@3.0.0: { resolution: { integrity: sha512-a } }\n  ${formats}\n  validator@2.0.0: { resolution: {} }\n`)).toEqual([
    "formats@1.0.0 comes from https://example.com/formats.tgz; install it from the registry.",
    "validator@2.0.0 has no integrity; install it from the registry.",
  ]);
  expect(checkLock(await readFile(join(ROOT, "pnpm-lock.yaml"), "utf8"))).toEqual([]);
});
