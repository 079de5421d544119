import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installInto, PNPM, startRegistry } from "@keywright/tool-consumers";
import { findPackages } from "@keywright/tool-contracts/packages";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";

readCommandLine("Usage: npx pnpm release rehearse\n  Makes two releases from a clean clone to a registry on this machine.");

/** The service whose contract gets a new property of a response after the first release. */
const SERVICE = "vault";
const CHANGED = { file: "specs/vault/vault.yaml", before: /^(Vault:\n(?: {2}.*\n)*? {2}properties:\n)/m, property: "colour", schema: "Vault" };

const folder = await mkdtemp(join(tmpdir(), "keywright-rehearsal-"));
const clone = join(folder, "clone");
const start = performance.now();

/**
 * Runs a command, prints how long it took, and returns its output.
 *
 * @param mustFail Whether the command must fail.
 * @throws Error with the output if it does not end as expected.
 */
async function run(what: string, [command = "", ...words]: readonly string[], place = clone, mustFail = false): Promise<string> {
  const from = performance.now();
  const { ok, output } = await runCommand(command, words, { folder: place, timeoutMs: 600_000 });
  if (ok === mustFail) throw new Error(`${what}: ${[command, ...words].join(" ")} ${ok ? "did not fail" : "failed"}\n${output}`);
  console.log(`ok ${((performance.now() - from) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  return output;
}

/** Throws if two sets of names differ. */
function expectSame(what: string, actual: readonly string[], expected: readonly string[]): void {
  const [is, must] = [[...actual].sort().join(", "), [...expected].sort().join(", ")];
  if (is !== must) throw new Error(`${what}: ${is}; expected: ${must}`);
}

async function commit(message: string): Promise<void> {
  await run("staged", ["git", "add", "--all"]);
  // If nothing changes, the release is that of the previous commit.
  await run("committed", ["git", "commit", "--quiet", "--allow-empty", "--no-verify", "--message", message]);
}

/** Releases, installs every package from the registry, and uses a client on the emulator. */
async function release(project: string, expected: readonly string[], ...options: readonly string[]): Promise<void> {
  await run("versions and changelogs", [PNPM, "run", "release", "version"]);
  await commit("Release");
  await run("packed and inspected", [PNPM, "run", "release", "pack", ...options]);
  // npm reads the address of the registry from a file that the registry has written.
  const output = await run("published", ["env", `NPM_CONFIG_USERCONFIG=${join(folder, ".npmrc")}`, PNPM, "run", "release", "publish"]);
  expectSame(
    "published",
    Array.from(output.matchAll(/^(@[\w/-]+)@\S+ published as /gm), ([, name = ""]) => name),
    expected,
  );
  await run("tags", [PNPM, "exec", "changeset", "tag"]);
  await run("no change is left", [PNPM, "run", "check", "diff"]);
  await installInto(project, "npm", names, registry);
  await copyFile(join(import.meta.dirname, "users-program.mjs.txt"), join(project, "program.mjs"));
  await run("a user's program runs", [process.execPath, "program.mjs"], project);
}

/** Changes a contract. The check must require a change set for each of its packages. */
async function changeContract(moved: readonly string[]): Promise<void> {
  const path = join(clone, CHANGED.file);
  const text = await readFile(path, "utf8");
  const changed = text.replace(CHANGED.before, `$1    ${CHANGED.property}:\n      type: string\n      description: The color of the vault in apps.\n`);
  if (changed === text) throw new Error(`${CHANGED.file} has no ${CHANGED.schema} to change`);
  await writeFile(path, changed);
  await run("generated", [PNPM, "run", "generate"]);
  await commit(`Add a property to the ${SERVICE} contract`);
  const output = await run("without a change set the check fails", [PNPM, "run", "check", "diff"], clone, true);
  const named = Array.from(output.matchAll(/FINDING (@[\w/-]+): no change set names it; at least minor is needed/g), ([, name = ""]) => name);
  expectSame("the check names", named, moved);
  const levels = moved.map((name) => `"${name}": minor`).join("\n");
  await writeFile(join(clone, ".changeset/rehearsal.md"), `---\n${levels}\n---\n\nReturn the color of a vault.\n`);
  await run("with one it passes", [PNPM, "run", "check", "diff"]);
}

/** Expects the change in an installed type, and in the changelog under its operation. */
async function expectChange(project: string): Promise<void> {
  const installed = join(project, "node_modules/@keywright", SERVICE);
  for (const [file, text] of [
    ["dist/generated/schema.d.ts", `${CHANGED.property}?: string`],
    ["CHANGELOG.md", `${CHANGED.schema}.${CHANGED.property} is new`],
  ] as const)
    if (!(await readFile(join(installed, file), "utf8")).includes(text)) throw new Error(`${file} of the installed ${SERVICE} must contain "${text}"`);
}

const registry = await startRegistry(folder);
let names: readonly string[] = [];
try {
  const author = ["--config", "user.name=release", "--config", "user.email=release@example.com"];
  await run("a clean clone", ["git", "clone", "--quiet", ...author, ROOT, clone], folder);
  await run("which has no remote", ["git", "remote", "remove", "origin"]);
  await run("install", [PNPM, "install", "--frozen-lockfile", "--prefer-offline"]);
  const packages = await findPackages(clone);
  names = packages.map(({ name }) => name);

  console.log("First release");
  await run("the contracts match the change sets", [PNPM, "run", "check", "diff"]);
  await release(join(folder, "first"), names);

  console.log(`Second release: ${CHANGED.schema}.${CHANGED.property} is new in the ${SERVICE} contract`);
  const moved = packages.filter(({ services }) => services.includes(SERVICE)).map(({ name }) => name);
  await changeContract(moved);
  // A minor step of 0.x leaves the range of dependent packages, so they are released too.
  const filters = moved.flatMap((name) => ["--filter-prod", `...${name}`]);
  const listed = await run("packages that depend on it", [PNPM, ...filters, "list", "--depth", "-1", "--json"]);
  const released = names.filter((name) => listed.includes(`"name": "${name}"`));
  // Only the contract has changed, and the first release has shown that packing is reproducible.
  await release(join(folder, "second"), released, "--once");
  await expectChange(join(folder, "second"));
  console.log(`2 releases rehearsed in ${Math.round((performance.now() - start) / 1000)} s`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await registry.close();
  await rm(folder, { recursive: true, force: true });
}
