import type { Measured, Outcome, Probes, Sent } from "./measure.ts";

/** A generator with what it made; `version` has its packages with their versions. */
export interface Column extends Measured {
  readonly name: string;
  readonly version: string;
}

/** What a cell says of a feature. */
type Answer = "yes" | "no" | "by hand";

/** The features that are seen in what a client sends, by the words of the table. */
export const FEATURES: { readonly [what: string]: (probes: Probes) => Answer } = {
  "API key from the client's options": ({ list, byHand }) => answer(first(list)?.key === "example-key", byHand.includes("key")),
  "exploded array in the query": ({ list }) => answer(query(list).getAll("status").join(" and ") === "available and sold"),
  "`deepObject` in the query": ({ list }) => answer(query(list).get("price[from]") === "10"),
  "header parameter": ({ list, byHand }) => answer(first(list)?.branch === "north", byHand.includes("header")),
  "multipart upload": ({ photo }) => answer(first(photo)?.parts["photo"] === 5),
  "media type of a merge patch": ({ change }) => answer(first(change)?.type === "application/merge-patch+json"),
  "`x/../y` as an id stays one": ({ read }) => answer(first(read)?.url.toLowerCase().endsWith("/photos/x%2f..%2fy") === true),
  "retries a read after 503, by default": ({ retried }) => answer(retried.sent.length === 2 && !retried.failed),
  "checks `maxLength` before it sends": ({ tooLong }) => answer(tooLong.sent.length === 0 && tooLong.failed),
};

/** The comparison as Markdown: a row for each figure and feature, a column for each generator. */
export function comparisonSection(columns: readonly Column[]): string {
  const rows = [
    ["", ...columns.map(({ name }) => name)],
    columns.map(() => "---").concat("---"),
    ["version", ...columns.map(({ version }) => version)],
    ["files", ...columns.map(({ files }) => String(files))],
    ["lines of TypeScript", ...columns.map(({ lines }) => String(lines))],
    ["bundle of four calls, kB compressed", ...columns.map(({ bytes }) => (bytes / 1000).toFixed(1))],
    ...Object.entries(FEATURES).map(([what, judge]) => [what, ...columns.map(({ probes }) => judge(probes))]),
  ];
  return `${rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`.replaceAll("|  |", "| |");
}

function answer(isSent: boolean, isByHand = false): Answer {
  return isSent ? (isByHand ? "by hand" : "yes") : "no";
}

function first({ sent }: Outcome): Sent | undefined {
  return sent[0];
}

function query(outcome: Outcome): URLSearchParams {
  return new URL(first(outcome)?.url ?? "https://petshop.example.com").searchParams;
}
