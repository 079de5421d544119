import { clientFile } from "./client-file.ts";
import { operationsOf, readContract, withPlace } from "./contract.ts";
import { feedsFile } from "./feeds-file.ts";
import { filtersFile } from "./filters-file.ts";
import { operationRow } from "./operation-rows.ts";
import { operationsFile } from "./operations-file.ts";
import { partsFile } from "./parts-file.ts";
import { schemaFile } from "./schema-file.ts";
import { valuesFile } from "./values-file.ts";

export { ContractError } from "./contract.ts";

/** The names of what is generated, in the folder of one package. */
export type GeneratedFile = "schema.ts" | "operations.ts" | "parts.ts" | "client.ts" | "feeds.ts" | "filters.ts" | "values.ts" | "openapi.json" | "README.md";

/**
 * Generates everything that a package takes from its contract. The same contract gives the same bytes.
 *
 * @param specPath The contract's first file, `specs/<service>/openapi.yaml`.
 * @returns The contents of each file by its name.
 * @throws ContractError where the contract breaks a rule: file, line and reason.
 */
export async function generate(specPath: string): Promise<Record<GeneratedFile, string>> {
  const contract = await readContract(specPath);
  const operations = operationsOf(contract);
  const rows = operations.map((operation) => withPlace(contract, operation, () => operationRow(contract, operation)));
  const source = `specs/${contract.service}/openapi.yaml`;
  const header = `// Generated from ${source} by \`pnpm generate\`. Do not edit: change the contract.\n\n`;
  return {
    "schema.ts": header + (await schemaFile(contract)),
    "operations.ts": header + operationsFile(rows),
    "parts.ts": header + partsFile(rows),
    "client.ts": header + clientFile(contract, operations, rows),
    "feeds.ts": header + feedsFile(contract, operations, rows),
    "filters.ts": header + filtersFile(contract, operations),
    "values.ts": header + valuesFile(contract),
    "openapi.json": `${JSON.stringify(contract.document, undefined, 2)}\n`,
    "README.md": `# Generated; do not edit\n\nEverything in this folder comes from \`${source}\` by \`pnpm generate\`. Change the contract and generate again.\n`,
  };
}
