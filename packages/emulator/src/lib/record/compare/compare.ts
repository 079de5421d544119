import type { Services } from "../../core/emulated.ts";
import type { Cassette } from "../cassette/cassette.ts";
import { compareExchange } from "./compare-exchange.ts";
import { createSameValues } from "./same-values.ts";
import type { FindOperation } from "../cassette/service-contracts.ts";

/** A finding and how often it occurs. */
export interface Finding {
  readonly text: string;
  readonly requests: number;
  /** The first line of the cassette with it. */
  readonly line: number;
}

/** The comparisons of an operation. */
export interface ComparedOperation {
  /** The service and the operation; the method and path if no contract has them. */
  readonly operation: string;
  readonly same: number;
  readonly different: number;
  readonly notComparable: number;
  readonly differences: readonly Finding[];
  readonly reasons: readonly Finding[];
  /** Optional parts that only one side has. */
  readonly data: readonly Finding[];
}

/** Sends the requests of a cassette in order, and compares the responses by operation. */
export async function compareCassette({ header, exchanges }: Cassette, services: Services, find: FindOperation): Promise<readonly ComparedOperation[]> {
  const values = createSameValues();
  const tallies = new Map<string, Tally>();
  for (const [index, exchange] of exchanges.entries()) {
    const { method, path } = exchange.request;
    const found = find(method, path);
    // A cassette can have requests to services that are not compared.
    if (found === undefined && exchange.service !== undefined) continue;
    const name = found === undefined ? `${method} ${path}` : `${found.service.name} ${found.operation.id}`;
    const comparison = await compareExchange(exchange, found, services, values, header.upstream);
    const tally = tallies.get(name) ?? {
      same: 0,
      different: 0,
      "not comparable": 0,
      findings: { differences: new Map(), reasons: new Map(), data: new Map() },
    };
    tallies.set(name, tally);
    tally[comparison.outcome] += 1;
    const add = (kind: keyof Tally["findings"], texts: readonly string[]): void => {
      for (const text of new Set(texts.map(withoutPositions))) {
        const { requests = 0, line = index + 2 } = tally.findings[kind].get(text) ?? {};
        tally.findings[kind].set(text, { text, requests: requests + 1, line });
      }
    };
    add(comparison.outcome === "different" ? "differences" : "reasons", comparison.reasons);
    add("data", comparison.data);
  }
  return [...tallies].map(([operation, { same, different, "not comparable": notComparable, findings }]) => ({
    operation,
    same,
    different,
    notComparable,
    differences: [...findings.differences.values()],
    reasons: [...findings.reasons.values()],
    data: [...findings.data.values()],
  }));
}

interface Tally {
  same: number;
  different: number;
  "not comparable": number;
  readonly findings: { readonly [kind in "differences" | "reasons" | "data"]: Map<string, Finding> };
}

/** Replaces positions in arrays by `*`, so that warnings are equal at different positions. */
export function withoutPositions(text: string): string {
  return text.replaceAll(/(?<=^|[/ ])\d+(?=[/ ])/g, "*");
}

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
