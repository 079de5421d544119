import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Finding, openContract } from "../../src/lib/contract/index.ts";
import { type Config, loadConfig } from "@redocly/openapi-core";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateFrom, type GeneratedFiles } from "../../src/lib/generator/generate.ts";
import type { Area, Feature, Refused, Works } from "./feature.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** What came of a contract. */
interface Outcome {
  readonly findings: readonly Finding[];
  readonly files: GeneratedFiles | undefined;
  /** The contract as it was read. */
  readonly text: string;
}

/** Tests that each feature of some areas is supported as its row says, or refused at its place. All that is generated is compiled in one program. */
export function testFeatures(areas: readonly Area[]): void {
  let folder = "";
  let config: Config;
  const written: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "keywright-features-"));
    config = await loadConfig({ configPath: join(root, "specs/redocly.yaml") });
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  for (const { name, features } of areas)
    describe(name, () => {
      for (const [index, feature] of features.entries()) {
        const { what, verdict } = feature;
        it(`${what}: ${"because" in verdict ? "refused" : "supported"}`, { timeout: 30_000 }, async () => {
          const own = join(folder, `${name}-${index}`);
          const outcome = await outcomeOf(own, config, feature);
          if ("because" in verdict) return expectRefused(outcome, verdict);
          expect(outcome.findings.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
          await writeClient(own, outcome.files as GeneratedFiles, verdict);
          written.push(own);
          await expectCall(own, verdict);
        });
      }
    });

  it("all that is generated compiles, with the calls", { timeout: 120_000 }, () => {
    expect(written.length, "the features run before").toBeGreaterThan(0);
    expect(
      compile(
        written.flatMap((own) => [join(own, "index.ts"), join(own, "call.ts")]),
        folder,
      ),
    ).toEqual([]);
  });
}

async function outcomeOf(folder: string, config: Config, { document, service = "probe" }: Feature): Promise<Outcome> {
  const path = join(folder, "specs", service, "openapi.yaml");
  await mkdir(join(path, ".."), { recursive: true });
  const text = typeof document === "string" ? document : JSON.stringify(document, undefined, 2); // JSON is YAML.
  await writeFile(path, text);
  const { findings, contract } = await openContract(path, { config });
  const files = contract && (await generateFrom(contract));
  return { findings: [...findings, ...(contract?.refused() ?? [])], files, text };
}

function expectRefused({ findings, text }: Outcome, { at, because }: Refused): void {
  const words = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
  const [before = "", behind = ""] = at.split("→");
  const found = new RegExp(`(${words(before)})${words(behind)}`).exec(text);
  if (found === null) throw new Error(`The contract must contain ${at}; it does not.`);
  const lines = text.slice(0, found.index + (found[1] as string).length).split("\n");
  const place = `${lines.length}:${(lines.at(-1) as string).length + 1}`;
  expect(findings.map(({ line, column, message }) => ({ place: `${line}:${column}`, message }))).toEqual([
    { place, message: expect.stringMatching(because) as string },
  ]);
}

const ENTRIES: { readonly [name: string]: string } = { "@keywright/core/client": "client.ts", "@keywright/core": "index.ts" };

/** Writes the generated files, which take core from its sources, and a program that makes the call. */
async function writeClient(folder: string, files: GeneratedFiles, { calls = "doThing", input }: Works): Promise<void> {
  for (const [name, content] of Object.entries(files))
    await writeFile(
      join(folder, name),
      content.replaceAll(/"(@keywright\/core(?:\/client)?)"/g, (_all, entry: string) =>
        JSON.stringify(join(root, "packages/core/src", String(ENTRIES[entry]))),
      ),
    );
  const [, client] = /export interface (\w+Client)\b/.exec(files["client.ts"]) ?? /export type (\w+Client)\b/.exec(files["client.ts"]) ?? [];
  const given = input === undefined ? "" : isPlain(input) ? JSON.stringify(input) : `{} as Parameters<typeof client.${calls}>[0]`;
  await writeFile(
    join(folder, "call.ts"),
    `import type { ${client} } from "./client.ts";\ndeclare const client: ${client};\nexport const called = client.${calls}(${given});\n`,
  );
}

/** Whether JSON can say a value. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;

async function expectCall(folder: string, works: Works): Promise<void> {
  const { input, options, calls = "doThing", sent, headers = {}, body, answer = () => new Response(null, { status: 204 }), value, generated = [] } = works;
  const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "index.ts")).href)) as { readonly [name: string]: unknown };
  const [, create] = Object.entries(module).find(([name]) => /^create\w+Client$/.test(name)) as [
    string,
    (options: object) => { readonly [id: string]: Method },
  ];
  const requests: Request[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    requests.push(new Request(url, init));
    return Promise.resolve(answer());
  };
  const result = await create({ baseUrl: "https://probe.example.com", token: "t", fetch, ...options })[calls]?.(...(input === undefined ? [] : [input]));
  const came = "value" in works ? await settled(result) : result;
  const [request] = requests as [Request];
  const { origin, href } = new URL(request.url);
  const address = origin === "https://probe.example.com" ? href.slice(origin.length) : href;
  if (sent !== undefined) expect(`${request.method} ${address}`).toBe(sent);
  for (const [name, expected] of Object.entries(headers)) expect(request.headers.get(name), name).toBe(expected);
  if (typeof body === "string") expect(await request.text()).toBe(body);
  else if (body !== undefined) {
    const text = await request.text();
    for (const part of body) expect(text).toContain(part);
  }
  if ("value" in works) expect(came).toEqual(value);
  if (generated.length === 0) return;
  const sources = await Promise.all(["client.ts", "schema.ts", "operations.ts", "index.ts"].map((name) => ts.sys.readFile(join(folder, name)) ?? ""));
  for (const part of generated) expect(sources.join("\n")).toContain(part);
}

/** A value with its streams read. */
async function settled(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null) return value;
  if (!(Symbol.asyncIterator in value)) return value;
  const items: unknown[] = [];
  for await (const item of value as AsyncIterable<unknown>) items.push(item);
  return items;
}

/** What the compiler says, a line each. */
function compile(files: readonly string[], folder: string): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  });
  // Core's own files are compiled elsewhere.
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  return own.flatMap((file) =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ start = 0, messageText }) => {
      const { line } = file.getLineAndCharacterOfPosition(start);
      return `${file.fileName.slice(folder.length + 1)}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    }),
  );
}
