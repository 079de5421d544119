import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findPackages } from "@keywright/tool-contracts/packages";
import { installInto, PNPM, type Registry, startRegistry } from "@keywright/tool-consumers";
import { ROOT } from "@keywright/tool-test-kit/services";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { run, work } from "./steps.ts";

/** The service whose contract changes after the first release. The change is a new property of a response. */
const SERVICE = "vault";
const CHANGED = { file: "specs/vault/vault.yaml", before: /^(Vault:\n(?: {2}.*\n)*? {2}properties:\n)/m, property: "colour", schema: "Vault" };

/**
 * Rehearses two releases: from a clean clone without a remote to packages that are installed from a registry on this machine and run.
 * The first releases the current commit; before the second, one contract changes.
 *
 * @param folder An empty folder; the caller removes it.
 * @throws Error with the output of the command that failed.
 */
export async function rehearse(folder: string): Promise<void> {
  const registry = await startRegistry(folder);
  try {
    const clone = join(folder, "clone");
    const author = ["--config", "user.name=release", "--config", "user.email=release@example.com"];
    await run("a clean clone", folder, ["git", "clone", "--quiet", ...author, ROOT, clone]);
    await run("which has no remote", clone, ["git", "remote", "remove", "origin"]);
    await run("install", clone, [PNPM, "install", "--frozen-lockfile", "--prefer-offline"]);
    const packages = await findPackages(clone);
    const names = packages.map(({ name }) => name);

    console.log("First release");
    await run("the contracts match the change sets", clone, [PNPM, "run", "contract:diff"]);
    await release(clone, join(folder, ".npmrc"), names, ["release:pack"]);
    await installAndRun(join(folder, "first"), names, registry);

    console.log(`Second release: ${CHANGED.schema}.${CHANGED.property} is new in the ${SERVICE} contract`);
    const moved = packages.filter(({ services }) => services.includes(SERVICE)).map(({ name }) => name);
    await changeContract(clone);
    await decide(clone, moved);
    // Only the contract has changed, and the first release has shown that packing is reproducible.
    await release(clone, join(folder, ".npmrc"), await withDependents(clone, moved, packages), ["release:pack", "--once"]);
    await installAndRun(join(folder, "second"), names, registry);
    await work("users see the change", () => findChange(join(folder, "second")));
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

/** Runs the commands of the release workflow. npm reads the address of the registry from `npmrc`. */
async function release(clone: string, npmrc: string, expected: readonly string[], pack: readonly string[]): Promise<void> {
  await run("versions and changelogs", clone, [PNPM, "run", "release:version"]);
  await commit(clone, "Release");
  await run("packed and inspected", clone, [PNPM, "run", ...pack]);
  const output = await run("published", clone, [PNPM, "run", "release:publish"], { environment: { NPM_CONFIG_USERCONFIG: npmrc } });
  const published = [...output.matchAll(/^(@[\w/-]+)@\S+ published as /gm)].map(([, name = ""]) => name);
  await work("only the expected versions have changed", async () => {
    const [is, must] = [[...published].sort().join(", "), [...expected].sort().join(", ")];
    if (is !== must) throw new Error(`published: ${is}; expected: ${must}`);
    return is;
  });
  await run("tags", clone, [PNPM, "exec", "changeset", "tag"]);
  await run("no change is left", clone, [PNPM, "run", "contract:diff"]);
}

async function commit(clone: string, message: string): Promise<void> {
  await run("staged", clone, ["git", "add", "--all"]);
  // If nothing changes, the release is that of the previous commit.
  await run("committed", clone, ["git", "commit", "--quiet", "--allow-empty", "--no-verify", "--message", message]);
}

/** Installs every package from the registry into an empty project, and uses a client on the emulator. */
async function installAndRun(project: string, names: readonly string[], registry: Registry): Promise<void> {
  await work("installed by npm into an empty project", async () => {
    await installInto(project, "npm", names, registry);
    return "";
  });
  await copyFile(join(import.meta.dirname, "users-program.mjs.txt"), join(project, "program.mjs"));
  await run("a user's program runs", project, [process.execPath, "program.mjs"]);
}

async function changeContract(clone: string): Promise<void> {
  await work("the contract is changed", async () => {
    const path = join(clone, CHANGED.file);
    const text = await readFile(path, "utf8");
    const changed = text.replace(CHANGED.before, `$1    ${CHANGED.property}:\n      type: string\n      description: The color of the vault in apps.\n`);
    if (changed === text) throw new Error(`${CHANGED.file} has no ${CHANGED.schema} to change`);
    await writeFile(path, changed);
    return CHANGED.file;
  });
  await run("generated", clone, [PNPM, "run", "generate"]);
  await commit(clone, `Add a property to the ${SERVICE} contract`);
}

/** Checks that `contract:diff` requires a change set for each affected package, and passes with one. */
async function decide(clone: string, moved: readonly string[]): Promise<void> {
  const output = await run("without a change set the check fails", clone, [PNPM, "run", "contract:diff"], { mustFail: true });
  const named = [...output.matchAll(/FINDING (@[\w/-]+): no change set names it; at least minor is needed/g)].map(([, name = ""]) => name);
  if (named.join() !== moved.join()) throw new Error(`the check names ${named.join(", ")}; expected ${moved.join(", ")}\n${output}`);
  await mkdir(join(clone, ".changeset"), { recursive: true });
  const levels = moved.map((name) => `"${name}": minor`).join("\n");
  await writeFile(join(clone, ".changeset/rehearsal.md"), `---\n${levels}\n---\n\nReturn the color of a vault.\n`);
  await run("with one it passes", clone, [PNPM, "run", "contract:diff"]);
}

/** Finds the change in an installed type, and in the changelog under its operation. */
async function findChange(project: string): Promise<string> {
  const installed = join(project, "node_modules/@keywright", SERVICE);
  const types = await readFile(join(installed, "dist/generated/schema.d.ts"), "utf8");
  if (!types.includes(`${CHANGED.property}?: string`)) throw new Error(`the installed types of ${SERVICE} do not have ${CHANGED.property}`);
  const changelog = await readFile(join(installed, "CHANGELOG.md"), "utf8");
  const line = changelog.split("\n").find((candidate) => candidate.includes(`${CHANGED.schema}.${CHANGED.property} is new`));
  if (line === undefined) throw new Error(`the changelog of ${SERVICE} must mention ${CHANGED.property}\n${changelog}`);
  return line;
}
