import { createRequire } from "node:module";
import { dirname } from "node:path";
import { operations as events } from "@keywright/events/operations";
import { operations as management } from "@keywright/management/operations";
import type { OperationTable } from "@keywright/core";
import { operations as vault } from "@keywright/vault/operations";

/** The services that have a contract, with their operation tables. */
export const tables: { readonly management: OperationTable; readonly vault: OperationTable; readonly events: OperationTable } = { management, vault, events };

/** A service that has a contract. */
export type ServiceName = keyof typeof tables;

/** The order in which the services are started and shown. */
export const serviceNames = Object.keys(tables) as ServiceName[];

const require = createRequire(import.meta.url);

/** The file of a service's contract, joined into one document. */
export function documentPath(service: ServiceName): string {
  return require.resolve(`@keywright/${service}/openapi.json`);
}

/** A contract as JSON. */
export type Document = { readonly [name: string]: unknown };

/** A service's contract, joined into one document. */
export function readDocument(service: ServiceName): Document {
  return require(documentPath(service)) as Document;
}

/** The folder of a service's package. */
export function packageFolder(service: ServiceName): string {
  return dirname(require.resolve(`@keywright/${service}/package.json`));
}
