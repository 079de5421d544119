import type { Json } from "@keywright/tool-contract";
import type { Report } from "./change.ts";
import { isEqual } from "./equal.ts";
import type { OperationPair } from "./operation-pair.ts";
import { show } from "./words.ts";

/** Compares where an operation is sent, and how its result is polled. */
export function compareCalls({ before, after }: OperationPair, report: Report): void {
  const [was, is] = [before.operation.definition, after.operation.definition];
  compareServers(was["servers"], is["servers"], report);
  const [old, next] = [was["x-poll"], is["x-poll"]];
  if (isEqual(old, next)) return;
  const change = old === undefined ? "added" : next === undefined ? "removed" : "changed";
  report("x-poll", {
    rule: `extension/poll-${change}`,
    level: "major",
    what: `is ${show(next)} instead of ${show(old)}`,
    consequence: {
      added: "The method waits for the result and returns it in place of the first answer: code that reads that answer no longer compiles.",
      removed: "The method returns the first answer in place of the result: code that reads the result no longer compiles.",
      changed: "Services that tell the state of the work in the former way are not understood.",
    }[change],
  });
}

/** Users give an address for each name; the addresses themselves are documentation. */
function compareServers(before: unknown, after: unknown, report: Report): void {
  if (isEqual(before, after)) return;
  const [was, is] = [namesIn(before), namesIn(after)];
  report(
    "servers",
    isEqual(was, is)
      ? { rule: "server/documentation", level: "patch", what: "has other addresses or texts", consequence: "Nothing to do." }
      : {
          rule: "server/moved",
          level: "major",
          what: `is ${is.join(", ") || MAIN} instead of ${was.join(", ") || MAIN}`,
          consequence: "Calls go to another server, whose address and credentials the client must be given.",
        },
  );
}

const MAIN = "the server at baseUrl";

function namesIn(servers: unknown): string[] {
  const names = ((servers ?? []) as readonly Json[]).flatMap((server) => (server["x-name"] === undefined ? [] : [String(server["x-name"])]));
  return [...new Set(names)];
}
