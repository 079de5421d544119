import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { serviceOf } from "@keywright/tool-mocks/clients";
import { findServices, findVendors } from "@keywright/tool-test-kit/services";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { exampleOptions } from "@keywright/tool-test-kit/testing/example-options";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { compileStrictly } from "./compile.ts";
import { type Emulated, emulators, resetEmulators, type ServedEmulators, serveEmulators } from "./emulators.ts";
import { blocksOf, markdownFiles } from "./markdown.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const here = fileURLToPath(new URL("../", import.meta.url));

interface Snippet {
  readonly readme: string;
  readonly source: string;
  /** What it runs on: the mocks know every answer and no state. What needs more is compiled alone. */
  readonly server: "mocks" | "emulators" | "nothing";
}

/** What the blocks marked `ts no-run`, and the calls in tables, take as given, by their files. */
const GIVEN: { readonly [readme: string]: string } = {
  "tools/docs/guides/feeds.md": `
import { createEventsClient } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
const client = createEventsClient({ baseUrl: "https://events.example.com", token: "example-token" });
declare const sql: { unsafe(text: string, values: unknown[]): Promise<readonly { readonly [column: string]: unknown }[]> };
`,
  "tools/docs/guides/rotate-a-password.md": `
declare const pool: { query(text: string, values: unknown[]): Promise<{ readonly rows: { readonly [column: string]: unknown }[] }> };
`,
  "tools/docs/guides/web.md": `
import { createVaultClient } from "@keywright/vault";
import type { SecretCache } from "@keywright/vault/cache";
const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: "example-token" });
declare const secrets: SecretCache;
declare const fastify: {
  addHook(name: "onClose", hook: () => Promise<void>): void;
  get(path: string, handler: () => Promise<object>): void;
};
declare const express: {
  get(
    path: string,
    handler: (
      request: object,
      response: { on(name: "close", run: () => void): void; json(body: unknown): void },
      next: (error: unknown) => void,
    ) => Promise<void>,
  ): void;
};
`,
  "packages/vault/MIGRATION.md": `
import { fileCheckpoint } from "@keywright/core/node";
import { createEventsClient } from "@keywright/events";
import { signInAttemptFeed } from "@keywright/events/feeds";
import { createVaultClient, fieldValue, findItem, findItems, findVault, itemDraft, itemRef } from "@keywright/vault";
import { fileBytes, fileStream, findFile } from "@keywright/vault/files";
import { listItemsFilter, listVaultsFilter } from "@keywright/vault/filters";
import { changeItem, oneTimeCode } from "@keywright/vault/items";
import { resolveSecret, resolveSecrets } from "@keywright/vault/references";
const baseUrl = "https://vault.example.com";
const token = process.env.KEYWRIGHT_VAULT_TOKEN ?? "";
const vault = createVaultClient({ baseUrl, token });
const events = createEventsClient({ baseUrl: "https://events.example.com", token: process.env.KEYWRIGHT_EVENTS_TOKEN ?? "" });
const { id: vaultUUID } = await findVault(vault, { name: "Production" });
const item = await findItem(vault, { vaultUUID, title: "Finance portal" });
const at = itemRef(item);
const { id: fileUUID } = findFile(item, "recovery-codes.txt");
`,
};

/** Files whose tables have calls of the clients in their last column. They run one after the other. */
const TABLES_OF_CALLS = ["packages/vault/MIGRATION.md"];

/**
 * The programs in a markdown file: its first block with all that make no client of their own, and each other one. Those that need state are whole programs, marked `ts emulator`; those that need
 * what no test has are marked `ts no-run`.
 */
