import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { recordingFetch, type RecordingFetch } from "@keywright/tool-testing";
import ts from "typescript";
import { generate, type GeneratedFiles } from "../../src/lib/generator/generate.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const ENTRIES: { readonly [name: string]: string } = { "@keywright/core/client": "client.ts", "@keywright/core": "index.ts" };

/** A contract of the service `thing`: its operations by path, and named schemas. */
export interface ThingContract {
  readonly paths: object;
  readonly schemas?: object;
  readonly openapi?: string;
  readonly members?: object;
}

/** Generates from a contract in a folder of its own, and hands the folder of the files to `work`. */
async function generated<Result>(contract: ThingContract, work: (files: GeneratedFiles, folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-answers-"));
  try {
    await mkdir(join(folder, "specs/thing"), { recursive: true });
    await symlink(join(root, "packages"), join(folder, "packages"), "dir");
    await symlink(join(root, "specs/redocly.yaml"), join(folder, "specs/redocly.yaml"));
    const { openapi = "3.1.0", paths, schemas = {}, members } = contract;
    const info = { title: "Thing", version: "1", description: "A thing.", license: { name: "MIT", identifier: "MIT" } };
    const servers = [{ url: "https://thing.invalid" }];
    const document = { openapi, info, servers, security: [], paths, components: { schemas }, ...members };
    await writeFile(join(folder, "specs/thing/openapi.yaml"), JSON.stringify(document, undefined, 2)); // JSON is YAML.
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    const files = await generate(join(folder, "specs/thing/openapi.yaml"));
    for (const [name, content] of Object.entries(files))
      await writeFile(
        join(folder, name),
        content.replaceAll(/"(@keywright\/core(?:\/client)?)"/g, (_all, entry: string) =>
          JSON.stringify(join(root, "packages/core/src", String(ENTRIES[entry]))),
        ),
      );
    return await work(files, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/** A generated client on a fetch that records. */
export interface ThingClient {
  readonly files: GeneratedFiles;
  readonly module: { readonly [name: string]: unknown };
  client(fetch: RecordingFetch, options?: object): { readonly [id: string]: Method } & { readonly raw: { readonly [id: string]: Method } };
}

/** Generates a client and imports it. */
export async function thingOf(contract: ThingContract): Promise<ThingClient> {
  return generated(contract, async (files, folder) => {
    const module = (await import(pathToFileURL(join(folder, "index.ts")).href)) as { readonly [name: string]: unknown };
    const create = module["createThingClient"] as (options: object) => ReturnType<ThingClient["client"]>;
    return { files, module, client: (fetch, options) => create({ baseUrl: "https://thing.example.com", fetch, ...options }) };
  });
}

/** What the compiler says of a program that uses a generated client; the program imports `./index.ts`. */
export async function compile(contract: ThingContract, program: string): Promise<readonly string[]> {
  return generated(contract, async (_files, folder) => {
    await writeFile(join(folder, "program.ts"), program);
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
      types: [],
    };
    const checked = ts.createProgram([join(folder, "program.ts")], options);
    const problems = ["program.ts", "client.ts", "operations.ts", "schema.ts", "index.ts"].flatMap((name) =>
      ts.getPreEmitDiagnostics(checked, checked.getSourceFile(join(folder, name))),
    );
    return problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  });
}

/** An operation with its answers. */
export function operation(operationId: string, responses: object, members: object = {}): object {
  return {
    operationId,
    summary: "Does what it is called.",
    description: "Does what it is called.",
    "x-retry": "safe",
    ...members,
    responses: { ...responses, "400": { description: "Refused." } },
  };
}

/** An answer with a body in some media types. */
export function answer(content: object, members: object = {}): object {
  return { description: "The answer.", content, ...members };
}

export { recordingFetch };
