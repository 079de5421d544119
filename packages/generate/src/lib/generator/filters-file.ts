import { type Contract, type ContractOperation, type Json } from "../contract/index.ts";
import { parametersOf } from "./parameters.ts";
import { toSource } from "./print.ts";

/**
 * `filters.ts`: a builder for the filter of each operation that takes one, typed by what the contract allows it to name.
 * `undefined` if no operation takes a filter.
 *
 * Marked as pure, so that bundlers leave out the ones that nobody uses from a file that holds more than they.
 */
export function filtersFile(contract: Contract, operations: readonly ContractOperation[]): string | undefined {
  const builders = operations.flatMap((operation) =>
    parametersOf(contract, operation, "query").flatMap(({ "x-filter": filter }) =>
      filter === undefined ? [] : [builderSource(contract, operation.id, filter as Json)],
    ),
  );
  return builders.length === 0 ? undefined : `import { filterBuilder } from "@keywright/core/client";\n${builders.join("")}`;
}

function builderSource({ source }: Contract, id: string, { attributes, operators }: Json): string {
  const [attribute = ""] = Object.keys(attributes as Json);
  const comment = `Makes filters for \`${id}\`, such as \`${id}Filter.${(operators as readonly string[])[0]}("${attribute}", value)\`: values are escaped, other attributes and operators are refused.`;
  return `\n/**\n * ${comment}\n *\n * @see ${source} \`${id}\`\n */\nexport const ${id}Filter = /* @__PURE__ */ filterBuilder(${toSource({ attributes, operators })});\n`;
}
