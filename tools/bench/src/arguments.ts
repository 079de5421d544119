import { parseArgs } from "node:util";
import type { Group } from "./row.ts";

/** What a run was asked for. */
export interface Arguments {
  readonly help: boolean;
  readonly quick: boolean;
  /** Names of rows or groups; empty for all. */
  readonly only: readonly string[];
  /** Where the results are written to, besides the table. */
  readonly json: string | undefined;
}

/**
 * Reads the command line.
 *
 * @throws Error where an option, or a name behind `--only`, does not exist.
 */
export function readArguments(given: readonly string[], groups: readonly Group[]): Arguments {
  const { values } = parseArgs({
    // pnpm passes on a `--` that was meant for it.
    args: given.filter((argument) => argument !== "--"),
    options: {
      help: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      json: { type: "string" },
    },
  });
  const only = values.only.flatMap((names) => names.split(",")).filter((name) => name !== "");
  const known = groups.flatMap(({ name, rows }) => [name, ...rows.map((row) => row.name)]);
  const unknown = only.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`there is no row or group ${unknown.join(", ")}`);
  return { help: values.help, quick: values.quick, only, json: values.json };
}

/** How the command is used. */
export function usage(groups: readonly Group[]): string {
  return `Usage: npx pnpm bench [--quick] [--only NAME[,NAME]] [--json FILE]
  --quick  fewer and shorter rounds, under two minutes in all: for a look, not for a figure to quote
  --only   measures these rows, or all of a group:
${groups.map(({ name, rows }) => `             ${name}: ${rows.map((row) => row.name).join(", ")}`).join("\n")}
  --json   writes the results to a file as well`;
}

/** The rows that were asked for, of each group that has any. */
export function chosen(groups: readonly Group[], only: readonly string[]): { readonly group: Group; readonly rows: readonly string[] }[] {
  return groups
    .map((group) => ({
      group,
      rows: group.rows.map(({ name }) => name).filter((name) => only.length === 0 || only.includes(group.name) || only.includes(name)),
    }))
    .filter(({ rows }) => rows.length > 0);
}
