import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copySpecs, recordingFetch, type RecordingFetch } from "@keywright/tool-testing";
import ts from "typescript";
import { runCommand } from "../../src/repository/command.ts";

/** A client that was generated from a contract of a test, to be called by the names of its operations. */
export interface FeatureClient {
  /** What the command printed: the path of each refusal without the temporary folder. */
  readonly said: string;
  readonly exitCode: number;
  /** The folder of the generated files, which is there until {@link FeatureClient.remove}. */
  readonly folder: string;
  /** Calls an operation of a client with these options. */
  call(operation: string, input: object, options: object): Promise<unknown>;
  /** Calls an operation, and gives what it sent. */
  send(operation: string, input?: object, answer?: Response, own?: object): Promise<RecordingFetch["requests"]>;
  remove(): Promise<void>;
}

/**
 * Generates a client from the text of a contract, in a temporary folder.
 *
 * @param contract The text of `specs/feature/openapi.yaml`.
 */
export async function clientOf(contract: string): Promise<FeatureClient> {
  const specs = await copySpecs();
  const path = specs.contract("feature");
  const folder = join(specs.folder, "generated");
  await mkdir(join(path, ".."));
  await writeFile(path, contract);
  await symlink(fileURLToPath(new URL("../../../vault/node_modules", import.meta.url)), join(specs.folder, "node_modules"), "dir");
  const lines: string[] = [];
  const screen = { log: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  const exitCode = await runCommand([path, folder], screen);
  const call = async (operation: string, input: object, options: object, own?: object): Promise<unknown> => {
    if (exitCode !== 0) throw new Error(lines.join("\n"));
    const { createFeatureClient } = (await import(/* @vite-ignore */ join(folder, "client.ts"))) as { readonly createFeatureClient: CreateClient };
    return createFeatureClient({ baseUrl: "https://feature.example", token: "t", ...options })[operation]?.(input, own);
  };
  return {
    said: lines.join("\n").replaceAll(/\S*\/specs\//g, "specs/"),
    exitCode,
    folder,
    call,
    async send(operation, input = {}, answer = new Response(null, { status: 204 }), own) {
      const fetch = recordingFetch(answer);
      await call(operation, input, { fetch }, own);
      return fetch.requests;
    },
    remove: specs.remove,
  };
}

type CreateClient = (options: object) => { readonly [operation: string]: (input?: object, own?: object) => Promise<unknown> };

/** A contract of operations that have parameters alone and answer with 204. Each parameter needs an example of its own. */
export function contractOf(
  operations: { readonly [id: string]: { readonly path: string; readonly parameters: readonly object[]; readonly shared?: readonly object[] } },
  schemas: object = {},
): string {
  const described = (parameters: readonly object[]): object[] => parameters.map((parameter) => ({ description: "A parameter.", ...parameter }));
  const operationOf = (operationId: string, parameters: readonly object[]): object => ({
    operationId,
    tags: ["all"],
    summary: "Reads.",
    "x-retry": "safe",
    security: [{ bearer: [] }],
    parameters: described(parameters),
    responses: { "204": { description: "Done." }, "400": { description: "Wrong." } },
  });
  const document = {
    openapi: "3.1.0",
    info: { title: "Feature", version: "1.0.0", description: "One feature.", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "https://feature.example" }],
    tags: [{ name: "all", description: "All operations." }],
    paths: Object.fromEntries(
      Object.entries(operations).map(([id, { path, parameters, shared = [] }]) => [path, { parameters: described(shared), get: operationOf(id, parameters) }]),
    ),
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } }, schemas },
  };
  return JSON.stringify(document, undefined, 2); // JSON is YAML.
}

/** Compiles a program under the strictest options, and gives what is wrong with it. */
export function diagnosticsOf(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file: at, start, messageText }) => {
    const line = at === undefined || start === undefined ? "" : `${at.fileName}:${at.getLineAndCharacterOfPosition(start).line + 1}: `;
    return line + ts.flattenDiagnosticMessageText(messageText, "\n");
  });
}
