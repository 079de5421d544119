import type { Level } from "./level.ts";
import { rowOf, RULES } from "./rules.ts";

/** One difference between two states of a contract, as a user of the client meets it. */
export interface Change {
  readonly level: Level;
  /** The name of the rule that judged it, such as `request/required-added`: what an exception names, with {@link where}. */
  readonly rule: string;
  /** The operations that it touches, in the order of the contract; none if it concerns the whole contract. */
  readonly operations: readonly string[];
  /** Where it is: a schema by its name (`Item.fields[].label`), else a part of the operation (`query limit`, `response 404`). */
  readonly where: string;
  /** What is different, in words that follow {@link where}. */
  readonly what: string;
  /** What it means for code that was written before. */
  readonly consequence: string;
}

/** Takes a difference at some place, by the name of its rule. */
export type Report = (where: string, rule: string, what: string) => void;

/** Judges one keyword that differs: the rules that it meets, each with what is different. A rule that begins with `~` is one of the direction. */
export type Judge = (before: unknown, after: unknown, keyword: string) => readonly (readonly [rule: string, what: string])[];

/** A change with the level and the consequence that its rule says. */
export function changeOf(rule: string, operations: readonly string[], where: string, what: string): Change {
  const [level, consequence] = RULES[rowOf(rule)] as readonly [Level, string];
  return { level, rule, operations, where, what, consequence };
}

/** Joins the same change of several operations, as a schema that they share makes it. The largest come first; else the order stays. */
export function joinChanges(changes: readonly Change[]): Change[] {
  const joined = new Map<string, Change>();
  for (const change of changes) {
    const key = JSON.stringify([change.rule, change.where, change.what]);
    const known = joined.get(key);
    joined.set(key, known === undefined ? change : { ...known, operations: [...new Set([...known.operations, ...change.operations])] });
  }
  const order: readonly Level[] = ["major", "minor", "patch"];
  return [...joined.values()].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}
