import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Json, operationsOf } from "@keywright/generate/contract";
import { factoryOf } from "@keywright/tool-services";
import { exampleOptions } from "@keywright/tool-testing/example-options";
import { isFile, namesIn } from "./files.ts";

/** One place where the operations of a service are named. */
export interface NamePlace {
  /** What the place is, for people: `the operation table`. */
  readonly what: string;
  /** Where it is, relative to the root. */
  readonly where: string;
  readonly names: readonly string[];
  /** Operations of the contract that it need not name. */
  readonly except?: readonly string[];
  /** Whether it may name more than the operations, as a client with methods by hand does. */
  readonly open?: true;
}

/** The names of a service's operations, by the contract and by every other place. */
export interface ServiceNames {
  readonly contract: NamePlace;
  readonly places: readonly NamePlace[];
  /** The names of the client's test files, without `.test.ts`. */
  readonly tests: readonly string[];
  readonly testFolder: string;
}

/** Reads every place of a service. Its modules are loaded, so that what is compared is what a user gets. */
export async function readNames(root: string, service: string): Promise<ServiceNames> {
  const folder = `packages/${service}`;
  const contract = `${folder}/src/generated/openapi.json`;
  const table = `${folder}/src/generated/operations.ts`;
  const entry = `${folder}/src/index.ts`;
  const client = await createClient(root, entry, service, table);
  const handlers = `packages/emulator/src/lib/${service}/handlers.ts`;
  const testFolder = `${folder}/test`;
  const operations = operationsOf({ document: JSON.parse(await readFile(join(root, contract), "utf8")) as Json });
  // They are called at an address from a response, and the emulator chooses where it serves them.
  const unbound = operations.filter(({ path }) => path === "").map(({ id }) => id);
  return {
    contract: { what: "the contract", where: contract, names: operations.map(({ id }) => id) },
    places: [
      { what: "the operation table", where: table, names: Object.keys(await exported(root, table, "operations")) },
      { what: "the client's methods", where: entry, names: functionsOf(client), open: true },
      { what: "the client's raw methods", where: entry, names: functionsOf((client as { readonly raw?: object }).raw ?? {}) },
      ...((await isFile(join(root, handlers)))
        ? [{ what: "the emulator's handlers", where: handlers, names: Object.keys(await exported(root, handlers, "handlers")), except: unbound }]
        : []),
    ],
    tests: (await namesIn(join(root, testFolder))).flatMap((name) => (name.endsWith(".test.ts") ? [name.slice(0, -".test.ts".length)] : [])),
    testFolder,
  };
}

async function createClient(root: string, entry: string, service: string, table: string): Promise<object> {
  const factory = factoryOf(service);
  const create = await exported(root, entry, factory);
  if (typeof create !== "function") throw new Error(`${entry} must export the function ${factory}`);
  const rows = (await isFile(join(root, table))) ? Object.entries(await exported(root, table, "operations")) : [];
  const shapes = Object.fromEntries(rows.map(([id, row]) => [id, { security: {}, ...(row as object) }]));
  return create(exampleOptions(shapes, (server) => `https://${server ?? "service"}.invalid`)) as object;
}

async function exported(root: string, file: string, name: string): Promise<object> {
  const module = (await import(pathToFileURL(join(root, file)).href)) as { readonly [name: string]: unknown };
  const value = module[name];
  if ((typeof value !== "object" && typeof value !== "function") || value === null) throw new Error(`${file} must export ${name}`);
  return value;
}

function functionsOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, member]) => (typeof member === "function" ? [name] : []));
}
