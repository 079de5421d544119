import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { installInto, PNPM, type Registry, startRegistry } from "@keywright/tool-consumers";
import { printErrors, readCommandLine } from "@keywright/tool-test-kit/command";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import type { PackedRelease } from "./publish/packed-release.ts";

readCommandLine(
  "Usage: npx pnpm release rehearse\n  Makes three releases from a clean clone to a registry on this machine:\n  all packages, the programs alone, and core alone.",
);

/** The first run of publish is killed after this many packages. */
const STAGED_BEFORE_THE_CUT = 3;

const CORE = "@keywright/core";

const folder = await mkdtemp(join(tmpdir(), "keywright-rehearsal-"));
const PUBLISH = ["node", "tools/release/src/publish-cli.ts", "release"] as const;
const clone = join(folder, "clone");
const project = join(folder, "project");
const start = performance.now();

/** The registry, and what commands that publish there need. */
interface Rehearsal {
  readonly registry: Registry;
  /** An npm that can stage, and a login (npx uses small letters). */
  readonly maintainer: { readonly environment: NodeJS.ProcessEnv };
}

interface RunOptions {
  /** Where it runs. Default: the clone. */
  readonly place?: string;
  /** Whether it must fail. Default: false. */
  readonly mustFail?: boolean;
  /** Its variables in addition to those of this process. Default: none. */
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Runs a command, prints how long it took, and returns its output.
 *
 * @throws Error with the output if it does not end as expected.
 */
async function run(what: string, [command = "", ...words]: readonly string[], options: RunOptions = {}): Promise<string> {
  const { place = clone, mustFail = false, environment = {} } = options;
  const from = performance.now();
  const { ok, output } = await runCommand(command, words, { folder: place, environment, timeoutMs: 600_000 });
  if (ok === mustFail) throw new Error(`${what}: ${[command, ...words].join(" ")} ${ok ? "did not fail" : "failed"}\n${output}`);
  printStep(what, from);
  return output;
}

/** Prints a step that succeeded, with its seconds. */
function printStep(what: string, from: number): void {
  console.log(`ok ${((performance.now() - from) / 1000).toFixed(1).padStart(6)} s  ${what}`);
}

/** Throws if two sets of names differ. */
function expectSame(what: string, actual: readonly string[], expected: readonly string[]): void {
  const [is, must] = [[...actual].sort().join(", "), [...expected].sort().join(", ")];
  if (is !== must) throw new Error(`${what}: ${is}; expected: ${must}`);
}

/** The names of the packages of which publish reports this. */
function namesIn(output: string, state: string): string[] {
  return Array.from(output.matchAll(/^(@[\w/-]+)@\S+ (.+)$/gm)).flatMap(([, name = "", is]) => (is === state ? name : []));
}

/** Makes versions, commits and packs. Returns the packages. */
async function pack(): Promise<readonly PackedRelease[]> {
  await run("versions and changelogs", [PNPM, "run", "release", "version"]);
  await run("staged in git", ["git", "add", "--all"]);
  await run("committed", ["git", "commit", "--quiet", "--no-verify", "--message", "Release"]);
  await run("packed and inspected", [PNPM, "run", "release", "pack", "--once"]);
  return JSON.parse(await readFile(join(clone, "release/release.json"), "utf8")) as readonly PackedRelease[];
}

/** Stages a few packages like the workflow does, and kills it with all that it has started. */
async function cutOff({ maintainer, registry }: Rehearsal): Promise<void> {
  const from = performance.now();
  const [node, ...words] = PUBLISH;
  const child = spawn(node, words, { cwd: clone, env: { ...process.env, ...maintainer.environment }, detached: true, stdio: "ignore" });
  let staged = 0;
  while (staged < STAGED_BEFORE_THE_CUT && child.exitCode === null) {
    await wait(50);
    staged = await registry.countStaged();
  }
  if (child.exitCode !== null) throw new Error("publish ended before it could be cut off; run npx pnpm release publish in a clone for its error");
  process.kill(-(child.pid as number), "SIGKILL");
  await once(child, "exit");
  printStep(`killed after ${staged} stages`, from);
}

/** Stages a release that is cut off, rejects it, stages it again, and approves it. */
async function stageAndApprove(rehearsal: Rehearsal, names: readonly string[]): Promise<void> {
  const { maintainer } = rehearsal;
  await cutOff(rehearsal);
  const rejected = await run("rejected what was staged", [PNPM, "run", "release", "approve", "--reject"], maintainer);
  if (!/^[1-9]\d* stages rejected/m.test(rejected)) throw new Error(`the stages of the first run were not rejected\n${rejected}`);
  await cutOff(rehearsal);
  const resumed = await run("staged the rest", PUBLISH, maintainer);
  if (namesIn(resumed, "already staged").length < STAGED_BEFORE_THE_CUT)
    throw new Error(`the third run does not know the stages of the second one\n${resumed}`);
  expectSame("staged by both runs", [...namesIn(resumed, "already staged"), ...namesIn(resumed, "staged")], names);
  const again = await run("a fourth run stages nothing", PUBLISH, maintainer);
  expectSame("already staged", namesIn(again, "already staged"), names);
  const listed = JSON.parse(await run("listed", ["npm", "stage", "list", "--json", "--loglevel", "silent"], maintainer)) as readonly {
    readonly id: string;
    readonly packageName: string;
  }[];
  expectSame(
    "the registry lists",
    listed.map(({ packageName }) => packageName),
    names,
  );
  await run("viewed", ["npm", "stage", "view", listed[0]?.id ?? ""], maintainer);
  await run("nothing is visible before approval", [...PUBLISH, "--check"], { ...maintainer, mustFail: true });
  await run("approved and visible", [PNPM, "run", "release", "approve"], maintainer);
  await run("tags", [PNPM, "exec", "changeset", "tag"]);
}

/** Installs the first release like a user, and uses it. */
async function useFirst({ registry }: Rehearsal, names: readonly string[]): Promise<void> {
  const from = performance.now();
  await installInto(project, "npm", names, registry);
  printStep("installed into an empty project", from);
  await copyFile(join(import.meta.dirname, "users-program.mjs.txt"), join(project, "program.mjs"));
  await run("a user's program runs", [process.execPath, "program.mjs"], { place: project });
}

/**
 * Releases only the packages with commands. All others must have the same tarballs.
 *
 * @param used Ends when the first release was used, which these packages would be part of.
 */
async function releasePrograms({ maintainer, registry }: Rehearsal, earlier: readonly PackedRelease[], used: Promise<void>): Promise<void> {
  const manifests = await Promise.all((await findPublished(clone)).map(readManifest));
  const programs = manifests.filter(({ publishConfig }) => publishConfig?.bin !== undefined).map(({ name }) => name);
  await planPatch(programs);
  const releases = await pack();
  const changed = releases.filter(({ name, sha512 }) => earlier.find((release) => release.name === name)?.sha512 !== sha512);
  expectSame(
    "packages with other bytes than in the first release",
    changed.map(({ name }) => name),
    programs,
  );
  await used;
  const output = await run("the programs published directly", [PNPM, "run", "release", "publish", "--direct"], maintainer);
  expectSame("published", namesIn(output, "published"), programs);
  await run("visible", [...PUBLISH, "--check"], maintainer);
  await run("tags", [PNPM, "exec", "changeset", "tag"]);
  await run("no change is left", [PNPM, "run", "check", "diff"]);
  const verified = await run("verified", [PNPM, "run", "release", "verify", "--registry", registry.url, "--unsigned"]);
  console.log(`            ${/^\d+ released packages.*$/m.exec(verified)?.[0]}`);
  await run("the programs with the earlier clients", ["npm", "install", "--no-audit", "--no-fund", "--cache", ".cache", ...programs], { place: project });
  await run("a user's program runs", [process.execPath, "program.mjs"], { place: project });
  await releaseCore({ maintainer, registry });
}

async function planPatch(names: readonly string[]): Promise<void> {
  const levels = names.map((name) => `"${name}": patch`).join("\n");
  await writeFile(join(clone, ".changeset/rehearsal.md"), `---\n${levels}\n---\n\nA patch.\n`);
}

async function readVersions(): Promise<readonly string[]> {
  return (await Promise.all((await findPublished(clone)).map(readManifest))).map(({ name, version }) => `${name}@${String(version)}`);
}

/** Releases a later core, which the clients of the first release must accept and work with. */
async function releaseCore({ maintainer }: Rehearsal): Promise<void> {
  const earlier = await readVersions();
  await planPatch([CORE]);
  await run("a patch of core", [PNPM, "exec", "changeset", "version"]);
  const [core = "", ...others] = (await readVersions()).filter((id) => !earlier.includes(id));
  expectSame("packages with another version", [core.replace(/@[^@]*$/, ""), ...others], [CORE]);
  await run("built", [PNPM, "--filter", CORE, "run", "build"]);
  await run("packed", [PNPM, "--filter", CORE, "pack", "--out", "core.tgz"]);
  await run("published", ["npm", "publish", "./core.tgz", "--access", "public", "--tag", "latest"], maintainer);
  await run("a user's update", ["npm", "update", "--no-audit", "--no-fund", "--cache", ".cache"], { place: project });
  const tree = await run("the later core alone", ["npm", "ls", "--all", "--parseable", "--long", CORE], { place: project });
  expectSame("copies of core", [...new Set(Array.from(tree.matchAll(/@keywright\/core@[\w.-]+/g), ([id]) => id))], [core]);
  await run("a user's program runs with it", [process.execPath, "program.mjs"], { place: project });
}

/** Builds the first release from its tags, and finds one byte that the registry has changed. */
async function reproduce({ registry }: Rehearsal, releases: readonly PackedRelease[]): Promise<void> {
  const ids = releases.map(({ name, version }) => `${name}@${version}`);
  const { name, version } = releases[0] as PackedRelease;
  const stored = join(folder, "storage", name, `${name.split("/")[1]}-${version}.tgz`);
  const bytes = await readFile(stored);
  await writeFile(stored, Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) as number) ^ 1)]));
  const output = await run("built again from the tags", [PNPM, "run", "release", "reproduce", "--registry", registry.url, ...ids], { mustFail: true });
  expectSame(
    "equal",
    Array.from(output.matchAll(/^(@\S+) +equal, /gm), ([, id = ""]) => id),
    ids.slice(1),
  );
  if (!output.includes(`FINDING ${ids[0]}: built `)) throw new Error(`one altered byte of ${ids[0]} was not found\n${output}`);
  console.log(`            of ${ids.length}, ${ids.length - 1} are equal; the one with an altered byte is found`);
}

