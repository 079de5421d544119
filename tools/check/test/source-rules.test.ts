import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "./support.ts";

const root = resolve(import.meta.dirname, "../../..");
const require = createRequire(import.meta.url);
const command = join(dirname(require.resolve("oxlint/package.json")), "bin/oxlint");

interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** Lints sources by the project's configuration, laid out in a folder of their own as in the project. */
async function lint(sources: { readonly [file: string]: string }): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-sources-"));
  await copyFile(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  await symlink(join(root, "tools"), join(folder, "tools"));
  await writeFiles(folder, sources);
  const run = promisify(execFile)(process.execPath, [command, "--format", "json", ...Object.keys(sources)], { cwd: folder });
  const { stdout } = await run.catch((failure: { readonly stdout: string }) => failure);
  await rm(folder, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  return diagnostics.map(({ code, filename, labels, message, help }) => `${filename}:${labels[0]?.span.line} ${code} ${message} ${help ?? ""}`);
}

const CORE = "packages/core/src/lib";
const CLIENT = "packages/vault/src/lib";

/** Sources that must be refused: what, where, the source, the line and the rule, a part of the message. */
const refused = [
  ["a function without a comment", CORE, "\nexport function read(): void {}", "2 keywright(documented)", "The exported name read needs a TSDoc comment"],
  ["a type under a plain comment", CORE, "// A name.\nexport type Name = string;", "2 keywright(documented)", "The exported name Name"],
  ["a constant that is exported below", CORE, "const size = 1;\nexport { size };", "1 keywright(documented)", "The exported name size"],
  ["export *", CORE, 'export * from "./other.ts";', "1 keywright(no-export-all)", 'got export * from "./other.ts"'],
  [
    "export * of a generated index below the entry",
    CLIENT,
    'export * from "./generated/index.ts";',
    "1 keywright(no-export-all)",
    'got export * from "./generated/index.ts"',
  ],
  ["an import from test", CORE, 'import { it } from "../../test/it.ts";\nit();', "1 keywright(inside-source)", "../../test/it.ts leaves it"],
  ["an import from a tool by path", CORE, 'import { it } from "../../../../tools/check/src/it.ts";\nit();', "1 keywright(inside-source)", "leaves it"],
  [
    "a type import from another package by path",
    CLIENT,
    '/** It. */\nexport type It = import("../../../core/src/it.ts").It;',
    "2 keywright(inside-source)",
    "leaves it",
  ],
  ["the present time", CORE, "/** Now. */\nexport const now = () => new Date();", "2 keywright(present-time)", "lib/clock.ts"],
  ["a clock", CORE, "/** Now. */\nexport const now = () => Date.now();", "2 eslint(no-restricted-properties) 'Date.now'", "lib/clock.ts"],
  [
    "a clock by another way",
    CORE,
    '/** Now. */\nexport const now = () => globalThis.Date["now"]();',
    "2 eslint(no-restricted-properties) 'globalThis.Date'",
    "lib/clock.ts",
  ],
  ["chance", CORE, "/** Any. */\nexport const chance = () => Math.random();", "2 eslint(no-restricted-properties) 'Math.random'", "lib/clock.ts"],
  ["a timer", CORE, "/** Waits. */\nexport const wait = (done: () => void) => setTimeout(done, 1);", "2 eslint(no-restricted-globals)", "lib/clock.ts"],
  [
    "a timer in disguise",
    CORE,
    "/** Ends. */\nexport const end = () => AbortSignal.timeout(1);",
    "2 eslint(no-restricted-properties) 'AbortSignal.timeout'",
    "lib/clock.ts",
  ],
  ["fetch", CLIENT, '/** Sends. */\nexport const send = () => fetch("https://example.com");', "2 eslint(no-restricted-globals)", "Only core's transport sends"],
  ["globalThis.fetch", CLIENT, "/** Sends. */\nexport const send = globalThis.fetch;", "2 eslint(no-restricted-globals)", "Only core's transport sends"],
  [
    "JSON.parse",
    CLIENT,
    "/** Reads. */\nexport const read = (text: string): unknown => JSON.parse(text);",
    "2 eslint(no-restricted-properties) 'JSON.parse'",
    "where they are read",
  ],
  ["printing", CLIENT, 'console.log("x");', "1 eslint(no-console)", ""],
  ["any", CLIENT, "/** A value. */\nexport type Value = any;", "2 typescript(no-explicit-any)", ""],
  ["a default export", CLIENT, "/** One. */\nexport default function one(): void {}", "2 import(no-default-export)", ""],
  ["the code of a client in the emulator", "packages/emulator/src", 'import "@keywright/vault";', "1 eslint(no-restricted-imports)", "no code of the clients"],
  ["a package of ours in core", CORE, 'import "@keywright/vault";', "1 eslint(no-restricted-imports)", "core knows no other package"],
  ["openapi-fetch in a client", CLIENT, 'import "openapi-fetch";', "1 eslint(no-restricted-imports)", "core's own matter"],
  ["another client in a client", CLIENT, 'import "@keywright/events/schema";', "1 eslint(no-restricted-imports)", "A client imports core"],
  ["a tool in a client", CLIENT, 'import "@keywright/tool-mocks";', "1 eslint(no-restricted-imports)", "A client imports core"],
  ["a cycle", CORE, 'import { other } from "./cyclic.ts";\n/** One. */\nexport const one = () => other;', "1 import(no-cycle)", ""],
] as const;

/** Sources that must be accepted: what, where, the source. */
const accepted = [
  [
    "documented exports, also below and of overloads",
    `${CORE}/documented.ts`,
    "/** A. */\nexport function a(x: string): void;\nexport function a(x: number): void;\nexport function a(): void {}\n/** B. */\nconst b = 1;\nexport { b };",
  ],
  ["a name that is explained where it comes from", "packages/core/src/index.ts", 'export { a } from "./lib/documented.ts";'],
  ["export type *", "packages/events/src/index.ts", 'export type * from "./generated/client.ts";'],
  ["export * of the package's own generated index", "packages/vault/src/index.ts", 'export * from "./generated/index.ts";'],
  ["core's own place for the network", `${CORE}/call/stages/exchange.ts`, "/** Sends. */\nexport const send = globalThis.fetch;"],
  [
    "core's own place for decoding",
    `${CORE}/call/response/read-response.ts`,
    "/** Reads. */\nexport const read = (text: string): unknown => JSON.parse(text);",
  ],
  ["a fetch that was handed in", `${CORE}/handed.ts`, "/** Sends. */\nexport const send = ({ fetch }: { fetch: () => void }) => fetch();"],
  [
    "core's own place for time",
    `${CORE}/clock.ts`,
    "/** Now. */\nexport const now = () => [Date.now(), new Date(), performance.now(), Math.random()];\n/** Waits. */\nexport const wait = (done: () => void) => setTimeout(done, 1);",
  ],
  ["a date made from a value", `${CORE}/day.ts`, "/** A day. */\nexport const day = new Date(0);"],
  ["core in a client", `${CLIENT}/core.ts`, 'export { createClient } from "@keywright/core/client";'],
  ["the contract of a client in the emulator", "packages/emulator/src/part.ts", 'export { operations } from "@keywright/vault/operations";'],
  ["anything of the kind in tests", "packages/vault/test/part.test.ts", "console.log(JSON.parse('1'), Date.now(), new Date(), globalThis.fetch);"],
] as const;

const fileOf = (folder: string, index: number): string => `${folder}/refused-${index}.ts`;

describe("the rules for sources", () => {
  let found: readonly string[] = [];
  beforeAll(async () => {
    const sources = refused.map(([, folder, source], index) => [fileOf(folder, index), source] as const);
    const cyclic = refused.findIndex(([what]) => what === "a cycle");
    found = await lint({
      ...Object.fromEntries([...sources, ...accepted.map(([, file, source]) => [file, source] as const)]),
      [`${CORE}/cyclic.ts`]: `import { one } from "./refused-${cyclic}.ts";\n/** Other. */\nexport const other = () => one;`,
    });
  });

  it.each(refused.map(([what, folder, , finding, says], index) => ({ what, file: fileOf(folder, index), finding, says })))(
    "reject $what",
    ({ file, finding, says }) => {
      const own = found.filter((line) => line.startsWith(`${file}:`));
      expect(own).toContainEqual(expect.stringContaining(`${file}:${finding}`));
      expect(own.join("\n")).toContain(says);
    },
  );

  it.each(accepted)("accept %s", (_what, file) => {
    expect(found.filter((line) => line.startsWith(`${file}:`))).toEqual([]);
  });
});
