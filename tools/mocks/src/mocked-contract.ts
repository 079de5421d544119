import type { OperationTable } from "@keywright/core/client";
import { serviceOf } from "./clients/index.ts";

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
export function contractOf(service: string): MockedContract {
  const { documentPath, table } = serviceOf(service);
  return { service, documentPath, table };
}
