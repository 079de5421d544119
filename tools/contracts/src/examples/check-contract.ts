import { type Finding, operationsOf, sortFindings } from "@keywright/generate/contract";
import { generateFrom, openContract, requestDocument } from "@keywright/generate";
import type { Config } from "@redocly/openapi-core";
import { checkExamples } from "./check-examples.ts";
import { checkPages } from "./check-pages.ts";
import { checkSchemas } from "./check-schemas.ts";
import { createValidator } from "./validators.ts";

/** The result of a check: counts and problems of a contract. */
export interface Checked {
  /** Sorted by place. */
  readonly findings: readonly Finding[];
  /** Absent if the contract cannot be joined into one document: nothing else was checked. */
  readonly counts?: { readonly operations: number; readonly examples: number; readonly lists: number };
}

/** Checks a contract: rules, schemas, examples, pages, and whether it generates a client. */
export async function checkContract(file: string, config: Config): Promise<Checked> {
  const { findings, contract } = await openContract(file, { config });
  if (contract === undefined) return { findings };
  const told = new Set(findings.map(({ file: at, line }) => `${at}:${line}`));
  const schemas = checkSchemas(contract).filter(({ file: at, line }) => !told.has(`${at}:${line}`));
  const examples = checkExamples(contract, { request: createValidator(requestDocument(contract)), other: createValidator(contract.document) });
  const pages = checkPages(contract);
  await generateFrom(contract);
  return {
    findings: sortFindings([...findings, ...schemas, ...examples.findings, ...pages.findings, ...contract.problems()]),
    counts: { operations: operationsOf(contract).length, examples: examples.checked, lists: pages.checked },
  };
}
