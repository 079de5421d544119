import type { Problem, Wanted } from "./wanted.ts";

/** Secrets by their references. Throws for a reference that was not read. */
export type ValueOf = (reference: string) => string;

/** Some secrets cannot be read: exit code 3. */
export class UnresolvedError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    const names = new Set(problems.map(({ name }) => name)).size;
    super(`${names} ${names === 1 ? "value" : "values"} cannot be resolved:${problems.map(({ name, reason }) => `\n  ${name}: ${reason}`).join("")}`);
    this.name = "UnresolvedError";
    this.problems = problems;
  }
}

/** Returns the distinct references of texts. */
export function referencesOf(wanted: readonly Wanted[]): readonly string[] {
  return [...new Set(wanted.flatMap(({ references }) => references))];
}

/** Returns the reasons of references under the names of the texts that need them. */
export function problemsOf(wanted: readonly Wanted[], reasons: { readonly [reference: string]: string }): readonly Problem[] {
  return wanted.flatMap(({ name, references }) =>
    references.flatMap((reference) => (Object.hasOwn(reasons, reference) ? [{ name, reason: reasons[reference] ?? "" }] : [])),
  );
}
