import type { OperationTable } from "@keywright/core/client";
import { serviceOf } from "./clients/index.ts";

/** The contract of a mock. */
export interface MockedContract {
  /** The service's name. URLs in its examples begin with `https://<service>.example.com`. */
  readonly service: string;
  /** The file with the contract as one document. */
  readonly documentPath: string;
  /** The table that was generated from the same document. */
  readonly table: OperationTable;
}

/** Returns the contract of a service's mock. */
export function contractOf(service: string): MockedContract {
  const { documentPath, table } = serviceOf(service);
  return { service, documentPath, table };
}
