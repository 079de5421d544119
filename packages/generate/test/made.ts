import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { recordingFetch, type RecordingFetch } from "@keywright/tool-test-kit/testing";
import { type Config, createConfig, loadConfig } from "@redocly/openapi-core";
import { build } from "esbuild";
import { ContractError, type Finding, formatFinding } from "../src/lib/contract/index.ts";
import { openContract } from "../src/lib/read/open-contract.ts";
import { generateFrom, type GeneratedFiles } from "../src/lib/generator/generate.ts";
import { typeErrorsOf } from "./type-errors.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const CORE: { readonly [name: string]: string } = {
  "@keywright/core/client": "client.ts",
  "@keywright/core/openapi": "openapi.ts",
  "@keywright/core/parts": "parts.ts",
  "@keywright/core/feeds": "feeds.ts",
  "@keywright/core": "index.ts",
};
const house = loadConfig({ configPath: join(root, "specs/redocly.yaml") });
const none = createConfig({ rules: {} });

/** How a contract of a test is read. */
export interface MakeOptions {
  /** The folder of the contract, which names the service. Default: `thing`. */
  readonly service?: string;
  /** `house`: the rules of this repository; `none`; `foreign`: those for contracts of others. Default: `house`. */
  readonly rules?: "house" | "none" | "foreign";
  /** Whether the methods of `client` are those of the factory, or functions with its options. Default: methods. */
  readonly through?: "methods" | "functions";
}

/** What came of a contract: files, or what was found and refused. */
export interface Outcome {
  readonly files: GeneratedFiles | undefined;
  readonly findings: readonly Finding[];
  /** What was chosen for the user. */
  readonly notes: readonly Finding[];
  /** The contract as it was read. */
  readonly text: string;
}

/** Reads a contract from a folder of its own, and generates from it. An object is written as JSON, which is YAML. */
export async function outcomeOf(document: object | string, { service = "thing", rules = "house" }: MakeOptions = {}): Promise<Outcome> {
  const text = typeof document === "string" ? document : JSON.stringify(document, undefined, 2);
  return withFolder({ [join("specs", service, "openapi.yaml")]: text }, async (folder) => {
    const config: Config | undefined = rules === "foreign" ? undefined : await (rules === "house" ? house : none);
    const options = config === undefined ? { house: false } : { config };
    const { findings, contract } = await openContract(join(folder, "specs", service, "openapi.yaml"), options);
    const files = contract && (await generateFrom(contract));
    return { files, findings: [...findings, ...(contract?.problems() ?? [])], notes: contract?.notes() ?? [], text };
  });
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/** A client as a test calls it: by names that its contract has. */
export type Client = { readonly [id: string]: Method } & { readonly raw: { readonly [id: string]: Method } };

/** What was generated from the contract of a test. */
export interface Made {
  readonly files: GeneratedFiles;
  /** The exports of `index.ts`, and `functions` with those of `functions.ts`. */
  readonly module: { readonly [name: string]: unknown };
  /** Creates the client on a fetch that records its requests. By default it answers 204 as often as it is asked. */
  client(options?: object, fetch?: RecordingFetch): { readonly client: Client; readonly fetch: RecordingFetch };
  /** Creates the client on a fetch that keeps whole requests, with bodies of all kinds. */
  sending(answer?: () => Response, options?: object): { readonly client: Client; readonly requests: readonly Request[] };
  /** What the compiler says of the generated files and of a program beside them, such as `use.ts:3: Property 'a' is missing …`. */
  typeErrors(program: string): string[];
}

/**
 * Generates a client from a contract, and imports it.
 *
 * @throws ContractError with all that was found and refused, a line each.
 */
export async function make(document: object | string, options?: MakeOptions): Promise<Made> {
  const { files, findings } = await outcomeOf(document, options);
  if (files === undefined || findings.length > 0) throw new ContractError(findings.map((finding) => formatFinding(finding)).join("\n"));
  const module = await importFiles(files);
  const factory = Object.entries(module).find(([name]) => /^create\w+Client$/.test(name))?.[1] as (options: object) => Client;
  const create = options?.through === "functions" ? (given: object) => bindFunctions(module["functions"] as Functions, given) : factory;
  // A token may be inherited, as any option.
  const created = (given: object, fetch: unknown): Client =>
    create(Object.assign(Object.create(Object.getPrototypeOf(given) as object), { baseUrl: "https://thing.example.com", fetch }, given));
  return {
    files,
    module,
    client: (given = {}, fetch = recordingFetch(...Array.from({ length: 9 }, () => done))) => ({ client: created(given, fetch), fetch }),
    sending(answer = done, given = {}) {
      const requests: Request[] = [];
      const fetch = (url: string, init: RequestInit): Promise<Response> => {
        requests.push(new Request(url, init));
        return Promise.resolve(answer());
      };
      return { client: created({ token: "t", ...given }, fetch), requests };
    },
    typeErrors: (program) => typeErrorsOf({ ...files, "use.ts": program }),
  };
}

/** The exports of `functions.ts`. */
interface Functions {
  readonly [id: string]: ((...given: readonly unknown[]) => Promise<unknown>) & { readonly raw: Method };
}

/** Binds functions to settings, so that tests call them like methods. */
function bindFunctions({ clientSettings, ...functions }: Functions, options: object): Client {
  const settings: unknown = clientSettings?.(options);
  const methods = Object.entries(functions).map(([id, call]) => [id, (...given: readonly unknown[]) => call(settings, ...given)] as const);
  const raw = Object.entries(functions).map(([id, call]) => [id, (...given: readonly unknown[]) => call.raw(settings, ...given)] as const);
  return { ...Object.fromEntries(methods), raw: Object.fromEntries(raw) } as Client;
}

const done = (): Response => new Response(null, { status: 204 });

/** Imports generated files, which take core from its sources. They are one file for Vitest, which needs long to transform many. */
async function importFiles(files: GeneratedFiles): Promise<Made["module"]> {
  const written = Object.entries(files).map(([name, content]) => [
    name,
    content.replaceAll(/"(@keywright\/core(?:\/\w+)?)"/g, (_all, entry: string) => JSON.stringify(join(root, "packages/core/src", String(CORE[entry])))),
  ]);
  const all = 'export * from "./index.ts";\nexport * as functions from "./functions.ts";\n';
  return withFolder({ ...Object.fromEntries(written), "all.ts": all }, async (folder) => {
    const outfile = join(folder, "bundle.js");
    await build({ entryPoints: [join(folder, "all.ts")], outfile, bundle: true, format: "esm", target: "node20", external: [`${root}packages/core/*`] });
    return import(/* @vite-ignore */ pathToFileURL(outfile).href) as Promise<Made["module"]>;
  });
}

/** Writes files into a folder of their own, which is there for some work. */
async function withFolder<Result>(files: { readonly [path: string]: string }, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-made-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path, ".."), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
