import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { generate, type GeneratedFiles } from "../../src/lib/generator/generate.ts";

/** A client as a test calls it: by names that its contract has. */
export type AnyClient = { readonly [id: string]: (input?: unknown, call?: unknown) => Promise<unknown> };

/** A client that was generated from a small contract. */
export interface Feature {
  readonly files: GeneratedFiles;
  /** The requests so far, with their bodies read. */
  readonly requests: Request[];
  readonly client: AnyClient;
  readonly create: (options: object) => AnyClient;
  /** What the compiler says of the generated files and a program that uses `client`, one line for each error. */
  check(program?: string): string[];
}

const core = fileURLToPath(new URL("../../../core/src", import.meta.url));
const types = fileURLToPath(new URL("../../../../node_modules/@types", import.meta.url));

/** Libraries, and the sources of core: parsed once for all checks. */
const PARSED = new Map<string, ts.SourceFile | undefined>();

/** An OpenAPI document with these paths and schemas. */
export function contractOf(paths: object, schemas: object = {}): string {
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Probe", version: "1.0.0" }, paths, components: { schemas } });
}

/** Generates files from a contract's text, without the rules of the repository's own contracts. */
export async function filesOf(contract: string): Promise<GeneratedFiles> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-feature-"));
  try {
    await mkdir(join(folder, "probe"));
    await writeFile(join(folder, "redocly.yaml"), "rules: {}\n");
    await writeFile(join(folder, "probe", "openapi.yaml"), contract);
    return await generate(join(folder, "probe", "openapi.yaml"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Generates a client from a contract's text and binds it to a `fetch` that keeps the requests. */
export async function clientOf(contract: string, answer: () => Response = () => new Response(null, { status: 204 })): Promise<Feature> {
  const files = await filesOf(contract);
  const folder = await mkdtemp(join(tmpdir(), "keywright-feature-"));
  const sources = Object.entries(files).filter(([name]) => name.endsWith(".ts"));
  for (const [name, source] of sources)
    await writeFile(
      join(folder, name),
      source.replaceAll('"@keywright/core/client"', `"${core}/client.ts"`).replaceAll('"@keywright/core"', `"${core}/index.ts"`),
    );
  const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "client.ts")).href)) as { readonly createProbeClient: Feature["create"] };
  const requests: Request[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    requests.push(new Request(url, init));
    return answer();
  };
  const create: Feature["create"] = (options) => module.createProbeClient({ baseUrl: "https://probe.example.com", token: "token-1", fetch, ...options });
  const check = (program = ""): string[] => {
    const file = join(folder, "program.ts");
    ts.sys.writeFile(
      file,
      `import type { ProbeClient } from "./client.ts";\nimport type * as api from "./client.ts";\ndeclare const client: ProbeClient;\n${program}\nexport type { api };\n`,
    );
    const options: ts.CompilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
      typeRoots: [types],
      types: ["node"],
    };
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (path, ...rest) => {
      if (path.startsWith(folder)) return read(path, ...rest);
      const known = PARSED.get(path) ?? read(path, ...rest);
      PARSED.set(path, known);
      return known;
    };
    const compiled = ts.createProgram([file], options, host);
    return ts.getPreEmitDiagnostics(compiled).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  };
  return { files, requests, client: create({}), create, check };
}
