import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { COMMANDS } from "@keywright/tool-test-kit/parts";
import { askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { describe, expect, it } from "vitest";
import { checkCommands, checkLabels, checkPlaces, type Repository } from "./check-markdown.ts";
import { blocksOf, markdownFiles, pathsOf } from "./markdown.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const files = await markdownFiles(root);
/** Bundles of the published commands, by their sources: tsx needs five times as long to start them. */
const bundles = new Map<string, string>();
const repository = await readRepository();

/** Files whose shell commands a test of their own runs word for word. */
const RUN_BY: { readonly [file: string]: string } = {
  "packages/conformance/README.md": "packages/conformance/test/readme.test.ts",
  "packages/run/README.md": "packages/run/test/readme.test.ts",
  "packages/tail/README.md": "packages/tail/test/readme.test.ts",
  "tools/docs/guides/emulator.md": "packages/emulator/test/curl/guide.test.ts",
};

describe("every markdown file of the repository", () => {
  it("is looked at", () => {
    for (const file of ["README.md", "CONTRIBUTING.md", ".changeset/README.md", "specs/README.md", "tools/bench/README.md", "packages/tail/README.md"])
      expect(files).toContain(file);
    for (const test of Object.values(RUN_BY)) expect(repository.paths).toContain(test);
  });

  it.each(files)("%s names commands that exist, with flags that they take", async (file) => {
    expect(await checkCommands(await repository.read(file), repository, Object.hasOwn(RUN_BY, file))).toEqual([]);
  });

  it.each(files)("%s names files, folders, entries and headings that are there", async (file) => {
    expect(await checkPlaces(file, await repository.read(file), repository)).toEqual([]);
  });

  it.each(files)("%s has blocks of kinds that a test looks at", async (file) => {
    const blocks = blocksOf(await repository.read(file));
    // `ts …` is run by readme.test.ts; text without a mark is a drawing, and YAML, ini and text are for other programs.
    for (const { mark } of blocks) expect(["sh", "ts", "ts emulator", "ts no-run", "ts test", "json", "yaml", "ini", "text", ""]).toContain(mark);
    for (const { mark, text } of blocks) if (mark === "json") expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  // A registry shows these files without the others: there the links are dead, and the name of the package remains.
  it.each(files.filter((file) => /^packages\/[^/]+\/[A-Z]+\.md$/.test(file)))("%s names the package next to each link to another file", async (file) => {
    expect(checkLabels(await repository.read(file))).toEqual([]);
  });
});

describe("a markdown file that is wrong", () => {
  const inBlock = (command: string): string => `\`\`\`sh\n${command}\n\`\`\`\n`;

  it.each([
    ["a script that is none", "Run `npx pnpm tset faults` first.", ["npx pnpm tset faults: package.json has no such script"]],
    ["a part that is none", "Run `npx pnpm test everything` first.", ["npx pnpm test everything: there is no part everything"]],
    ["a flag that a part does not take", "`npx pnpm test faults --row F5`", ["npx pnpm test faults --row F5: its help has no --row"]],
    ["a script in a block", inBlock("npx pnpm bnech --quick  # a look"), ["npx pnpm bnech --quick: package.json has no such script"]],
    ["a flag that a script does not take", inBlock("npx pnpm bench --quickly"), ["npx pnpm bench --quickly: its help has no --quickly"]],
    ["a word that a script does not take", "`npx pnpm mocks secrets`", ["npx pnpm mocks secrets: its help knows nothing of secrets"]],
    ["a package that is none", inBlock("npm install @keywright/valut"), ["npm install @keywright/valut: there is no such package"]],
    ["a command that is none", "`keywright-tial --once`", ["keywright-tial --once: no package has such a command"]],
    ["a flag that a command does not take", "`keywright-emulator --ports 0`", ["keywright-emulator --ports 0: its help has no --ports"]],
    ["a flag that a subcommand does not take", "`keywright-emulator record --seed x`", ["keywright-emulator record --seed x: its help has no --seed"]],
    ["a command of somebody else", inBlock("make all"), ["make all: no test knows this command"]],
  ])("with %s is found", async (_what, text, findings) => {
    expect(await checkCommands(text, repository)).toEqual(findings);
  });

  it.each([
    ["a path that is none", "`tools/check/src/budget.ts`", ["`tools/check/src/budget.ts` is not there"]],
    ["a path below its own folder", "`src/budget`", ["`src/budget` is not there"]],
    ["a file that is nowhere", "`redoc.yaml`", ["`redoc.yaml` is not there"]],
    ["a pattern that nothing fits", "`packages/<service>/source/*.ts`", ["`packages/<service>/source/*.ts` is not there"]],
    ["an entry that is none", "`@keywright/core/otel`", ["`@keywright/core/otel` is not there"]],
    ["a link that leads nowhere", "[how](../bench/READ.md)", ["the link to ../bench/READ.md leads nowhere"]],
    ["a link to a heading that is none", "# Sizes\n\n[so](#size)", ["the link to #size finds no such heading"]],
    ["a link to a heading of another file", "[how](../bench/README.md#methods)", ["the link to ../bench/README.md#methods finds no such heading"]],
    ["nothing", "`src/sizes/budgets.ts`, `text/plain`, `a/b`, `tools/docs/dist/site`, `@keywright/core/node` and [how](../bench/README.md#method)", []],
  ])("with %s is found", async (_what, text, findings) => {
    expect(await checkPlaces("tools/check/README.md", text, repository)).toEqual(findings);
  });
});

describe("the label of a link to another file", () => {
  it.each([
    ["without a package is found", "[Tokens](../core/README.md#tokens)", ["the link to ../core/README.md does not name its package"]],
    ["with its package is fine", "Tokens of [`@keywright/core`](../core/README.md#tokens) and [below](#tokens), [undici](https://undici.nodejs.org)", []],
  ])("%s", (_what, text, findings) => {
    expect(checkLabels(text)).toEqual(findings);
  });
});

async function readRepository(): Promise<Repository> {
  const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");
  const { scripts } = JSON.parse(await read("package.json")) as { readonly scripts: Repository["scripts"] };
  const manifests = await Promise.all(
    (await readdir(join(root, "packages"))).map(async (folder) => ({
      folder,
      manifest: JSON.parse(await read(`packages/${folder}/package.json`)) as Manifest,
    })),
  );
  const programs = manifests.flatMap(({ folder, manifest }) =>
    Object.entries(manifest.publishConfig?.bin ?? {}).map(([name, file]) => ({ name, folder, source: sourceOf(folder, file) })),
  );
  for (const { folder, source } of programs) bundles.set(source, bundledProgram(join(root, "packages", folder)));
  const catalog = (await read("pnpm-workspace.yaml")).matchAll(/^ {2,4}"?([@\w/.-]+)"?: /gm);
  const asked = new Map<string, Promise<string>>();
  return {
    read,
    scripts,
    parts: Object.fromEntries(
      Object.entries(COMMANDS).map(([name, { parts }]) => [name, Object.fromEntries(Object.entries(parts).map(([part, { run }]) => [part, run]))]),
    ),
    paths: await pathsOf(root),
    commands: Object.fromEntries(programs.map(({ name, source }) => [name, `node ${source}`])),
    entries: manifests.flatMap(({ manifest: { name, exports } }) => Object.keys(exports).map((entry) => name + entry.slice(1))),
    packages: [
      ...manifests.filter(({ manifest }) => manifest.private !== true).map(({ manifest }) => manifest.name),
      ...Array.from(catalog, ([, name = ""]) => name),
    ],
    help(line) {
      const known = asked.get(line) ?? helpOf(line);
      asked.set(line, known);
      return known;
    },
  };
}

/** The source of the command of a package. */
function sourceOf(folder: string, file: string): string {
  if (file !== "./dist/cli.js") throw new Error(`the command of packages/${folder} must be ./dist/cli.js, got ${file}`);
  return `packages/${folder}/src/cli.ts`;
}

interface Said {
  readonly stdout: string;
  readonly stderr: string;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: { readonly [entry: string]: unknown };
  readonly publishConfig?: { readonly bin?: { readonly [name: string]: string } };
}

/** The help of the last program of a script: what stands before it only prepares. */
async function helpOf(line: string): Promise<string> {
  const last = (line.split("&&").at(-1) ?? "").trim();
  const [, source = "", words = ""] = /^node (?:--import tsx )?(\S+\.ts)(.*)$/.exec(last) ?? [];
  const bundle = bundles.get(source);
  const given = [...words.split(" ").filter(Boolean), "--help"];
  const [program = "", ...parameters] = last.split(" ");
  const said = await (bundle !== undefined
    ? saidBy(process.execPath, [bundle, ...given])
    : source !== ""
      ? askCommand(join(root, source), ...given)
      : saidBy(join(root, "node_modules/.bin", program), [...parameters, "--help"]));
  return said.stdout + said.stderr;
}

async function saidBy(program: string, parameters: readonly string[]): Promise<Said> {
  // Some take it for an argument that they do not know, and say their usage all the same.
  return promisify(execFile)(program, parameters, { cwd: root, timeout: PATIENCE_MS }).catch((error) => error as Said);
}
