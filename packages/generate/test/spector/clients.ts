import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ContractError, type ContractOperation, operationsOf } from "../../src/lib/contract/index.ts";
import { readContract } from "../../src/lib/read/open-contract.ts";
import { generate } from "../../src/index.ts";
import type { OpenApiDocument } from "./documents.ts";

/** The client of one document. */
export interface Client {
  /** The folder of its generated files. */
  readonly folder: string;
  /** The methods by operation. */
  readonly methods: ReadonlyMap<string, string>;
  /** The operations that the generator does not support, with the reasons. */
  readonly refused: ReadonlyMap<string, string>;
  /** Absent if the generator supports no operation. */
  readonly create: ((options: object) => object) | undefined;
}

/** Returns the key of an operation: its method and its path. */
export function keyOf({ method, path }: Pick<ContractOperation, "method" | "path">): string {
  return `${method} ${path}`;
}

/**
 * Generates the client of a document. Leaves out each operation that the generator does not support, so that all of them are reported.
 *
 * @param name The name of the service, an identifier.
 * @param root The folder to work in.
 * @throws Error if the generator crashes, or if the client cannot be loaded.
 */
export async function generateClient(document: OpenApiDocument, name: string, root: string): Promise<Client> {
  const folder = join(root, name);
  await rm(folder, { recursive: true, force: true });
  const all = operationsOf({ document }).map(keyOf);
  const refused = new Map<string, string>();
  let methods = await attempt(document, folder);
  if (typeof methods === "string") {
    for (const key of all) {
      const alone = await attempt(withOperations(document, new Set([key])), folder);
      if (typeof alone === "string") refused.set(key, alone);
    }
    methods = await attempt(withOperations(document, new Set(all.filter((key) => !refused.has(key)))), folder);
  }
  if (typeof methods !== "string") return { folder, methods, refused, create: await loadFactory(folder) };
  for (const key of all) if (!refused.has(key)) refused.set(key, methods);
  return { folder, methods: new Map(), refused, create: undefined };
}

/** Writes the client of a document. Returns its methods by operation, or why the generator does not support the document. */
async function attempt(document: OpenApiDocument, folder: string): Promise<ReadonlyMap<string, string> | string> {
  const contract = join(folder, "openapi.json");
  await mkdir(folder, { recursive: true });
  await writeFile(contract, JSON.stringify(document, undefined, 2));
  try {
    const files = await generate(contract, { house: false, service: basename(folder) });
    await Promise.all(Object.entries(files).map(([file, content]) => (file === "openapi.json" ? undefined : writeFile(join(folder, file), content))));
    const operations = operationsOf(await readContract(contract, { house: false }));
    return new Map(operations.map((operation) => [keyOf(operation), operation.id]));
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return error.message.replaceAll(/^\S+openapi\.json:\d+:\d+: /gm, "");
  }
}

/** Returns the document with only some of its operations. */
function withOperations(document: OpenApiDocument, kept: ReadonlySet<string>): OpenApiDocument {
  const copy = structuredClone(document) as { paths: { [path: string]: { [method: string]: unknown } } };
  const operations = operationsOf({ document });
  for (const operation of operations) if (!kept.has(keyOf(operation))) delete copy.paths[operation.path]?.[operation.method.toLowerCase()];
  const left = new Set(operations.filter((operation) => kept.has(keyOf(operation))).map(({ path }) => path));
  for (const path of Object.keys(copy.paths)) if (!left.has(path)) delete copy.paths[path];
  return copy as unknown as OpenApiDocument;
}

async function loadFactory(folder: string): Promise<Client["create"]> {
  const module = (await import(pathToFileURL(join(folder, "client.ts")).href)) as { readonly [name: string]: (options: object) => object };
  return Object.entries(module).find(([name]) => /^create\w+Client$/.test(name))?.[1];
}
