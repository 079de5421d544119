import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Judgement, judgePackages } from "../../src/release/judge.ts";
import { repositories, type Repository, withoutMetrics } from "./repository.ts";

const makeRepository = repositories();
let repository: Repository;

beforeEach(async () => {
  repository = await makeRepository();
}, 60_000);
afterEach(() => repository.remove());

async function judged(ref?: string): Promise<{ readonly [name: string]: Judgement }> {
  return Object.fromEntries((await judgePackages(repository.folder, ref)).packages.map((one) => [one.name.replace("@keywright/", ""), one]));
}

async function released(version: string): Promise<void> {
  await repository.version(version);
  await repository.tag(version);
}

const inOtherWords = (text: string): string => text.replace("summary: ", "summary: In other words, ");

describe("after a release", { timeout: 60_000 }, () => {
  it("nothing is to be decided where nothing has changed", async () => {
    await released("0.1.0");
    const { core, vault, emulator } = await judged();
    for (const one of [core, vault, emulator]) expect(one).toMatchObject({ base: { version: "0.1.0" }, changes: [], demanded: "none", findings: [] });
  });

  it("a break without a change set is named, for the client and for the emulator, and does not move core", async () => {
    await released("0.1.0");
    await repository.edit(withoutMetrics);
    const { core, vault, emulator } = await judged();
    expect(vault?.findings).toEqual([
      "@keywright/vault: no change set names it; at least minor is needed, because of this: getMetrics: the operation is gone. Run npx pnpm changeset, or add an exception with its reason to specs/exceptions.yaml.",
    ]);
    expect(vault?.changes.map(({ level, operations }) => [level, operations])).toEqual([["major", ["getMetrics"]]]);
    expect(emulator?.demanded).toBe("minor");
    expect(emulator?.findings.length).toBe(1);
    expect(core?.findings).toEqual([]);
  });

  it("a change set that says less than the contract is not enough, one that says it is", async () => {
    await released("1.0.0");
    await repository.edit(withoutMetrics);
    await repository.changeSet({ vault: "minor", emulator: "major" });
    const { vault, emulator } = await judged();
    expect(vault?.findings).toEqual([
      "@keywright/vault: the change sets since 1.0.0 make a minor step; at least major is needed, because of this: getMetrics: the operation is gone. Run npx pnpm changeset, or add an exception with its reason to specs/exceptions.yaml.",
    ]);
    expect(emulator).toMatchObject({ planned: { version: "2.0.0", step: "major" }, findings: [] });
    await repository.changeSet({ vault: "major" });
    expect((await judged())["vault"]).toMatchObject({ planned: { version: "2.0.0", step: "major" }, findings: [] });
  });

  it("other words ask a patch of the client, and nothing of the emulator, which has no words", async () => {
    await released("0.1.0");
    await repository.edit(inOtherWords);
    const { vault, emulator } = await judged();
    expect(vault).toMatchObject({ demanded: "patch", planned: { step: "none" } });
    expect(vault?.findings.length).toBe(1);
    expect(emulator).toMatchObject({ changes: [], findings: [] });
  });

  it("the version that was changed counts until it is tagged", async () => {
    await released("0.1.0");
    await repository.edit(withoutMetrics);
    await repository.version("0.1.1");
    expect((await judged())["vault"]).toMatchObject({ base: { version: "0.1.0" }, planned: { step: "patch" }, demanded: "minor" });
    await repository.version("0.2.0");
    await repository.tag("0.1.1");
    await repository.git("tag", "--delete", "@keywright/vault@0.1.1");
    await expect(judged()).rejects.toThrow("this clone does not have the tag @keywright/vault@0.1.1 of the last release; run: git fetch");
  });

  it("a pre-release is judged by the release before it", async () => {
    await released("0.1.0");
    await repository.edit(withoutMetrics);
    await repository.version("0.2.0-next.0");
    await repository.tag("0.2.0-next.0");
    expect((await judged())["vault"]).toMatchObject({ base: { version: "0.1.0" }, planned: { version: "0.2.0-next.0", step: "minor" }, findings: [] });
  });

  it("another state can be compared with", async () => {
    await repository.edit(withoutMetrics);
    await repository.version("0.1.0");
    const { vault } = await judged("HEAD~1");
    expect(vault).toMatchObject({ base: { version: "0.0.0", ref: "HEAD~1" }, planned: { step: "minor" } });
    expect(vault?.changes.length).toBe(1);
    await expect(judged("nowhere")).rejects.toThrow("git knows no commit, branch or tag nowhere");
  });
});

