import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Judgement, judgePackages } from "../../src/release/judge.ts";
import { repositories, type Repository, withoutMetrics } from "./repository.ts";

const makeRepository = repositories();
let repository: Repository;

beforeEach(async () => {
  repository = await makeRepository();
});
afterEach(() => repository.remove());

async function judged(ref?: string): Promise<{ readonly [name: string]: Judgement }> {
  return Object.fromEntries((await judgePackages(repository.folder, ref)).packages.map((one) => [one.name.replace("@keywright/", ""), one]));
}

async function released(version: string): Promise<void> {
  await repository.version(version);
  await repository.tag(version);
}

describe("after a release", () => {
  it("a break asks for a change set that is large enough, for the client and for the emulator, and does not move core", async () => {
    await released("1.0.0");
    await repository.edit(withoutMetrics);
    const { core, vault, emulator } = await judged();
    const cause =
      "because of this: getMetrics: the operation is gone. Run npx pnpm changeset, or write an exception with its reason into a change set, as CONTRIBUTING.md shows.";
    expect(vault?.findings).toEqual([`@keywright/vault: no change set names it; at least major is needed, ${cause}`]);
    expect(vault?.changes.map(({ level, operations }) => [level, operations])).toEqual([["major", ["getMetrics"]]]);
    expect(emulator).toMatchObject({ demanded: "major", findings: [expect.any(String)] });
    expect(core).toMatchObject({ base: { version: "1.0.0" }, changes: [], demanded: "none", findings: [] });
    await repository.changeSet({ vault: "minor", emulator: "major" });
    const next = await judged();
    expect(next["vault"]?.findings).toEqual([`@keywright/vault: the change sets since 1.0.0 make a minor step; at least major is needed, ${cause}`]);
    expect(next["emulator"]).toMatchObject({ planned: { version: "2.0.0", step: "major" }, findings: [] });
    await repository.changeSet({ vault: "major" });
    expect((await judged())["vault"]).toMatchObject({ planned: { version: "2.0.0", step: "major" }, findings: [] });
  });

  it("other words ask a patch of the client, and nothing of the emulator, which has no words", async () => {
    await released("0.1.0");
    await repository.edit((text) => text.replace("summary: ", "summary: In other words, "));
    const { vault, emulator } = await judged();
    expect(vault).toMatchObject({ demanded: "patch", planned: { step: "none" }, findings: [expect.any(String)] });
    expect(emulator).toMatchObject({ changes: [], findings: [] });
  });

  it("a change set can say, with a reason, that a change counts for less, until the next release", async () => {
    await released("0.1.0");
    await repository.edit(withoutMetrics);
    const exception = "Exception: operation/removed at the operation is patch: nobody could call it.";
    await repository.changeSet({ vault: "patch", emulator: "minor" }, `Remove getMetrics.\n\n${exception}`);
    const { vault, emulator } = await judged();
    const expected = { demanded: "patch", changes: [{ level: "patch", operations: ["getMetrics"], exception: "nobody could call it." }], findings: [] };
    expect(vault).toMatchObject(expected);
    expect(emulator).toMatchObject({ demanded: "patch", findings: [] });
    // A version step moves the text of the change set into the changelog, before the tag.
    await repository.version("0.1.1", exception);
    expect((await judged())["vault"]).toMatchObject(expected);
    await repository.tag("0.1.1");
    expect((await judged())["vault"]).toMatchObject({ changes: [], findings: [] });
    await repository.changeSet({ vault: "patch" }, "Exception: operation/removed at the operation is patch");
    await expect(judged()).rejects.toThrow(
      '.changeset/change-2.md: expected "Exception: <rule> at <where> is <patch, minor or major>: <reason>", got "Exception: ',
    );
  });

  it("a package.json is compared, too: an entry that is gone breaks imports", async () => {
    await released("1.0.0");
    await repository.write("packages/core/package.json", (await repository.read("packages/core/package.json")).replace(/,"publishConfig".*/, "}"));
    expect((await judged())["core"]).toMatchObject({ demanded: "major", findings: [expect.stringContaining("@keywright/core: no change set names it")] });
  });

  it("a package that contains another one's code needs a change set with it, unless users install that one", async () => {
    await released("0.1.0");
    await repository.write("packages/emulator/src/cli.ts", 'import { wait } from "@keywright/core/client";\n');
    await repository.changeSet({ core: "patch" });
    const finding = "@keywright/emulator: it contains the code of @keywright/core, whose change sets do not name it; name it in them, with at least patch.";
    expect((await judged())["emulator"]?.findings).toEqual([finding]);
    const path = "packages/emulator/package.json";
    const manifest = await repository.read(path);
    await repository.write(path, manifest.replace(/}$/, ',"dependencies":{"@keywright/core":"workspace:^"}}'));
    expect((await judged())["emulator"]?.findings).toEqual([]);
    await repository.write(path, manifest);
    await repository.changeSet({ emulator: "patch" });
    expect((await judged())["emulator"]?.findings).toEqual([]);
  });

  it("the version that was changed counts until it is tagged; a pre-release is judged by the release before it", async () => {
    await released("0.1.0");
    await repository.edit(withoutMetrics);
    await repository.version("0.1.1");
    expect((await judged())["vault"]).toMatchObject({ base: { version: "0.1.0" }, planned: { step: "patch" }, demanded: "minor" });
    await repository.version("0.2.0-next.0");
    await repository.tag("0.2.0-next.0");
    await expect(judged()).rejects.toThrow("this clone does not have the tag @keywright/core@0.1.1 of the last release; run: git fetch");
    await repository.tag("0.1.1");
    expect((await judged())["vault"]).toMatchObject({ base: { version: "0.1.1" }, planned: { version: "0.2.0-next.0", step: "minor" }, findings: [] });
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
