import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ContractError, type ContractOperation, operationsOf, readContract } from "../../src/lib/contract/index.ts";
import { generate } from "../../src/index.ts";
import type { OpenApiDocument } from "./documents.ts";

/** The outcome of generating an operation: its method, the reason why it is not supported, or a defect. */
export type Outcome = { readonly method: string } | { readonly refused: string } | { readonly wrong: string };

/** The method and the path that identify an operation. */
type Place = Pick<ContractOperation, "method" | "path">;

/** The client of one document. */
export interface Client {
  /** The folder of its generated files. */
  readonly folder: string;
  /** Whether the generator supports at least one operation. */
  readonly generated: boolean;
  readonly create: ((options: object) => object) | undefined;
  outcomeOf(operation: Place): Outcome;
}

/**
 * Generates the client of a document. Leaves out each operation that the generator does not support, so that all of them are reported.
 *
 * @param name The name of the service, an identifier.
 * @param root The folder to work in.
 */
export async function generateClient(document: OpenApiDocument, name: string, root: string): Promise<Client> {
  const folder = join(root, name);
  await rm(folder, { recursive: true, force: true });
  const outcomes = new Map<string, Outcome>();
  const all = operationsOf({ document }).map(keyOf);
  let generated = await attempt(document, folder);
  if ("problem" in generated) {
    for (const key of all) {
      const alone = await attempt(withOperations(document, new Set([key])), folder);
      if ("problem" in alone) outcomes.set(key, alone.problem);
    }
    generated = await attempt(withOperations(document, new Set(all.filter((key) => !outcomes.has(key)))), folder);
  }
  const loaded = "problem" in generated ? generated.problem : await loadFactory(folder);
  for (const key of all.filter((one) => !outcomes.has(one))) {
    if ("problem" in generated || !("create" in loaded)) outcomes.set(key, loaded as Problem);
    else if (generated.methods.has(key)) outcomes.set(key, { method: generated.methods.get(key) as string });
  }
  return {
    folder,
    generated: !("problem" in generated),
    create: "create" in loaded ? loaded.create : undefined,
    outcomeOf: (operation) => outcomes.get(keyOf(operation)) ?? { wrong: "left out without an error" },
  };
}

function keyOf({ method, path }: Place): string {
  return `${method} ${path}`;
}

type Problem = Exclude<Outcome, { readonly method: string }>;

type Attempt = { readonly methods: ReadonlyMap<string, string> } | { readonly problem: Problem };

/** Writes the client of a document. Returns its methods by HTTP method and path. */
async function attempt(document: OpenApiDocument, folder: string): Promise<Attempt> {
  const contract = join(folder, "openapi.json");
  await mkdir(folder, { recursive: true });
  await writeFile(contract, JSON.stringify(document, undefined, 2));
  try {
    const files = await generate(contract, { house: false, service: basename(folder) });
    await Promise.all(Object.entries(files).map(([file, content]) => (file === "openapi.json" ? undefined : writeFile(join(folder, file), content))));
    const operations = operationsOf(await readContract(contract, { house: false }));
    return { methods: new Map(operations.map((operation) => [keyOf(operation), operation.id])) };
  } catch (error) {
    if (!(error instanceof ContractError)) return { problem: { wrong: `the generator crashes: ${(error as Error).message}` } };
    return { problem: { refused: error.message.replaceAll(/^\S+openapi\.json:\d+:\d+: /gm, "") } };
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

async function loadFactory(folder: string): Promise<{ readonly create: NonNullable<Client["create"]> } | Problem> {
  try {
    const module = (await import(pathToFileURL(join(folder, "client.ts")).href)) as { readonly [name: string]: (options: object) => object };
    const [, create] = Object.entries(module).find(([name]) => /^create\w+Client$/.test(name)) ?? [];
    return create === undefined ? { wrong: "its client has no factory" } : { create };
  } catch (error) {
    return { wrong: `its client cannot be loaded: ${(error as Error).message.split(`${folder}/`).at(-1)}` };
  }
}
