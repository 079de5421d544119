import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { ContractError } from "../../src/lib/contract/index.ts";
import { generate } from "../../src/lib/generator/generate.ts";
import { type Calls, callOperations } from "./call-operations.ts";

const USAGE =
  "Usage: npx pnpm test contracts [--all] [--only name]\n  Generates clients of public OpenAPI documents, compiles them, and checks their requests against the documents.\n  The documents are folders with an openapi.yaml, .yml or .json in CONFORMANCE_VECTORS/openapi.\n  --all   also documents of more than 300 kB, by all compilers";
const { values } = readCommandLine(USAGE, { all: { type: "boolean", default: false }, only: { type: "string" } });
const SMALL = 300_000;
const require = createRequire(join(ROOT, "tools/check/package.json"));
const COMPILERS = values.all ? ["typescript-5.4", "typescript", "typescript-7"] : ["typescript-7"];

const NONE: Calls = { calls: 0, skipped: 0, wrong: [], unsent: [], unread: [] };

/** What came of a document. */
interface Result {
  readonly name: string;
  readonly file: string;
  readonly folder: string;
  readonly problems: readonly string[];
}

const vectors = process.env["CONFORMANCE_VECTORS"];
if (vectors === undefined) {
  console.log("CONFORMANCE_VECTORS names no folder: the public documents were left out");
  process.exit(0);
}
const out = await mkdtemp(join(tmpdir(), "keywright-public-"));
try {
  process.exitCode = await run(join(resolve(vectors), "openapi"));
} finally {
  await rm(out, { recursive: true });
}

async function run(documents: string): Promise<number> {
  const results: Result[] = [];
  for (const name of (await readdir(documents)).sort()) {
    const file = ["openapi.yaml", "openapi.yml", "openapi.json"].map((each) => join(documents, name, each)).find((each) => existsSync(each));
    if (file === undefined || (values.only !== undefined && values.only !== name)) continue;
    if (!values.all && (await stat(file)).size > SMALL) continue;
    results.push({ name, file, folder: join(out, name), problems: await generateInto(join(out, name), file) });
  }
  const errors = await compileAll(results.filter(({ problems }) => problems.length === 0));
  const counts = { accepted: 0, partial: 0, refused: 0, wrong: 0 };
  const totals = { calls: 0, skipped: 0 };
  for (const { name, file, folder, problems } of results) {
    const own = errors.filter((line) => line.includes(`/${name}/`));
    const called: Calls = problems.length > 0 || own.length > 0 ? NONE : await callOperations(file, folder, ROOT);
    const verdict = problems.length > 0 ? "refused" : called.wrong.length > 0 ? "wrong" : own.length > 0 || called.unsent.length > 0 ? "partial" : "accepted";
    counts[verdict] += 1;
    const [skipped, unsent, unread] = [called.skipped, called.unsent.length, called.unread.length];
    totals.calls += called.calls - unsent;
    totals.skipped += skipped;
    console.log(
      `${verdict.padEnd(9)} ${name.padEnd(20)} ${called.calls - unsent} calls${skipped > 0 ? `, ${skipped} without a valid input` : ""}${unsent > 0 ? `, ${unsent} not sent` : ""}${unread > 0 ? `, ${unread} schemas not checked` : ""}`,
    );
    for (const line of [...problems, ...own, ...called.wrong].slice(0, 5)) console.log(`          ${line}`);
    for (const line of called.unsent.slice(0, 3)) console.log(`          not sent: ${line}`);
    for (const line of called.unread.slice(0, 2)) console.log(`          not checked: ${line}`);
  }
  console.log(`${totals.calls} calls were checked; for ${totals.skipped} operations no valid input was found`);
  console.log(`${results.length} documents, ${counts.accepted} accepted, ${counts.partial} partial, ${counts.refused} refused in words, ${counts.wrong} wrong`);
  return counts.wrong + counts.partial > 0 ? 1 : 0;
}

async function generateInto(folder: string, file: string): Promise<readonly string[]> {
  try {
    const files = await generate(file, { house: false, extension: "ts", origin: { file: "openapi.yaml", command: "keywright-generate" } });
    await mkdir(folder);
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.findings.filter(({ isNote }) => isNote !== true).map(({ line, message }) => `${line}: ${message}`);
    throw error;
  }
}

/** Compiles all clients in one program of each compiler. Returns its errors. */
async function compileAll(results: readonly Result[]): Promise<readonly string[]> {
  const paths = { "@keywright/core": [join(ROOT, "packages/core/src/index.ts")], "@keywright/core/*": [join(ROOT, "packages/core/src/*.ts")] };
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "Bundler",
    lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    types: ["node"],
    typeRoots: [join(ROOT, "node_modules/@types")],
    paths,
  };
  const config = join(out, "tsconfig.json");
  await writeFile(config, JSON.stringify({ compilerOptions: options, include: results.map(({ folder }) => `${folder}/*.ts`) }));
  const lines: string[] = [];
  for (const name of results.length === 0 ? [] : COMPILERS) {
    const program = join(dirname(require.resolve(`${name}/package.json`)), "bin/tsc");
    const { output } = await runCommand(process.execPath, [program, "-p", config], { folder: out, timeoutMs: 600_000 });
    lines.push(
      ...output
        .split("\n")
        .filter((line) => line.includes("error TS"))
        .map((line) => `${name}: ${line}`),
    );
  }
  return lines;
}
