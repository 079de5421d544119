import { bundledDocument } from "./bundled-document.ts";
import { clientFile } from "./client-file.ts";
import { ContractError, operationsOf, readContract, type ReadOptions, withPlace } from "./contract.ts";
import { environmentFile } from "./environment-file.ts";
import { feedsFile } from "./feeds-file.ts";
import { filtersFile } from "./filters-file.ts";
import { indexFile } from "./index-file.ts";
import { operationRow } from "./operation-rows.ts";
import { operationsFile } from "./operations-file.ts";
import { schemaFile } from "./schema-file.ts";
import { valuesFile } from "./values-file.ts";

export { ContractError } from "./contract.ts";

/** The contents of a package's generated files by name. A file whose contract has nothing for it is absent. */
export type GeneratedFiles = Readonly<
  Record<"schema.ts" | "operations.ts" | "client.ts" | "index.ts" | "environment.ts" | "openapi.json" | "README.md", string> &
    Partial<Record<"feeds.ts" | "filters.ts" | "values.ts", string>>
>;

/**
 * Generates everything that a package takes from its contract. The same contract gives the same bytes.
 *
 * @param specPath The contract's first file, `specs/<service>/openapi.yaml`.
 * @param options `house: false` for a contract of somebody else, which need not keep the rules of this repository.
 * @returns The contents of each file by its name.
 * @throws ContractError where the contract breaks a rule: file, line and reason.
 */
export async function generate(specPath: string, options?: ReadOptions): Promise<GeneratedFiles> {
  const contract = await readContract(specPath, options);
  const operations = operationsOf(contract);
  const rows = operations.map((operation) => withPlace(contract, operation, () => operationRow(contract, operation)));
  const refused = contract.refused();
  if (refused.length > 0) throw new ContractError(refused.join("\n"));
  const source = `specs/${contract.service}/openapi.yaml`;
  const header = `// Generated from ${source} by \`pnpm generate\`. Do not edit: change the contract.\n\n`;
  const optional = {
    "feeds.ts": feedsFile(contract, operations, rows),
    "filters.ts": filtersFile(contract, operations),
    "values.ts": valuesFile(contract),
  };
  return {
    "schema.ts": header + (await schemaFile(contract)),
    "operations.ts": header + operationsFile(rows),
    "client.ts": header + clientFile(contract, operations, rows),
    "index.ts": header + indexFile(contract, operations),
    "environment.ts": header + environmentFile(contract),
    ...Object.fromEntries(Object.entries(optional).flatMap(([name, content]) => (content === undefined ? [] : [[name, header + content]]))),
    "openapi.json": `${JSON.stringify(bundledDocument(contract), undefined, 2)}\n`,
    "README.md": `# Generated; do not edit\n\nEverything in this folder comes from \`${source}\` by \`pnpm generate\`. Change the contract and generate again.\n`,
  };
}
