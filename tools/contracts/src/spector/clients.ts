import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ContractError, operationsOf, readContract } from "@keywright/generate/contract";
import { generate } from "@keywright/generate";
import type { OpenApiDocument } from "./documents.ts";

/** What became of an operation: a method, a refusal in words, or nothing that anybody was told of. */
export type Outcome = { readonly method: string } | { readonly refused: string } | { readonly wrong: string };

/** The client of one document. */
export interface Client {
  /** The folder of its generated files. */
  readonly folder: string;
  /** Whether there are files: not if the generator refuses all operations. */
  readonly generated: boolean;
  readonly create: ((options: object) => object) | undefined;
  /** What became of the operation at a method and a path. */
  outcomeOf(method: string, path: string): Outcome;
}

/**
 * Generates the client of a document. What the generator refuses is left out, operation by operation, so that one refusal does not hide the others.
 *
 * @param name The name of the service, an identifier.
 * @param root The folder to work in.
 */
export async function generateClient(document: OpenApiDocument, name: string, root: string): Promise<Client> {
  const folder = join(root, name);
  await rm(folder, { recursive: true, force: true });
  const outcomes = new Map<string, Outcome>();
  let generated = await attempt(document, folder);
  if ("problem" in generated) {
    for (const [path, method] of operationKeys(document)) {
      const alone = await attempt(
        withOperations(document, (otherPath, otherMethod) => otherPath === path && otherMethod === method),
        folder,
      );
      if ("problem" in alone) outcomes.set(`${method} ${path}`, alone.problem);
    }
    generated = await attempt(
      withOperations(document, (path, method) => !outcomes.has(`${method} ${path}`)),
      folder,
    );
  }
  const loaded = "problem" in generated ? generated.problem : await loadFactory(folder);
  for (const [path, method] of operationKeys(document)) {
    const key = `${method} ${path}`;
    if (outcomes.has(key)) continue;
    if ("problem" in generated || !("create" in loaded)) outcomes.set(key, loaded as Problem);
    else if (generated.methods.has(key)) outcomes.set(key, { method: generated.methods.get(key) as string });
  }
  return {
    folder,
    generated: !("problem" in generated),
    create: "create" in loaded ? loaded.create : undefined,
    outcomeOf: (method, path) => outcomes.get(`${method} ${path}`) ?? { wrong: "left out without a word" },
  };
}

type Problem = Exclude<Outcome, { readonly method: string }>;

type Attempt = { readonly methods: ReadonlyMap<string, string> } | { readonly problem: Problem };

/** Writes the client of a document, and gives its methods by method and path. */
async function attempt(document: OpenApiDocument, folder: string): Promise<Attempt> {
  const contract = join(folder, "openapi.json");
  await mkdir(folder, { recursive: true });
  await writeFile(contract, JSON.stringify(document, undefined, 2));
  try {
    const files = await generate(contract, { house: false, service: basename(folder) });
    await Promise.all(Object.entries(files).map(([file, content]) => (file === "openapi.json" ? undefined : writeFile(join(folder, file), content))));
    const operations = operationsOf(await readContract(contract, { house: false }));
    return { methods: new Map(operations.map(({ id, method, path }) => [`${method.toLowerCase()} ${path}`, id])) };
  } catch (error) {
    if (!(error instanceof ContractError)) return { problem: { wrong: `the generator crashes: ${(error as Error).message}` } };
    return { problem: { refused: error.message.replaceAll(/^\S+openapi\.json:\d+:\d+: /gm, "") } };
  }
}

const METHODS = ["get", "put", "post", "patch", "delete", "head", "options", "trace"];

function operationKeys({ paths }: OpenApiDocument): (readonly [path: string, method: string])[] {
  return Object.entries(paths).flatMap(([path, item]) => METHODS.filter((method) => item[method] !== undefined).map((method) => [path, method] as const));
}

/** The document with some of its operations alone. */
function withOperations(document: OpenApiDocument, isKept: (path: string, method: string) => boolean): OpenApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const members = Object.entries(item).filter(([name]) => !METHODS.includes(name) || isKept(path, name));
    return members.some(([name]) => METHODS.includes(name)) ? [[path, Object.fromEntries(members)] as const] : [];
  });
  return { ...document, paths: Object.fromEntries(paths) };
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
