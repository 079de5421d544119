import type { Json } from "@keywright/tool-contract";
import type { Report } from "./change.ts";
import type { OperationPair } from "./operation-pair.ts";
import { compareLists, isEqual, namesOf } from "./equal.ts";
import { show, showAll } from "./words.ts";

/** Compares what our own extensions say of an operation: the input that holds its address, whether it may be repeated, how its list goes on, and how it is followed. */
export function compareExtensions({ before, after }: OperationPair, report: Report): void {
  const [was, is] = [before.operation.definition, after.operation.definition];
  if (!isEqual(was["x-retry"], is["x-retry"])) {
    const safe = is["x-retry"] === "safe";
    const keyed = is["x-retry"] === "with-key";
    report("x-retry", {
      rule: `extension/retry-${keyed ? "with-key" : safe ? "safe" : "never"}`,
      level: safe ? "major" : "minor",
      what: `is ${show(is["x-retry"])} instead of ${show(was["x-retry"])}`,
      consequence: keyed
        ? "Calls are repeated after a failure, with the same idempotency key."
        : safe
          ? "Calls are repeated after a failure: on a service where that does harm, it is done twice."
          : "Failures that were repeated in silence reach the caller.",
    });
  }
  if (!isEqual(was["x-address"], is["x-address"])) {
    report("x-address", {
      rule: "extension/address",
      level: "major",
      what: `is ${show(is["x-address"])} instead of ${show(was["x-address"])}`,
      consequence: "Calls that pass the address as before no longer compile.",
    });
  }
  comparePagination(was["x-pagination"], is["x-pagination"], report);
  compareFeed(was["x-feed"] as Json | undefined, is["x-feed"] as Json | undefined, report);
}

function comparePagination(before: unknown, after: unknown, report: Report): void {
  if (isEqual(before, after)) return;
  if (before !== undefined && after !== undefined && isEqual(walked(before as Json), walked(after as Json))) {
    report("x-pagination", {
      rule: "extension/pagination-end",
      level: "minor",
      what: `is ${show(after)} instead of ${show(before)}`,
      consequence: "Lists end with as many requests, or one more or less; positions stay as they are.",
    });
    return;
  }
  const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  report("x-pagination", {
    rule: `extension/pagination-${change}`,
    level: "major",
    what: `is ${show(after)} instead of ${show(before)}`,
    consequence: {
      added: "The method gives an iterable where it gave a promise: code that awaits it no longer compiles.",
      removed: "The method gives a promise where it gave an iterable: loops over it no longer compile.",
      changed: "Positions that were saved may not be taken any more; services that page in the former way are not understood.",
    }[change],
  });
}

/** How a list is walked, without the numbers that tell its end before an empty page does. */
function walked({ style, pages, total, size, ...others }: Json): unknown {
  return style === "offset" || style === "page-number" ? { style, ...others } : { style, pages, total, size, ...others };
}

/** Compares how a list that never ends is followed: a feed is generated for each. */
function compareFeed(before: Json | undefined, after: Json | undefined, report: Report): void {
  if (isEqual(before, after)) return;
  if (after === undefined)
    report("x-feed", { rule: "extension/feed-removed", level: "major", what: "is gone", consequence: "Code that follows this list no longer compiles." });
  else if (before === undefined) report("x-feed", { rule: "extension/feed-added", level: "minor", what: "is new", consequence: "Code may follow this list." });
  else {
    const { inputs: was, ...others } = before;
    const { inputs: is, ...rest } = after;
    const { added, removed } = compareLists((was ?? []) as readonly unknown[], (is ?? []) as readonly unknown[]);
    if (removed.length > 0)
      report("x-feed", {
        rule: "extension/feed-narrowed",
        level: "major",
        what: `no longer takes ${showAll(removed)}`,
        consequence: "Feeds that are given it no longer compile.",
      });
    if (added.length > 0)
      report("x-feed", { rule: "extension/feed-widened", level: "minor", what: `takes ${showAll(added)}, too`, consequence: "Feeds may be given it." });
    if (!isEqual(others, rest))
      report("x-feed", {
        rule: "extension/feed-changed",
        level: "major",
        what: `is ${show(rest)} instead of ${show(others)}`,
        consequence: "Feeds begin or tell events apart in another way; services of the former kind are not understood.",
      });
  }
}

/** Compares what a filter may say: the builder of filters is generated from it. */
export function compareFilters(before: unknown, after: unknown, where: string, report: Report): void {
  if (isEqual(before, after)) return;
  if (before === undefined || after === undefined) {
    const now = after !== undefined;
    report(where, {
      rule: `filter/${now ? "added" : "removed"}`,
      level: "major",
      what: now ? "is a filter now" : "is no longer a filter",
      consequence: now ? "Calls that give text no longer compile." : "The builder of this filter is gone.",
    });
    return;
  }
  const [was, is] = [partsOf(before as Json), partsOf(after as Json)];
  const { added, removed } = compareLists(was, is);
  if (removed.length > 0)
    report(where, {
      rule: "filter/narrowed",
      level: "major",
      what: `can no longer say ${showAll(removed)}${added.length > 0 ? `, and can say ${showAll(added)}` : ""}`,
      consequence: "Filters that say it no longer compile.",
    });
  else report(where, { rule: "filter/widened", level: "minor", what: `can say ${showAll(added)}, too`, consequence: "Filters stay as they are." });
}

/** Everything that a filter can say, each as a word: `eventType: string`, `operator eq`. */
function partsOf(filter: Json): string[] {
  const parts = Object.entries((filter["attributes"] ?? {}) as Json).map(([name, type]) => `${name}: ${String(type)}`);
  for (const operator of [filter["operators"] ?? []].flat()) parts.push(`operator ${String(operator)}`);
  if (filter["brackets"] === true) parts.push("brackets");
  for (const name of namesOf(filter, {})) if (!["attributes", "operators", "brackets"].includes(name)) parts.push(`${name} ${show(filter[name])}`);
  return parts;
}
