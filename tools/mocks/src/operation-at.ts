import type { Operation, OperationTable } from "@keywright/core/client";

/** Returns the operation of a request. If several paths match, the one with the fewest parameters wins (OpenAPI 3.1, Paths Object). */
export function operationAt(table: OperationTable, method: string, pathname: string): Operation | undefined {
  const asked = pathname.split("/");
  return Object.values(table)
    .filter((operation) => operation.method === method && isAt(operation.path, asked))
    .sort((one, other) => parameterCount(one) - parameterCount(other))[0];
}

function isAt(path: string, asked: readonly string[]): boolean {
  const segments = path.split("/");
  return segments.length === asked.length && segments.every((segment, index) => segment === asked[index] || (segment.includes("{") && asked[index] !== ""));
}

function parameterCount({ path }: Operation): number {
  return path.split("{").length - 1;
}
