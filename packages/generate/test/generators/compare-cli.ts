import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { withSections } from "@keywright/tool-test-kit/command/sections";
import { ROOT } from "@keywright/tool-test-kit/services";
import { PETSHOP } from "@keywright/tool-test-kit/testing/petshop";
import { build } from "esbuild";
import { generate } from "../../src/index.ts";

readCommandLine(
  "Usage: npx pnpm test generators\n  Generates clients of one contract with Keywright and with other generators, calls them, and writes the table in tools/docs/generators.md.\n  The first run needs an npm registry.",
);

const PAGE = join(ROOT, "tools/docs/generators.md");
/** The other generators, which are too large to be dependencies of the workspace. */
const PINS = join(import.meta.dirname, "../../pins");
const PROGRAMS = join(import.meta.dirname, "programs");
/** A package that depends on core, as users of generated clients do. */
const USER = join(ROOT, "packages/contract-tests");
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/compare");

/** The other generators, each configured as its documentation shows: its name, the packages whose versions the table shows, and its command. */
const OTHERS: readonly (readonly [name: string, packages: readonly string[], command: readonly string[]])[] = [
  ["openapi-typescript", ["openapi-typescript", "openapi-fetch"], ["openapi-typescript", PETSHOP.contract, "--output", "schema.ts"]],
  ["hey-api", ["@hey-api/openapi-ts"], ["openapi-ts", "--input", PETSHOP.contract, "--output", "."]],
  ["orval", ["orval"], ["orval", "--input", PETSHOP.contract, "--output", "client.ts", "--client", "fetch"]],
  ["kubb", ["@kubb/cli"], ["kubb", "generate", PETSHOP.contract, "--config", "../kubb.config.mjs"]],
  ["redocly generate-client", ["@redocly/cli"], ["redocly", "generate-client", PETSHOP.contract, "--output", "client.ts"]],
];

/** What a file of `programs` exports: calls of a generated client, and the parts of requests that it sets itself because the client does not. */
interface Program {
  readonly byHand?: readonly string[];
  list(): Promise<unknown>;
  photo(photo: Blob): Promise<unknown>;
  change(name: string): Promise<unknown>;
  read(photoId: string): Promise<unknown>;
}

