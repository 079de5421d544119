import type { ComparedOperation, Finding } from "./compare.ts";

const HEAD = ["operation", "same", "different", "not comparable"];

/** Returns a comparison as a table by operation, and what differs below it. */
export function comparisonText(operations: readonly ComparedOperation[]): string {
  const rows = [
    HEAD,
    ...operations.map(({ operation, same, different, notComparable }) => [operation, String(same), String(different), String(notComparable)]),
  ];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "));
  const sections = [
    section("Different", operations, ({ differences }) => differences),
    section("Not comparable", operations, ({ reasons }) => reasons),
    section("Allowed by the contract, perhaps only other data", operations, ({ data }) => data),
  ];
  return `${[table.join("\n"), ...sections.filter((text) => text !== "")].join("\n\n")}\n`;
}

function section(title: string, operations: readonly ComparedOperation[], of: (operation: ComparedOperation) => readonly Finding[]): string {
  const lines = operations.flatMap((each) => of(each).map(({ text, requests, line }) => `  ${each.operation}: ${text} (${times(requests)}, line ${line})`));
  return lines.length === 0 ? "" : [`${title}:`, ...lines].join("\n");
}

function times(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}
