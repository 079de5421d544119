import type { ClientModel } from "../rows/operation-rows.ts";
import { rowName } from "../rows/row-name.ts";
import { toSource } from "../text/print.ts";

/** Returns `operations.ts`: the run-time data of each operation, by itself and as a table. */
export function operationsFile({ operations }: ClientModel): string {
  const rows = operations.map(({ id, row }) => `export const ${rowName(id)} = ${toSource(row)} as const satisfies Operation;\n\n`);
  const members = operations.map(({ id }) => `  ${id === rowName(id) ? id : `${id}: ${rowName(id)}`},\n`);
  return [
    'import type { Operation, OperationTable } from "@keywright/core/client";\n\n',
    ...rows,
    `/** A row for each operation of the contract. */\nexport const operations = {\n${members.join("")}} as const satisfies OperationTable;\n`,
  ].join("");
}
