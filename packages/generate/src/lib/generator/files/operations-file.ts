import type { ClientModel } from "../rows/operation-rows.ts";
import { key, toSource } from "../text/print.ts";

/** Returns `operations.ts`: the run-time data of each operation. */
export function operationsFile({ operations }: ClientModel): string {
  const members = operations.map(({ row }) => `  ${key(row.id)}: ${toSource(row, 2)},\n`);
  return `import type { OperationTable } from "@keywright/core/client";\n\n/** A row for each operation of the contract. */\nexport const operations = {\n${members.join("")}} as const satisfies OperationTable;\n`;
}
