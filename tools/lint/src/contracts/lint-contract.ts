import { type Config, getLineColLocation, lint, type NormalizedProblem, YamlParseError } from "@redocly/openapi-core";
import type { Finding } from "./finding.ts";

/** What linting a contract gave. */
export interface Linted {
  readonly findings: readonly Finding[];
  /** Whether the contract holds together so far that its parts can be followed. */
  readonly readable: boolean;
}

/** Findings of these rules mean that parts of the contract cannot be found. */
const STRUCTURAL_RULES = ["struct", "no-unresolved-refs"];

/** Lints one contract by the rules of `specs/redocly.yaml`. Warnings count like errors. */
export async function lintContract(file: string, config: Config): Promise<Linted> {
  let problems: readonly NormalizedProblem[];
  try {
    problems = await lint({ ref: file, config });
  } catch (error) {
    const place = error instanceof YamlParseError ? { line: error.line, column: error.col } : {};
    const reason = error instanceof Error ? error.message : String(error);
    return { findings: [{ file, ...place, message: `The contract cannot be read: ${reason}. Correct the file.` }], readable: false };
  }
  return {
    findings: problems.filter(({ ignored }) => ignored !== true).map((problem) => findingOf(file, problem)),
    readable: problems.every(({ ruleId }) => !STRUCTURAL_RULES.includes(ruleId)),
  };
}

function findingOf(file: string, { message, ruleId, location, suggest }: NormalizedProblem): Finding {
  const hint = suggest.length > 0 ? ` Did you mean ${suggest.join(" or ")}?` : "";
  const text = `${message}${hint} [${ruleId}]`;
  if (location[0] === undefined) return { file, message: text };
  const { source, start } = getLineColLocation(location[0]);
  return { file: source.absoluteRef, line: start.line, column: start.col, message: text };
}
