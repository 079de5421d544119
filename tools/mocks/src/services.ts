import { createRequire } from "node:module";
import { operations as events } from "@keywright/events/operations";
import { operations as management } from "@keywright/management/operations";
import type { OperationTable } from "@keywright/core/client";
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

/** What a mock is made from. */
export interface MockedContract {
  /** The service's name; its examples stand at `https://<service>.example.com`. */
  readonly service: string;
  /** The file of the contract, joined into one document. */
  readonly documentPath: string;
  /** The table that was generated from the same document. */
  readonly table: OperationTable;
}

/** What the mock of a service is made from. */
export function contractOf(service: ServiceName): MockedContract {
  return { service, documentPath: documentPath(service), table: tables[service] };
}
