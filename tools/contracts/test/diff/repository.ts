import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundledDocument, readContract } from "@keywright/generate";
import { afterAll } from "vitest";
import { copySpecs, specsIn } from "../../../../packages/generate/test/specs-copy.ts";

const run = promisify(execFile);
/** The root of this repository. */
export const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** Takes an operation away: a break. */
export const withoutMetrics = (text: string): string => text.replace(/^ {2}\/metrics:\n[\s\S]*?(?=^\S)/m, "");

/** A small repository of its own: the vault contract, its client, an emulator and core, with git and change sets. */
export type Repository = ReturnType<typeof repositoryIn>;

const PACKAGES = {
  core: { generate: "readme-cli.ts README.md" },
  vault: { generate: "generate-cli.ts ../../specs/vault/openapi.yaml src/generated" },
  emulator: { generate: "documents-cli.ts ../../specs/vault/openapi.yaml src/generated" },
};

const NAMES = Object.keys(PACKAGES) as (keyof typeof PACKAGES)[];

/** Gives what makes a repository for a test: nothing is released yet. It copies one that is made once for all tests of a file. */
export function repositories(): () => Promise<Repository> {
  let template: Promise<Repository> | undefined;
  afterAll(async () => (await template)?.remove());
  return async () => {
    const { folder } = await (template ??= makeRepository());
    const copy = await mkdtemp(join(tmpdir(), "keywright-repository-"));
    await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
    return repositoryIn(copy);
  };
}

async function makeRepository(): Promise<Repository> {
  const { folder } = await copySpecs();
  const repository = repositoryIn(folder);
  const { write, git, commit } = repository;
  await Promise.all(["events", "management"].map((service) => rm(join(folder, "specs", service), { recursive: true })));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"), "dir");
  await cp(join(ROOT, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  await cp(join(ROOT, ".changeset/config.json"), join(folder, ".changeset/config.json"));
  await write("package.json", JSON.stringify({ name: "repository", private: true }));
  await write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
  await write(".gitignore", "node_modules\n");
  for (const name of NAMES) await write(`packages/${name}/package.json`, manifest(name, "0.0.0"));
  await git("init", "--quiet", "--initial-branch=main");
  await commit("Begin");
  return repository;
}

const documents = new Map<string, string>();

/** A contract as its client has it. Tests change its first file alone, so each text of that is bundled once. */
async function documentOf(contract: string): Promise<string> {
  const text = await readFile(contract, "utf8");
  const document = documents.get(text) ?? JSON.stringify(bundledDocument(await readContract(contract)));
  documents.set(text, document);
  return document;
}

function manifest(name: keyof typeof PACKAGES, version: string): string {
  const publishConfig = { exports: { ".": "./dist/index.js" } };
  return JSON.stringify({ name: `@keywright/${name}`, version, type: "module", scripts: PACKAGES[name], publishConfig });
}

function repositoryIn(folder: string) {
  const specs = specsIn(folder);
  const git = async (...words: readonly string[]): Promise<string> =>
    (await run("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...words], { cwd: folder })).stdout;
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const read = (path: string): Promise<string> => readFile(join(folder, path), "utf8");
  let changeSets = 0;
  /** Commits all there is, with the contract as the client has it; an empty commit if nothing has changed. */
  const commit = async (message: string): Promise<void> => {
    await write("packages/vault/src/generated/openapi.json", await documentOf(specs.contract("vault")));
    await git("add", "--all");
    await git("commit", "--quiet", "--allow-empty", "--message", message);
  };
  return {
    folder,
    write,
    read,
    git,
    commit,
    /** Changes the contract; a change that changes nothing is an error. */
    edit: (change: (text: string) => string) => specs.edit("vault/openapi.yaml", change),
    async changeSet(levels: { readonly [name: string]: string }, text = "Change something"): Promise<void> {
      changeSets += 1;
      const front = Object.entries(levels).map(([name, level]) => `"@keywright/${name}": ${level}`);
      await write(`.changeset/change-${changeSets}.md`, `---\n${front.join("\n")}\n---\n\n${text}\n`);
    },
    /** Takes all packages to a version: their package.json, changelog and generated files, in one commit. */
    async version(version: string, text = "Change something"): Promise<void> {
      for (const name of NAMES) {
        await write(`packages/${name}/package.json`, manifest(name, version));
        const path = `packages/${name}/CHANGELOG.md`;
        const known = (await read(path).catch(() => `# @keywright/${name}\n`)).split("\n").slice(1).join("\n");
        await write(path, `# @keywright/${name}\n\n## ${version}\n\n### Minor Changes\n\n- ${text}\n${known}`);
      }
      for (let index = 1; index <= changeSets; index += 1) await rm(join(folder, `.changeset/change-${index}.md`), { force: true });
      await commit(`Release ${version}`);
    },
    /** Tags the packages at a version, as a release does. */
    async tag(version: string): Promise<void> {
      for (const name of NAMES) await git("tag", `@keywright/${name}@${version}`);
    },
    remove: specs.remove,
  };
}
