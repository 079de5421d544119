import { isDeepStrictEqual } from "node:util";
import type { Json } from "../contract/index.ts";
import { PAGE_STYLES } from "../pagination/index.ts";
import type { Judge } from "./change.ts";
import { changeKind, compareLists, replaced, show, showAll } from "./values.ts";

/** Judges whether clients send a request again. */
export const retry: Judge = (before, after, keyword) => {
  const mode = after === "safe" || after === "with-key" ? after : "never";
  return [[`extension/retry-${mode}`, replaced(keyword, before, after)]];
};

/** Judges how a list is paged. Counts that show the end of the list change no positions. */
export const pagination: Judge = (before, after, keyword) => {
  const kind = changeKind(before, after);
  const isEndAlone = kind === "changed" && isDeepStrictEqual(walked(before as Json), walked(after as Json));
  return [[`extension/pagination-${isEndAlone ? "end" : kind}`, replaced(keyword, before, after)]];
};

function walked(said: Json): unknown {
  const { optional = {} } = PAGE_STYLES[String(said["style"])] ?? {};
  return Object.fromEntries(Object.entries(said).filter(([name]) => !(name in optional && /^(pages|total|size)$/.test(name))));
}

/** Judges how a feed follows a list that never ends. */
export const feed: Judge = (before, after) => {
  if (after === undefined) return [["extension/feed-removed", "is no longer a feed"]];
  if (before === undefined) return [["extension/feed-added", "is a feed now"]];
  const [{ inputs: was, ...old }, { inputs: is, ...next }] = [before as Json, after as Json];
  const { added, removed } = compareLists((was ?? []) as readonly unknown[], (is ?? []) as readonly unknown[]);
  const found: [rule: string, what: string][] = [];
  if (removed.length > 0) found.push(["extension/feed-narrowed", `no longer takes ${showAll(removed)} as a feed`]);
  if (added.length > 0) found.push(["extension/feed-widened", `takes ${showAll(added)} as a feed, too`]);
  if (!isDeepStrictEqual(old, next)) found.push(["extension/feed-changed", replaced("x-feed", old, next)]);
  return found;
};

/** Users pass an address for each server name; the contract's addresses are documentation. */
export const servers: Judge = (before, after) => {
  const [was, is] = [before, after].map((list) => [...new Set(((list ?? []) as readonly Json[]).flatMap((server) => server["x-name"] ?? []))].join(", "));
  const main = "the server at baseUrl";
  if (was === is) return [["server/documentation", "has other addresses or texts of servers"]];
  return [["server/moved", `is sent to ${is || main} instead of ${was || main}`]];
};

/** Judges what a filter may contain, because its builder is generated from that. */
export const filter: Judge = (before, after) => {
  if (before === undefined) return [["filter/added", "is a filter now"]];
  if (after === undefined) return [["filter/removed", "is no longer a filter"]];
  const { added, removed } = compareLists(wordsOf(before as Json), wordsOf(after as Json));
  if (added.length + removed.length === 0) return [];
  if (removed.length === 0) return [["filter/widened", `may contain ${showAll(added)}, too`]];
  return [["filter/narrowed", `may no longer contain ${showAll(removed)}${added.length > 0 ? `, and may contain ${showAll(added)}` : ""}`]];
};

/** Returns what a filter may contain, each as a phrase: `eventType: string`, `operator eq`. */
function wordsOf({ attributes = {}, operators = [], ...others }: Json): string[] {
  return [
    ...Object.entries(attributes as Json).map(([name, type]) => `${name}: ${String(type)}`),
    ...[operators].flat().map((operator) => `operator ${String(operator)}`),
    ...Object.entries(others).flatMap(([name, value]) => (value === false ? [] : `${name}${value === true ? "" : ` ${show(value)}`}`)),
  ];
}

/** Judges which properties exclude each other. */
export const exclusive: Judge = (before, after) => {
  const { added, removed } = compareLists(groupsOf(before), groupsOf(after));
  if (added.length > 0) return [["~/exclusive-added", added.map((group) => `takes only one of ${group.join(", ")}`).join(" and ")]];
  return removed.length === 0 ? [] : [["~/exclusive-removed", removed.map((group) => `takes ${group.join(", ")} together`).join(" and ")]];
};

function groupsOf(groups: unknown): string[][] {
  // Properties that are set together form one alternative.
  return ((groups ?? []) as readonly (readonly (string | readonly string[])[])[]).map((group) =>
    group.map((alternative) => [alternative].flat().sort().join(" and ")).sort(),
  );
}
