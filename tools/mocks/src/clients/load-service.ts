import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallOptions, ClientOptions, HttpResponse } from "@keywright/core";
import type { OperationTable } from "@keywright/core/client";
import { factoryOf, ROOT } from "@keywright/tool-test-kit/services";

/** A contract as JSON. */
export type Document = { readonly [name: string]: unknown };

/** A method of any client. */
export type RawMethod = (...args: readonly (unknown | CallOptions)[]) => Promise<HttpResponse<unknown>>;

/** A client of any service. */
export interface AnyClient {
  readonly raw: { readonly [operationId: string]: RawMethod };
}

/** A service with the generated parts of its contract. */
export interface Service {
  /** The name of its folder in `specs` and in `packages`, such as `vault`. */
  readonly name: string;
  /** The package of its client. */
  readonly packageName: string;
  /** A row for each operation. */
  readonly table: OperationTable;
  /** The file with its contract as one document. */
  readonly documentPath: string;
  readonly document: Document;
  readonly createClient: (options: ClientOptions) => AnyClient;
  /** Whether the emulator has it. */
  readonly isEmulated: boolean;
}

/**
 * Loads a service. Imports its package from the source, so that tools need not depend on it.
 *
 * @param name The name of the service.
 * @param root The root of the repository. Default: this one.
 * @throws Error if the package or its factory is missing.
 */
export async function loadService(name: string, root: string = ROOT): Promise<Service> {
  const folder = join(root, "packages", name);
  const documentPath = join(folder, "src/generated/openapi.json");
  if (!existsSync(documentPath)) throw new Error(`specs/${name} has no package: ${documentPath} is missing; run npx pnpm service ${name}`);
  const { operations } = (await load(join(folder, "src/generated/operations.ts"))) as { readonly operations: OperationTable };
  const createClient = (await load(join(folder, "src/index.ts")))[factoryOf(name)];
  if (typeof createClient !== "function") throw new Error(`packages/${name}/src/index.ts must export the function ${factoryOf(name)}; run npx pnpm generate`);
  return {
    name,
    packageName: `@keywright/${name}`,
    table: operations,
    documentPath,
    document: JSON.parse(readFileSync(documentPath, "utf8")) as Document,
    createClient: createClient as Service["createClient"],
    isEmulated: existsSync(join(root, "packages/emulator/src", `${name}.ts`)),
  };
}

async function load(path: string): Promise<{ readonly [name: string]: unknown }> {
  return (await import(pathToFileURL(path).href)) as { readonly [name: string]: unknown };
}
