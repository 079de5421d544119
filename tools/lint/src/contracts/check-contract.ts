import type { Config } from "@redocly/openapi-core";
import { checkExamples } from "./check-examples.ts";
import { checkPages } from "./check-pages.ts";
import { loadContract } from "./contract.ts";
import type { Finding } from "./finding.ts";
import { lintContract } from "./lint-contract.ts";
import { operationsOf } from "./operations.ts";
import { createValidator } from "./validators.ts";

/** What was looked at in a contract, and what has to change. */
export interface Checked {
  readonly findings: readonly Finding[];
  /** Absent where the contract does not hold together: nothing beyond that was looked at. */
  readonly counts?: { readonly operations: number; readonly examples: number; readonly lists: number };
}

/** Checks one contract: its rules, its examples and its pages. */
export async function checkContract(file: string, config: Config): Promise<Checked> {
  const { findings, readable } = await lintContract(file, config);
  if (!readable) return { findings };
  const contract = await loadContract(file, config);
  const validate = createValidator(contract.document);
  const examples = checkExamples(contract, validate);
  const pages = checkPages(contract);
  return {
    findings: [...findings, ...examples.findings, ...pages.findings],
    counts: { operations: operationsOf(contract.document).length, examples: examples.checked, lists: pages.checked },
  };
}
