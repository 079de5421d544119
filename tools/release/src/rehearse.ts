import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findPackages } from "@keywright/tool-contracts/packages";
import { installInto, type Registry, startRegistry } from "@keywright/tool-consumers";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { beginSteps, type Steps } from "./steps.ts";

/** The service whose contract changes after the first release. The change is a new property of a response. */
const SERVICE = "vault";
const CHANGED = { file: "specs/vault/vault.yaml", before: /^(Vault:\n(?: {2}.*\n)*? {2}properties:\n)/m, member: "colour", schema: "Vault" };

/**
 * Rehearses two releases: from a clean clone without a remote to packages that are installed from a registry on this machine and run.
 * The first releases the current commit; before the second, one contract changes.
 *
 * @param folder An empty folder; the caller removes it.
 * @throws Error with the output of the command that failed.
 */
export async function rehearse(root: string, folder: string, print: (line: string) => void): Promise<void> {
  const registry = await startRegistry(folder);
  try {
    const clone = join(folder, "clone");
    const steps = beginSteps({ NPM_CONFIG_USERCONFIG: join(folder, ".npmrc"), TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" }, print);
    const pnpm = join(root, "node_modules/.bin/pnpm");
    const rehearsal: Rehearsal = { steps, clone, registry, folder, pnpm: (what, words, fails) => steps.run(what, clone, [pnpm, ...words], fails) };
    const author = ["--config", "user.name=release", "--config", "user.email=release@example.com"];
    await steps.run("a clean clone", folder, ["git", "clone", "--quiet", ...author, root, clone]);
    await steps.run("which has no remote", clone, ["git", "remote", "remove", "origin"]);
    await rehearsal.pnpm("install", ["install", "--frozen-lockfile", "--prefer-offline"]);
    const packages = await findPackages(clone);

    print("First release");
    await rehearsal.pnpm("the contracts match the change sets", ["run", "contract:diff"]);
    await release(
      rehearsal,
      packages.map(({ name }) => name),
      ["release:pack"],
    );
    await installAndRun(rehearsal, "first", async () => "");

    print(`Second release: ${CHANGED.schema}.${CHANGED.member} is new in the ${SERVICE} contract`);
    const moved = packages.filter(({ services }) => services.includes(SERVICE)).map(({ name }) => name);
    await changeContract(rehearsal);
    await decide(rehearsal, moved);
    // Only the contract has changed, and the first release has shown that packing is reproducible.
    await release(rehearsal, await withDependents(clone, moved, packages), ["release:pack", "--once"]);
    await installAndRun(rehearsal, "second", showChange);
  } finally {
    await registry.close();
  }
}

/** A minor step of 0.x leaves the range of packages that depend on it, so that they are released too. */
async function withDependents(clone: string, moved: readonly string[], packages: Awaited<ReturnType<typeof findPackages>>): Promise<readonly string[]> {
  const dependents: string[] = [];
  for (const { name, folder } of packages) {
    const { dependencies = {} } = await readManifest(join(clone, folder));
    if (!moved.includes(name) && moved.some((one) => Object.hasOwn(dependencies, one))) dependents.push(name);
  }
  return dependents.length === 0 ? moved : withDependents(clone, [...moved, ...dependents], packages);
}

interface Rehearsal {
  readonly steps: Steps;
  readonly clone: string;
  readonly registry: Registry;
  readonly folder: string;
  /** Runs pnpm in the clone. */
  readonly pnpm: (what: string, words: readonly string[], fails?: "fails") => Promise<string>;
}

/** Runs the commands of the release workflow. */
async function release({ steps, clone, registry, pnpm }: Rehearsal, expected: readonly string[], pack: readonly string[]): Promise<void> {
  await pnpm("versions and changelogs", ["run", "release:version"]);
  await commit(steps, clone, "Release");
  await pnpm("packed and inspected", ["run", ...pack]);
  const output = await pnpm("published", ["run", "release:publish", "--registry", registry.url]);
  const published = [...output.matchAll(/^(@[\w/-]+)@\S+ published as /gm)].map(([, name = ""]) => name);
  await steps.work("only the expected versions have changed", async () => {
    const [is, must] = [[...published].sort().join(", "), [...expected].sort().join(", ")];
    if (is !== must) throw new Error(`published: ${is}; expected: ${must}`);
    return is;
  });
  await pnpm("tags", ["exec", "changeset", "tag"]);
  await pnpm("no change is left", ["run", "contract:diff"]);
}

async function commit(steps: Steps, clone: string, message: string): Promise<void> {
  await steps.run("staged", clone, ["git", "add", "--all"]);
  // If nothing changes, the release is that of the previous commit.
  await steps.run("committed", clone, ["git", "commit", "--quiet", "--allow-empty", "--no-verify", "--message", message]);
}

/** Installs every package from the registry into an empty project, and uses a client on the emulator. */
async function installAndRun({ steps, clone, registry, folder }: Rehearsal, name: string, look: (project: string) => Promise<string>): Promise<void> {
  const project = join(folder, name);
  const names = (await findPackages(clone)).map((one) => one.name);
  await steps.work("installed by npm into an empty project", async () => {
    await installInto(project, "npm", names, registry);
    return look(project);
  });
  await copyFile(join(import.meta.dirname, "users-program.mjs.txt"), join(project, "program.mjs"));
  await steps.run("a user's program runs", project, [process.execPath, "program.mjs"]);
}

async function changeContract({ steps, clone, pnpm }: Rehearsal): Promise<void> {
  await steps.work("the contract is changed", async () => {
    const path = join(clone, CHANGED.file);
    const text = await readFile(path, "utf8");
    const changed = text.replace(CHANGED.before, `$1    ${CHANGED.member}:\n      type: string\n      description: The color of the vault in apps.\n`);
    if (changed === text) throw new Error(`${CHANGED.file} has no ${CHANGED.schema} to change`);
    await writeFile(path, changed);
    return CHANGED.file;
  });
  await pnpm("generated", ["run", "generate"]);
  await commit(steps, clone, `Add a property to the ${SERVICE} contract`);
}

/** Checks that `contract:diff` requires a change set for each affected package, and passes with one. */
async function decide({ steps, clone, pnpm }: Rehearsal, moved: readonly string[]): Promise<void> {
  const output = await pnpm("without a change set the check fails", ["run", "contract:diff"], "fails");
  await steps.work("and names the affected packages", async () => {
    const named = [...output.matchAll(/FINDING (@[\w/-]+): no change set names it; at least minor is needed/g)].map(([, name = ""]) => name);
    if (named.join() !== moved.join()) throw new Error(`it names ${named.join(", ")}; expected ${moved.join(", ")}\n${output}`);
    return named.join(", ");
  });
  await mkdir(join(clone, ".changeset"), { recursive: true });
  const levels = moved.map((name) => `"${name}": minor`).join("\n");
  await writeFile(join(clone, ".changeset/rehearsal.md"), `---\n${levels}\n---\n\nReturn the color of a vault.\n`);
  await pnpm("with one it passes", ["run", "contract:diff"]);
}

/** Checks that users see the change: in a type, and in the changelog under its operation. */
async function showChange(project: string): Promise<string> {
  const installed = join(project, "node_modules/@keywright", SERVICE);
  const types = await readFile(join(installed, "dist/generated/schema.d.ts"), "utf8");
  if (!types.includes(`${CHANGED.member}?: string`)) throw new Error(`the installed types of ${SERVICE} do not have ${CHANGED.member}`);
  const changelog = await readFile(join(installed, "CHANGELOG.md"), "utf8");
  const line = changelog.split("\n").find((candidate) => candidate.includes(`${CHANGED.schema}.${CHANGED.member} is new`));
  if (line === undefined) throw new Error(`the changelog of ${SERVICE} must mention ${CHANGED.member}\n${changelog}`);
  return line;
}
