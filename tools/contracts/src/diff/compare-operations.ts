import type { Report, Verdict } from "./change.ts";
import { compareBodies } from "./compare-bodies.ts";
import { compareCalls } from "./compare-calls.ts";
import { compareExtensions } from "./compare-extensions.ts";
import { compareParameters } from "./compare-parameters.ts";
import { compareResponses } from "./compare-responses.ts";
import { compareSecurity } from "./compare-security.ts";
import { compareRest } from "./compare-rest.ts";
import type { OperationPair } from "./operation-pair.ts";

/** What is compared by a function of its own, or is the operation's name. */
const PARTS = new Set([
  "operationId",
  "parameters",
  "requestBody",
  "responses",
  "security",
  "x-address",
  "x-retry",
  "x-pagination",
  "x-feed",
  "x-poll",
  "servers",
]);

/** Compares two states of an operation in all their parts. */
export function compareOperations(pair: OperationPair, report: Report): void {
  compareAddress(pair, report);
  compareSecurity(pair, report);
  compareExtensions(pair, report);
  compareCalls(pair, report);
  compareParameters(pair, report);
  compareBodies(pair, report);
  compareResponses(pair, report);
  compareRest(pair.before.operation.definition, pair.after.operation.definition, PARTS, "the operation", report);
}

/** An operation that is called at an address from a response. */
const NO_PATH = "none";

function compareAddress({ before, after }: OperationPair, report: Report): void {
  const [was, is] = [before.operation, after.operation];
  if (was.method !== is.method) report("method", moved("method", was.method, is.method));
  if (shape(was.path) !== shape(is.path)) report("path", moved("path", was.path || NO_PATH, is.path || NO_PATH));
}

function moved(part: "method" | "path", was: string, is: string): Verdict {
  return {
    rule: `operation/${part}`,
    level: "major",
    what: `is ${is} instead of ${was}`,
    consequence: "Calls compile as before and fail on services that know the former one alone.",
  };
}

/** The names in braces are parameters, which are compared as such. */
function shape(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}
