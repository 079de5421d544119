import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A limit of a value. */
export interface Budget {
  /** The check fails above it. */
  readonly budget: number;
  /** Where the value must come to. Default: the budget. */
  readonly goal?: number;
}

export interface Budgets {
  /** By what is measured. A name that ends with `*` is for all that have no budget of their own. */
  readonly budgets: { readonly [what: string]: Budget };
  /** Folders where each file is one entry of a list, such as a rule, with what they list. */
  readonly lists: { readonly [folder: string]: string };
  /** Entries whose names do not count, because only generated code imports them. */
  readonly apart: readonly string[];
}

/** A value, and what it counts. */
export interface Measured {
  readonly what: string;
  readonly value: number;
  readonly details?: readonly string[];
}

/** A value with its budget, and what to do about it, if anything. */
export interface Judged extends Measured, Budget {
  readonly verdict: "" | "over" | "lower it" | "no budget";
}

/** Reads the budgets of this repository. */
export function readBudgets(): Budgets {
  return JSON.parse(readFileSync(new URL("budgets.json", import.meta.url), "utf8")) as Budgets;
}

/** Compares values with their budgets. One that is 5 % above its value is to be lowered. */
export function judge(rows: readonly Measured[], { budgets }: Pick<Budgets, "budgets">): readonly Judged[] {
  return rows.map((row) => {
    const found = budgets[row.what] ?? budgets[row.what.replace(/: .*/, ": *")];
    if (found === undefined) return { ...row, budget: 0, verdict: "no budget" };
    const { budget, goal = budget } = found;
    const isLoose = budget > goal && row.value < budget * 0.95;
    return { ...row, budget, goal, verdict: row.value > budget ? "over" : isLoose ? "lower it" : "" };
  });
}

/** Returns a line for each budget without a value, and for each folder that does not exist. */
export function findStale(root: string, rows: readonly Measured[], { budgets, lists }: Omit<Budgets, "apart">): string[] {
  const names = new Set(rows.map(({ what }) => what));
  const unused = Object.keys(budgets).filter((what) => !names.has(what) && !what.endsWith("*"));
  const missing = Object.keys(lists).filter((folder) => !existsSync(join(root, folder)));
  return [...unused, ...missing].map((what) => `${what}: it does not exist; remove it from tools/check/src/structure/budgets.json.`);
}
