/** One rule that a server of these services keeps, in our own words. */
export interface Rule {
  /** Where in the document it stands. */
  readonly section: string;
  readonly rule: string;
  /** Tests that show it: a file below the emulator's tests without its ending, a colon, and a part of the titles. Each has to match. */
  readonly tests: readonly string[];
  /** The document leaves this open, and the emulator's README says what was chosen. */
  readonly chosen?: true;
  /** Why no test shows it: no operation has it, or the emulator does not imitate it. Then no tests are named. */
  readonly absent?: string;
}

/** The rules of one document. */
export interface RuleDocument {
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** Gives the rules of a section their place. */
export function section(name: string, rules: { readonly [rule: string]: readonly string[] }): readonly Rule[] {
  return Object.entries(rules).map(([rule, tests]) => ({ section: name, rule, tests }));
}

/** The same for what the document leaves open. */
export function open(name: string, rules: { readonly [rule: string]: readonly string[] }): readonly Rule[] {
  return section(name, rules).map((rule) => ({ ...rule, chosen: true as const }));
}

/** The same for what no operation has, and what is not imitated, with the reason. */
export function absent(name: string, rules: { readonly [rule: string]: string }): readonly Rule[] {
  return Object.entries(rules).map(([rule, reason]) => ({ section: name, rule, tests: [], absent: reason }));
}
