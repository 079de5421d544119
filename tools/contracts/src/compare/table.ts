import type { Measured, Outcome, Probes, Sent } from "./measure.ts";

/** A generator with its measurements; `version` lists its packages with their versions. */
export interface Column extends Measured {
  readonly name: string;
  readonly version: string;
}

/** The cell of a feature. */
type Cell = "yes" | "no" | "by hand";

/** The features that a client's requests show, by their names in the table. */
export const FEATURES: { readonly [what: string]: (probes: Probes) => Cell } = {
  "API key from the client's options": ({ list, byHand }) => cell(first(list)?.key === "example-key", byHand.includes("key")),
  "exploded array in the query": ({ list }) => cell(query(list).getAll("status").join(" and ") === "available and sold"),
  "`deepObject` in the query": ({ list }) => cell(query(list).get("price[from]") === "10"),
  "header parameter": ({ list, byHand }) => cell(first(list)?.branch === "north", byHand.includes("header")),
  "multipart upload": ({ photo }) => cell(first(photo)?.parts["photo"] === 5),
  "media type of a merge patch": ({ change }) => cell(first(change)?.type === "application/merge-patch+json"),
  "`x/../y` as an id stays one": ({ read }) => cell(first(read)?.url.toLowerCase().endsWith("/photos/x%2f..%2fy") === true),
  "retries a read after 503, by default": ({ retried }) => cell(retried.sent.length === 2 && !retried.failed),
  "checks `maxLength` before it sends": ({ tooLong }) => cell(tooLong.sent.length === 0 && tooLong.failed),
};

/** Returns the comparison as Markdown: a row for each figure and feature, a column for each generator. */
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

function cell(isSent: boolean, isByHand = false): Cell {
  return isSent ? (isByHand ? "by hand" : "yes") : "no";
}

function first({ sent }: Outcome): Sent | undefined {
  return sent[0];
}

function query(outcome: Outcome): URLSearchParams {
  return new URL(first(outcome)?.url ?? "https://petshop.example.com").searchParams;
}
