import type { TestModule } from "vitest/node";

/** The share of the applicable scenarios that must pass. */
const ENOUGH = 0.95;

/** The result of a scenario's test. A skipped test has the reason in its note. */
export interface Outcome {
  readonly state: string;
  readonly note?: string | undefined;
}

/** Returns the counts as a line, and whether enough scenarios passed. */
export function countOutcomes(outcomes: readonly Outcome[]): { readonly line: string; readonly isEnough: boolean } {
  const count = (state: string, note = ""): number => outcomes.filter((outcome) => outcome.state === state && (outcome.note ?? "").startsWith(note)).length;
  const [passed, wrong, refused, others] = [count("passed"), count("failed"), count("skipped", "refused: "), count("skipped", "not applicable: ")];
  const applicable = passed + wrong + refused;
  return {
    line: `${passed} of ${applicable} applicable scenarios passed, ${refused} refused in words, ${wrong} wrong, ${others} not applicable`,
    isEnough: passed >= applicable * ENOUGH,
  };
}

/** Ends a run with the refused scenarios and the counts, and fails it if too few scenarios passed. */
export function printCounts(modules: readonly TestModule[]): void {
  const specs = modules.filter(({ moduleId }) => moduleId.endsWith("/scenarios.test.ts")).flatMap(({ children }) => [...children.suites()]);
  const outcomes = specs.flatMap((spec) =>
    [...spec.children.allTests()].map((test): Outcome & { readonly name: string } => {
      // If no client could be generated, no scenario ran.
      return { name: test.name, note: undefined, ...(spec.errors().length > 0 ? { state: "failed" } : test.result()) };
    }),
  );
  for (const { name, note = "" } of outcomes) if (note.startsWith("refused: ")) console.log(`${name} ${note}`);
  const { line, isEnough } = countOutcomes(outcomes);
  if (!isEnough) process.exitCode = 1;
  process.once("exit", () => console.log(line));
}
