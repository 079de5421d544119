import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Answer, askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defaultState } from "../../src/release/default-state.ts";
import { judgePackages } from "../../src/release/judge.ts";
import { repositories, ROOT, type Repository, withoutMetrics } from "./repository.ts";

const run = promisify(execFile);

const makeRepository = repositories();
let repository: Repository;
let clone = "";

beforeEach(async () => {
  repository = await makeRepository();
  clone = await mkdtemp(join(tmpdir(), "keywright-clone-"));
});
afterEach(async () => {
  await repository.remove();
  await rm(clone, { recursive: true, force: true });
});

async function cloned(...options: readonly string[]): Promise<void> {
  await run("git", ["clone", "--quiet", ...options, `file://${repository.folder}`, clone]);
}

/** The commit that a state is, by what people call it. */
async function commit(name: string): Promise<string> {
  return (await repository.git("rev-parse", name)).trim();
}

describe("what a work tree is compared with before the first release", () => {
  beforeEach(async () => {
    await repository.commit("Second");
  });

  it("is, on a branch, the commit of the default branch that it began from", async () => {
    const start = await commit("main");
    await repository.git("switch", "--quiet", "--create", "topic");
    await repository.commit("On the branch");
    await repository.git("switch", "--quiet", "main");
    await repository.commit("Meanwhile");
    await repository.git("switch", "--quiet", "topic");
    expect(await defaultState(repository.folder)).toMatchObject({ ref: start, name: `main at ${start.slice(0, 7)}` });
    await repository.git("switch", "--quiet", "main");
    await cloned("--branch", "topic");
    expect(await defaultState(clone)).toMatchObject({ ref: start, name: `origin/HEAD at ${start.slice(0, 7)}` });
  });

  it("is, on the default branch, the commit before, and in a clone that is ahead of it, what the remote has", async () => {
    expect(await defaultState(repository.folder)).toMatchObject({ ref: await commit("HEAD~1"), reason: "main has this commit" });
    await repository.git("branch", "--quiet", "--move", "main", "trunk");
    expect(await defaultState(repository.folder)).toMatchObject({
      ref: await commit("HEAD~1"),
      reason: "this clone has none of origin/HEAD, origin/main, main",
    });
    await repository.git("branch", "--quiet", "--move", "trunk", "main");
    await cloned();
    expect(await defaultState(clone)).toMatchObject({ ref: await commit("HEAD~1"), reason: "origin/HEAD has this commit" });
    await run("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "--allow-empty", "--message", "Ahead"], { cwd: clone });
    expect(await defaultState(clone)).toMatchObject({ ref: await commit("main"), reason: "this work tree began from it" });
  });

  it("is, in a clone with one commit of a branch, the tip of the default branch if someone fetched it", async () => {
    await repository.git("switch", "--quiet", "--create", "topic");
    await repository.commit("On the branch");
    await repository.git("switch", "--quiet", "main");
    await cloned("--depth=1", "--branch=topic");
    expect(await defaultState(clone)).toMatchObject({ ref: await commit("topic"), name: "HEAD", isCutOff: true });
    expect((await defaultState(clone)).reason).toContain("run git fetch --deepen=1, or git fetch --depth=1 origin main:refs/remotes/origin/main");
    await run("git", ["fetch", "--quiet", "--depth=1", "origin", "main:refs/remotes/origin/main"], { cwd: clone });
    expect(await defaultState(clone)).toMatchObject({ ref: await commit("main"), name: `origin/main at ${(await commit("main")).slice(0, 7)}` });
  });
});

describe("a break of a contract before the first release", () => {
  /** Runs the command in a repository, as pnpm does; `CI` is as in a pipeline only if it is given. */
  async function contractDiff(folder: string, ci?: string): Promise<Answer> {
    const before = process.cwd();
    vi.stubEnv("CI", ci);
    process.chdir(folder);
    try {
      return await askCommand(join(ROOT, "tools/contracts/src/diff-cli.ts"));
    } finally {
      process.chdir(before);
      vi.unstubAllEnvs();
    }
  }

  it("fails with too small a change set, whatever the default branch has, and passes with one that says it", async () => {
    await repository.changeSet({ vault: "minor", emulator: "minor" });
    await repository.commit("Say something that was before");
    await repository.git("switch", "--quiet", "--create", "topic");
    await repository.edit(withoutMetrics);
    await repository.changeSet({ vault: "patch", emulator: "minor" });
    await repository.commit("Break the contract");
    const { code, stdout } = await contractDiff(repository.folder);
    expect(stdout).toContain("main at ");
    expect(stdout).toContain("FINDING @keywright/vault: the change sets since main at");
    expect(stdout).toMatch(/make a patch step; at least minor is needed, because of this: getMetrics: the operation is gone\./);
    expect(stdout).toMatch(/^@keywright\/core: no change of a contract or a package\.json since main at /m);
    expect(stdout).toMatch(
      /^@keywright\/vault: 1 change since main at \w+, major: below 1\.0\.0 at least a minor step is needed, 0\.1\.0 is planned as a patch step$/m,
    );
    expect(stdout).toContain("  major the operation is gone (getMetrics)\n        Code that calls it no longer compiles.\n        [operation/removed]\n");
    expect(stdout).toMatch(/\n3 packages, 2 changes, 1 findings\n$/);
    expect(code).toBe(1);
    await repository.changeSet({ vault: "minor" });
    expect(await contractDiff(repository.folder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n3 packages, 2 changes, 0 findings\n$/) as unknown,
    });
  });

  it("is seen before it is committed, too", async () => {
    await repository.edit(withoutMetrics);
    const { packages, unreleased } = await judgePackages(repository.folder);
    expect(unreleased).toMatchObject({ name: "HEAD", reason: "it is the first commit, so only uncommitted changes are compared" });
    expect(packages.map(({ name, findings }) => [name, findings.length])).toEqual([
      ["@keywright/core", 0],
      ["@keywright/emulator", 1],
      ["@keywright/vault", 1],
    ]);
  });

  it("cannot be seen in a clone without the commits before it: in CI that is no success", async () => {
    await repository.commit("Second");
    await cloned("--depth=1");
    expect(await contractDiff(clone)).toMatchObject({ code: 0, stdout: expect.stringContaining("this clone lacks the commits before it") as unknown });
    expect(await contractDiff(clone, "true")).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was compared") as unknown });
  });
});
