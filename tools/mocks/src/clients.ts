import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallOptions, ClientOptions, HttpResponse } from "@keywright/core";
import type { OperationTable } from "@keywright/core/client";
import { factoryOf, findServices, ROOT } from "@keywright/tool-test-kit/services";

/** A client of any service. */
export interface AnyClient {
  readonly raw: { readonly [operationId: string]: (...args: readonly (unknown | CallOptions)[]) => Promise<HttpResponse<unknown>> };
}

/** A service with the generated parts of its contract. */
export interface Service {
  /** The name of its folder in `specs` and in `packages`, such as `vault`. */
  readonly name: string;
  /** A row for each operation. */
  readonly table: OperationTable;
  /** The file with its contract as one document. */
  readonly documentPath: string;
  readonly document: { readonly [name: string]: unknown };
  readonly createClient: (options: ClientOptions) => AnyClient;
  /** Whether the emulator has it. */
  readonly isEmulated: boolean;
}

/** All services of this repository, sorted by name. */
export const services: readonly Service[] = await Promise.all(findServices().map(loadService));

/** Returns one of the services. @throws Error if there is no service of that name. */
export function serviceOf(name: string): Service {
  const service = services.find((each) => each.name === name);
  if (service === undefined) throw new Error(`specs has no service ${name}; expected one of ${services.map((each) => each.name).join(", ")}`);
  return service;
}

/** Loads a service. Imports its package from the source, so that tools need not depend on it. */
async function loadService(name: string): Promise<Service> {
  const folder = join(ROOT, "packages", name);
  const load = async (file: string) => (await import(pathToFileURL(join(folder, file)).href)) as { readonly [name: string]: unknown };
  const documentPath = join(folder, "src/generated/openapi.json");
  if (!existsSync(documentPath)) throw new Error(`specs/${name} has no package: ${documentPath} is missing; run npx pnpm service ${name}`);
  const { operations } = await load("src/generated/operations.ts");
  const createClient = (await load("src/index.ts"))[factoryOf(name)];
  if (typeof createClient !== "function") throw new Error(`packages/${name}/src/index.ts must export the function ${factoryOf(name)}; run npx pnpm generate`);
  return {
    name,
    table: operations as OperationTable,
    documentPath,
    document: JSON.parse(readFileSync(documentPath, "utf8")) as Service["document"],
    createClient: createClient as Service["createClient"],
    isEmulated: existsSync(join(ROOT, "packages/emulator/src", `${name}.ts`)),
  };
}
