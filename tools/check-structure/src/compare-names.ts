import { kebabCase } from "./kebab-case.ts";
import type { ServiceNames } from "./name-places.ts";

/** Verbs of operations everywhere: a test of one may be left when the contract has no operation with that verb any more. */
const STANDARD_VERBS = ["list", "get", "create", "replace", "update", "patch", "delete"];

/** The test of every operation by the examples of the contract. What is special about an operation has a test of its own beside it. */
const WHOLE_CONTRACT = "contract";

/**
 * Compares the places of one service with its contract: the `operationId` is the name in each.
 *
 * @returns A line for each name that is missing or too much: what, where, what to do.
 */
export function compareNames({ contract, places, tests, testFolder }: ServiceNames): string[] {
  const findings: string[] = [];
  for (const { what, where, names, open, except = [] } of places) {
    for (const name of contract.names)
      if (!names.includes(name) && !except.includes(name))
        findings.push(`${where}: ${name} is missing in ${what}, the contract has it; run pnpm generate, or add it.`);
    if (open) continue;
    for (const name of names)
      if (!contract.names.includes(name))
        findings.push(`${where}: ${name} is in ${what}, the contract has no such operation; run pnpm generate, or remove it.`);
  }
  for (const name of contract.names) {
    if (!tests.includes(kebabCase(name)) && !tests.includes(WHOLE_CONTRACT))
      findings.push(`${testFolder}/${kebabCase(name)}.test.ts: there is no test of ${name}; write one that shows the exact request and each answer.`);
  }
  const known = [...contract.names, ...places.flatMap(({ names }) => names)].map(kebabCase);
  const verbs = new Set([...STANDARD_VERBS, ...contract.names.map((name) => verbOf(kebabCase(name)))]);
  for (const test of tests) {
    if (test.includes("-") && verbs.has(verbOf(test)) && !known.includes(test)) {
      findings.push(`${testFolder}/${test}.test.ts: it is named like the test of an operation or method, and there is none of that name; rename or remove it.`);
    }
  }
  return findings;
}

/** The first word of a name in kebab case. */
function verbOf(name: string): string {
  return name.split("-")[0] as string;
}