describe("an exception", { timeout: 60_000 }, () => {
  const exception = (where: string, since = "0.1.0"): string =>
    `- package: "@keywright/vault"\n  since: ${since}\n  rule: operation/removed\n  where: ${where}\n  level: patch\n  reason: Nobody could call it.\n`;

  beforeEach(async () => {
    await released("0.1.0");
    await repository.edit(withoutMetrics);
    await repository.changeSet({ vault: "patch", emulator: "minor" });
  }, 60_000);

  it("lets a change count for less, with its reason", async () => {
    await repository.write("specs/exceptions.yaml", exception("the operation"));
    const { vault } = await judged();
    expect(vault).toMatchObject({ demanded: "patch", findings: [] });
    expect(vault?.changes[0]?.exception?.reason).toBe("Nobody could call it.");
  });

  it("that meets no change has to go", async () => {
    await repository.write("specs/exceptions.yaml", exception("query limit"));
    expect((await judged())["vault"]?.findings[1]).toBe(
      "specs/exceptions.yaml: the exception of @keywright/vault for operation/removed at query limit matches no change; remove it.",
    );
  });

  it("of an earlier release counts for nothing", async () => {
    await repository.write("specs/exceptions.yaml", exception("the operation", "0.0.9"));
    expect((await judged())["vault"]?.findings.length).toBe(1);
  });

  it("without a reason is refused", async () => {
    await repository.write("specs/exceptions.yaml", exception("the operation").replace("Nobody could call it.", '""'));
    await expect(judged()).rejects.toThrow("specs/exceptions.yaml, entry 1: reason is missing");
  });
});

describe("what a package offers, needs and brings along", { timeout: 60_000 }, () => {
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
    `packages:\n  - packages/*\ncatalog:\n  oauth4webapi: 3.8.8\n  openapi-fetch: ${openapiFetch}\n  esbuild: ${rest}\n  undici: ${rest}\n`;

  /** The changes of the vault client, which is released as above, in short. */
  async function changed(manifest: object, workspace = catalog("0.17.0")): Promise<readonly string[]> {
    const path = "packages/vault/package.json";
    const write = async (more: object): Promise<void> =>
      repository.write(path, JSON.stringify({ ...(JSON.parse(await repository.read(path)) as object), ...more }));
    await repository.version("1.0.0");
    await write(RELEASED);
    await repository.write("packages/vault/src/index.ts", SOURCE);
    await repository.write("pnpm-workspace.yaml", catalog("0.17.0"));
    await repository.git("add", "--all");
    await repository.git("commit", "--quiet", "--message", "Set up");
    await repository.tag("1.0.0");
    await write(manifest);
    await repository.write("pnpm-workspace.yaml", workspace);
    const { vault } = await judged();
    expect(vault?.findings.length).toBe(vault?.changes.length === 0 ? 0 : 1);
    return (vault?.changes ?? []).map(({ level, where, what }) => `${level}: ${where} ${what}`);
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
  ])("%s is judged", async (_what, manifest, changes) => {
    expect(await changed(manifest)).toEqual(changes);
  });

  it.each<readonly [what: string, workspace: string, changes: readonly string[]]>([
    ["is taken into its files asks for a patch", catalog("0.18.0"), ["patch: dependency openapi-fetch was 0.17.0, and is 0.18.0"]],
    ["only builds and tests it asks for nothing", catalog("0.17.0", "2.0.0"), []],
  ])("another version of what %s", async (_what, workspace, changes) => {
    expect(await changed({}, workspace)).toEqual(changes);
  });
});
