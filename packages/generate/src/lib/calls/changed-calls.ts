import { type Contract, withPlace } from "../contract/index.ts";
import type { Change } from "../diff/change.ts";
import { loosenInt64 } from "../generator/loosen-int64.ts";
import { type ClientOperation, clientOperations } from "../generator/rows/operation-rows.ts";
import { callSource } from "./call-source.ts";

/**
 * Adds to each break the first affected call before and after it.
 *
 * A break that changes no code, such as another path, has none: its consequence says what to do.
 * The contracts are changed.
 */
export function withCalls(before: Contract, after: Contract, changes: readonly Change[]): Change[] {
  loosenInt64(before);
  loosenInt64(after);
  const [was, is] = [clientOperations(before), clientOperations(after)];
  return changes.map((change) => {
    const [id = ""] = change.operations;
    const [old, next] = [find(id, was, is), find(id, is, was)];
    if (change.level !== "major" || old === undefined) return change;
    const former = withPlace(before, old, () => callSource({ contract: before, change, isBefore: true }, old));
    const later = next && withPlace(after, next, () => callSource({ contract: after, change, isBefore: false }, next));
    return former === undefined || former === later ? change : { ...change, calls: { before: former, after: later } };
  });
}

/** The operation of this name, or at the place of the one that has it in the other state. */
function find(id: string, operations: readonly ClientOperation[], others: readonly ClientOperation[]): ClientOperation | undefined {
  const place = others.find((other) => other.id === id)?.pointer;
  return operations.find((operation) => operation.id === id) ?? operations.find(({ pointer }) => pointer === place);
}