/** Makes a clean clone and packs the first release there. */
async function packFirst(): Promise<readonly PackedRelease[]> {
  const author = ["--config", "user.name=release", "--config", "user.email=release@example.com"];
  await run("a clean clone", ["git", "clone", "--quiet", ...author, ROOT, clone], { place: folder });
  await run("which has no remote", ["git", "remote", "remove", "origin"]);
  await run("install", [PNPM, "install", "--frozen-lockfile", "--prefer-offline"]);
  return pack();
}

const starting = startRegistry(folder);
printErrors();
try {
  const [first, registry] = await Promise.all([packFirst(), starting]);
  const userconfig = join(folder, ".npmrc");
  const environment = { PATH: [registry.programs, process.env["PATH"]].join(delimiter), NPM_CONFIG_USERCONFIG: userconfig, npm_config_userconfig: userconfig };
  const rehearsal: Rehearsal = { registry, maintainer: { environment } };
  const names = first.map(({ name }) => name);
  await stageAndApprove(rehearsal, names);
  // A user's commands wait for the network and the disk, while the next release is packed.
  const used = useFirst(rehearsal, names);
  await Promise.all([used.then(() => reproduce(rehearsal, first)), releasePrograms(rehearsal, first, used)]);
  console.log(`3 releases rehearsed in ${Math.round((performance.now() - start) / 1000)} s`);
} finally {
  await starting.then(({ close }) => close()).catch(() => {});
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
