import { type Contract, type ContractOperation, type Json } from "../../contract/index.ts";
import { parametersOf } from "../request/parameters.ts";
import { toSource } from "../text/print.ts";

/**
 * Returns `filters.ts`: a filter builder for each operation with a filter, typed by the attributes and operators of the contract.
 * `undefined` if no operation takes a filter.
 *
 * The calls are marked as pure, so that bundlers drop unused ones.
 */
export function filtersFile(contract: Contract, operations: readonly ContractOperation[]): string | undefined {
  const builders = operations.flatMap((operation) =>
    parametersOf(contract, operation, "query").flatMap(({ "x-filter": filter }) =>
      filter === undefined ? [] : [builderSource(contract, operation.id, filter as Json)],
    ),
  );
  return builders.length === 0 ? undefined : `import { filterBuilder } from "@keywright/core/client";\n${builders.join("")}`;
}

function builderSource({ source }: Contract, id: string, { attributes, operators, brackets }: Json): string {
  const [attribute = ""] = Object.keys(attributes as Json);
  const comment = `Builds filters for \`${id}\`, such as \`${id}Filter.${(operators as readonly string[])[0]}("${attribute}", value)\`. Escapes values, and throws for other attributes and operators.`;
  const doc = `${comment}\n *\n * @see ${source} \`${id}\``.replaceAll("*/", "*\\/");
  const spec = { attributes, operators, ...(brackets === true ? { brackets } : {}) };
  return `\n/**\n * ${doc}\n */\nexport const ${id}Filter = /* @__PURE__ */ filterBuilder(${toSource(spec)});\n`;
}