async function snippetsOf(readme: string): Promise<Snippet[]> {
  const markdown = await readFile(join(root, readme), "utf8");
  const all = blocksOf(markdown);
  const blocks = (wanted: string): string[] => all.filter(({ mark }) => mark === wanted).map(({ text }) => text);
  const [first = "", ...others] = blocks("ts");
  const alone = others.filter((block) => /create\w+Client\(/.test(block));
  const together = [first, ...others.filter((block) => !alone.includes(block))].join("\n");
  const calls = TABLES_OF_CALLS.includes(readme) ? callsInTables(markdown).map((call) => `await (${call});`) : [];
  return [
    ...[together, ...alone].filter(Boolean).map((source) => ({ readme, source, server: "mocks" as const })),
    ...(calls.length === 0 ? [] : [{ readme, source: `${GIVEN[readme] ?? ""}${calls.join("\n")}`, server: "emulators" as const }]),
    ...blocks("ts emulator").map((source) => ({ readme, source, server: "emulators" as const })),
    ...blocks("ts no-run").map((source) => ({ readme, source: `${GIVEN[readme] ?? ""}${source}`, server: "nothing" as const })),
  ];
}

/** The calls with which the last cells of the tables begin. */
function callsInTables(markdown: string): string[] {
  const cells = markdown.split("\n").map((line) => (line.startsWith("| ") ? (line.split(" | ").at(-1) ?? "") : ""));
  return cells.flatMap((cell) => /^`([\w.]+\(.*?\))`/.exec(cell)?.[1] ?? []);
}

const snippets = (await Promise.all((await markdownFiles(root)).map(snippetsOf))).flat();

describe("the snippets of the markdown files", () => {
  let folder: string;
  let files: { readonly snippet: Snippet; readonly path: string }[];
  let served: ServedEmulators;

  const urlsOf = (server: Snippet["server"]): { readonly [service: string]: string } => (server === "mocks" ? inject("mockUrls") : served.urls);

  beforeAll(async () => {
    served = await serveEmulators();
    folder = await mkdtemp(join(here, ".snippets-"));
    // A service that no manifest names is found beside its snippets.
    await mkdir(join(folder, "node_modules/@keywright"), { recursive: true });
    for (const service of [...findServices(), ...findVendors()])
      await symlink(join(root, "packages", service), join(folder, "node_modules/@keywright", service), "dir");
    files = await Promise.all(
      snippets.map(async (snippet, index) => {
        const path = join(folder, `${index}.mts`);
        const source = snippet.source.replaceAll(
          new RegExp(`https://(${findServices().join("|")})\\.example\\.com`, "g"),
          (_all, service: string) => urlsOf(snippet.server)[service] ?? "",
        );
        await writeFile(path, `${source}\nexport {};\n`);
        return { snippet, path };
      }),
    );
    const programs = files.filter(({ snippet }) => snippet.server !== "nothing").map(({ path }) => path);
    await bundlePrograms(programs, folder);
  });

  afterAll(async () => {
    await served.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("are there: one for each service in the root README, and one in each client's", () => {
    expect(snippets.filter(({ readme }) => readme === "README.md").length).toBe(3);
    for (const name of findServices()) expect(snippets.map(({ readme }) => readme)).toContain(`packages/${name}/README.md`);
    for (const file of TABLES_OF_CALLS) expect(callsInTables(readFileSync(join(root, file), "utf8")).length).toBeGreaterThan(20);
  });

  it("are accepted by the compiler in strict mode", async () => {
    const programs = files.map(({ path }) => path);
    const options = { module: "nodenext", allowImportingTsExtensions: true, types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
    const { ok, output } = await compileStrictly(folder, programs, options);
    const problems = output.replaceAll(/^(\d+)\.mts/gm, (_all, index) => `${snippets[Number(index)]?.readme}`);
    expect({ ok, problems }).toEqual({ ok: true, problems: "" });
  });

  it.each(snippets.map((snippet, index) => ({ ...snippet, index })).filter((snippet) => snippet.server !== "nothing"))(
    "run on the $server: $readme, program $index",
    async ({ index, server }) => {
      resetEmulators();
      const { code, output } = await run(
        join(folder, `${index}.js`),
        server === "mocks" ? environment(inject("mockUrls"), () => "example") : environment(served.urls, (service) => emulators[service as Emulated].token),
      );
      expect(output).not.toMatch(/Error/);
      expect(code).toBe(0);
    },
  );
});

describe("the test in the guide to testing", () => {
  it("is the one that runs among the emulator's tests, word for word", async () => {
    const [, block] = /^```ts test\n([\s\S]*?)^```$/m.exec(await readFile(join(root, "tools/docs/guides/testing.md"), "utf8")) ?? [];
    expect(block).toBe(await readFile(join(root, "packages/emulator/test/example.test.ts"), "utf8"));
  });
});

describe("the recipes in the README of the emulator", () => {
  it("are parts of its tests", async () => {
    const withoutIndents = (text: string): string => text.replaceAll(/^ +/gm, "");
    const tests = await Promise.all(["msw.test.ts", "page/route.test.ts"].map((path) => readFile(join(root, "packages/emulator/test", path), "utf8")));
    const blocks = blocksOf(await readFile(join(root, "packages/emulator/README.md"), "utf8")).filter(({ mark }) => mark === "ts test");
    expect(blocks.map(({ text }) => tests.findIndex((each) => withoutIndents(each).includes(withoutIndents(text))))).toEqual([0, 1]);
  });
});

/** Where the services are, and the tokens of their state as it is now, by the environment variables that the READMEs name. */
function environment(urls: { readonly [service: string]: string }, tokenOf: (service: string) => string): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(urls).flatMap(([service, url]) => [
      [`KEYWRIGHT_${service.toUpperCase().replaceAll("-", "_")}_URL`, url],
      [`KEYWRIGHT_${service.toUpperCase().replaceAll("-", "_")}_TOKEN`, tokenOf(service)],
      ...namedVariables(service, url),
    ]),
  );
}

/** The variables of the credentials that have names, and of the further servers, each with its address. */
function namedVariables(service: string, url: string): (readonly [variable: string, value: string])[] {
  const { credentials = {}, servers = {} } = exampleOptions(serviceOf(service).table, () => url);
  const variable = (name: string): string =>
    `KEYWRIGHT_${service.toUpperCase().replaceAll("-", "_")}_${name
      .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
      .replaceAll(/\W/g, "_")
      .toUpperCase()}`;
  return [
    ...Object.entries(credentials).flatMap(([name, value]) =>
      typeof value === "string"
        ? [[variable(name), value] as const]
        : [[`${variable(name)}_USERNAME`, value.username] as const, [`${variable(name)}_PASSWORD`, value.password] as const],
    ),
    ...Object.keys(servers).map((name) => [`${variable(name)}_URL`, url] as const),
  ];
}

/** Runs a program in an empty folder of its own, which also takes its temporary files. */
async function run(path: string, variables: { readonly [name: string]: string }): Promise<{ code: number | null; output: string }> {
  const cwd = await mkdtemp(join(tmpdir(), "keywright-readme-"));
  const child = spawn(process.execPath, [path], { cwd, env: { ...process.env, TMPDIR: cwd, ...variables }, timeout: PATIENCE_MS });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  await rm(cwd, { recursive: true, force: true });
  return { code, output };
}
