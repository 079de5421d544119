import { type Level, LEVELS, rowOf, RULES } from "./rules.ts";

/** One difference between two states of a contract, from the view of a client's user. */
export interface Change {
  readonly level: Level;
  /** Name of its rule, such as `request/required-added`. */
  readonly rule: string;
  /** Operations that it affects, in the order of the contract; empty if it affects the whole contract. */
  readonly operations: readonly string[];
  /** Its place: in a named schema (`Item.fields[].label`), or a part of the operation (`query limit`, `response 404`). */
  readonly where: string;
  /** The difference, as a phrase that follows {@link where}. */
  readonly what: string;
  /** The consequence for existing code. */
  readonly consequence: string;
  /** Why it counts as another level than its rule says. */
  readonly exception?: string;
}

/** Reports a difference at a place, with the name of its rule. */
export type Report = (where: string, rule: string, what: string) => void;

/** Judges one keyword that differs: returns the rules that apply, each with the difference. `~` in a rule is replaced by the direction. */
export type Judge = (before: unknown, after: unknown, keyword: string) => readonly (readonly [rule: string, what: string])[];

/** Returns a change with the level and the consequence of its rule. */
export function changeOf(rule: string, operations: readonly string[], where: string, what: string): Change {
  const [level, consequence] = RULES[rowOf(rule)] as readonly [Level, string];
  return { level, rule, operations, where, what, consequence };
}

/** Joins equal changes of several operations, which a shared schema causes. Sorts by level, largest first; the sort is stable. */
export function joinChanges(changes: readonly Change[]): Change[] {
  const joined = new Map<string, Change>();
  for (const change of changes) {
    const key = JSON.stringify([change.rule, change.where, change.what]);
    const known = joined.get(key);
    joined.set(key, known === undefined ? change : { ...known, operations: [...new Set([...known.operations, ...change.operations])] });
  }
  return [...joined.values()].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}