let sent: Request[] = [];
let failures = 0;
// Some clients read the global fetch when they are imported, so it is replaced before. Some have no base address.
globalThis.fetch = async (input, init) => {
  const request = new Request(input instanceof Request ? input : String(input).replace(/^\//, "https://petshop.example.com/v1/"), init);
  sent.push(request);
  if (failures-- > 0) return Response.json({}, { status: 503, headers: { "retry-after": "0" } });
  return Response.json(request.method === "GET" && request.url.includes("/pets") ? [] : {});
};

/** Returns the requests of one call, and whether it failed. */
async function outcome(call: () => Promise<unknown>, failing = 0): Promise<{ readonly requests: readonly Request[]; readonly failed: boolean }> {
  [sent, failures] = [[], failing];
  const failed = await call().then(
    () => false,
    () => true,
  );
  return { requests: sent, failed };
}

/** Returns the first request of a call. @throws Error if it sends none, because then the program is wrong. */
async function requestOf(call: () => Promise<unknown>): Promise<Request> {
  const [request] = (await outcome(call)).requests;
  if (request === undefined) throw new Error(`${String(call)} sent no request`, { cause: await call().catch((error: unknown) => error) });
  return request;
}

/** Returns the cells of a client's column: the features that its requests show, by their names in the table. */
async function featuresOf({ byHand = [], list, photo, change, read }: Program): Promise<{ readonly [what: string]: string }> {
  const listed = await requestOf(list);
  const query = new URL(listed.url).searchParams;
  const form = await (await requestOf(() => photo(new Blob(["12345"])))).formData().catch(() => new FormData());
  const [retried, tooLong] = [await outcome(list, 1), await outcome(() => change("T".repeat(41)))];
  const cell = (has: boolean, part?: string): string => (!has ? "no" : part !== undefined && byHand.includes(part) ? "by hand" : "yes");
  return {
    "API key from the client's options": cell(listed.headers.get("x-shop-key") === "example-key", "key"),
    "exploded array in the query": cell(query.getAll("status").join(" and ") === "available and sold"),
    "`deepObject` in the query": cell(query.get("price[from]") === "10"),
    "header parameter": cell(listed.headers.get("x-branch") === "north", "header"),
    "multipart upload": cell((form.get("photo") as File | null)?.size === 5),
    "media type of a merge patch": cell((await requestOf(() => change("Tom"))).headers.get("content-type") === "application/merge-patch+json"),
    "`x/../y` as an id stays one": cell((await requestOf(() => read("x/../y"))).url.toLowerCase().endsWith("/photos/x%2f..%2fy")),
    "retries a read after 503, by default": cell(retried.requests.length === 2 && !retried.failed),
    "checks `maxLength` before it sends": cell(tooLong.requests.length === 0 && tooLong.failed),
  };
}

/** Generates a client, and returns its column of the table. */
async function columnOf(name: string, version: string, write: (folder: string) => Promise<unknown>): Promise<{ readonly [what: string]: string }> {
  const folder = join(CACHE, name.replaceAll(" ", "-"));
  const generated = join(folder, "generated");
  await rm(folder, { recursive: true, force: true });
  await mkdir(generated, { recursive: true });
  for (const file of await readdir(PROGRAMS))
    if (file.startsWith(`${basename(folder)}.`)) await copyFile(join(PROGRAMS, file), join(folder, file.replace(".txt", "")));
  await symlink(join(name === "Keywright" ? USER : PINS, "node_modules"), join(folder, "node_modules"), "dir");
  await write(generated);
  const names = (await readdir(generated, { recursive: true })).filter((path) => path.endsWith(".ts"));
  const texts = await Promise.all(names.map((path) => readFile(join(generated, path), "utf8")));
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "").length;
  const outfile = join(folder, "program.mjs");
  await build({
    entryPoints: [join(folder, `${basename(folder)}.ts`)],
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
  });
  const bytes = gzipSync(await readFile(outfile), { level: 9 }).length;
  console.log(`${name}: ${names.length} files, ${lines} lines, ${bytes} bytes`);
  return {
    "": name,
    version,
    files: String(names.length),
    "lines of TypeScript": String(lines),
    "bundle of four calls, kB compressed": (bytes / 1000).toFixed(1),
    ...(await featuresOf((await import(pathToFileURL(outfile).href)) as Program)),
  };
}

await runOrThrow(join(ROOT, "node_modules/.bin/pnpm"), ["install", "--frozen-lockfile", "--prefer-offline"], { folder: PINS });
const own = await columnOf("Keywright", "this one", async (folder) => {
  for (const [name, text] of Object.entries(await generate(PETSHOP.contract, { house: false, service: "petshop" }))) await writeFile(join(folder, name), text);
});
const columns = [own];
const { dependencies } = JSON.parse(await readFile(join(PINS, "package.json"), "utf8")) as { readonly dependencies: { readonly [name: string]: string } };
for (const [name, packages, [program = "", ...words]] of OTHERS) {
  const version = packages.map((each) => dependencies[each]).join(", with openapi-fetch ");
  columns.push(await columnOf(name, version, (folder) => runOrThrow(join(PINS, "node_modules/.bin", program), words, { folder, timeoutMs: 120_000 })));
}
const [first = "", ...rows] = Object.keys(own).map((what) => `| ${[what, ...columns.map((column) => column[what])].join(" | ")} |`);
const table = [first, `|${" --- |".repeat(columns.length + 1)}`, ...rows].join("\n").replaceAll("|  |", "| |");
await writeFile(PAGE, withSections(await readFile(PAGE, "utf8"), { generators: `${table}\n` }));
const lacking = Object.keys(own).filter((what) => own[what] === "no");
for (const what of lacking) console.error(`Keywright has no ${what}`);
process.exitCode = lacking.length === 0 ? 0 : 1;
