import { type Level, LEVELS, rowOf, RULES } from "./rules.ts";

/** One difference between two states of a contract, from the view of a client's user. */
export interface Change {
  readonly level: Level;
  /** Name of its rule, such as `request/required-added`. */
  readonly rule: string;
  /** Affected operations, in the order of the contract; empty for the whole contract. */
  readonly operations: readonly string[];
  /** Its place: in a named schema (`Item.fields[].label`), or in an operation (`query limit`). */
  readonly where: string;
  /** The difference, as a phrase that follows {@link where}. */
  readonly what: string;
  /** The consequence for existing code. */
  readonly consequence: string;
  /** The first affected call, if a break changes its code; without `after` if it is gone. */
  readonly calls?: { readonly before: string; readonly after: string | undefined };
  /** Why it counts as another level than its rule says. */
  readonly exception?: string;
}

/** Reports a difference at a place, with the name of its rule. */
export type Report = (where: string, rule: string, what: string) => void;

/** Judges a keyword that differs: the rules that apply. The direction replaces `~` in a rule. */
export type Judge = (before: unknown, after: unknown, keyword: string) => readonly (readonly [rule: string, what: string])[];

/** Returns a change with the level and the consequence of its rule. */
export function changeOf(rule: string, operations: readonly string[], where: string, what: string): Change {
  const [level, consequence] = RULES[rowOf(rule)] as readonly [Level, string];
  return { level, rule, operations, where, what, consequence };
}

/** Joins equal changes of operations with a shared schema. Sorts by level, largest first. */
export function joinChanges(changes: readonly Change[]): Change[] {
  const joined = new Map<string, Change>();
  for (const change of changes) {
    const key = JSON.stringify([change.rule, change.where, change.what]);
    const known = joined.get(key);
    joined.set(key, known === undefined ? change : { ...known, operations: [...new Set([...known.operations, ...change.operations])] });
  }
  return [...joined.values()].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}
