import { findServices } from "@keywright/tool-services";
import { missingPackages } from "./missing-packages.ts";
import { compareContents } from "./sibling-contents.ts";
import { compareFiles } from "./sibling-files.ts";
import { compareNames } from "./compare-names.ts";
import { compareGeneratedEntries } from "./generated-entries.ts";
import { readNames } from "./name-places.ts";

/** What was compared, and what has to change. */
export interface Checked {
  readonly findings: readonly string[];
  /** How many operations there are. */
  readonly names: number;
  /** In how many kinds of place each is named. */
  readonly places: number;
}

/** Compares the names of all operations in all their places, and the files of the clients with each other. */
export async function checkStructure(root: string): Promise<Checked> {
  const all = findServices(root);
  if (all.length === 0) return { findings: ["specs: there is no contract; expected specs/<service>/openapi.yaml."], names: 0, places: 0 };
  const { findings, services } = await missingPackages(root, all);
  const kinds = new Set(["the contract", "the tests"]);
  let names = 0;
  for (const service of services) {
    try {
      const read = await readNames(root, service);
      findings.push(...compareNames(read));
      names += read.contract.names.length;
      for (const { what } of read.places) kinds.add(what);
    } catch (error) {
      findings.push(
        `packages/${service}: its names cannot be read: ${error instanceof Error ? error.message : String(error)}; run pnpm generate, or write what is missing.`,
      );
    }
  }
  findings.push(...(await compareFiles(root, services)), ...(await compareContents(root, services)), ...(await compareGeneratedEntries(root, services)));
  return { findings, names, places: kinds.size };
}
