import type { Contract, FilterShape } from "../../contract/index.ts";
import type { ClientModel } from "../rows/operation-rows.ts";
import { parametersOf } from "../request/parameters.ts";
import { toSource } from "../text/print.ts";

/**
 * Returns `filters.ts`: a builder for each filter, typed by its attributes and operators.
 * `undefined` if no operation takes a filter.
 *
 * The calls are marked as pure, so that bundlers drop unused ones.
 */
export function filtersFile({ contract, operations }: ClientModel): string | undefined {
  const builders = operations.flatMap((operation) =>
    parametersOf(operation, "query").flatMap(({ "x-filter": filter }) => (filter === undefined ? [] : [builderSource(contract, operation.id, filter)])),
  );
  return builders.length === 0 ? undefined : `import { filterBuilder } from "@keywright/core/client";\n${builders.join("")}`;
}

function builderSource({ source }: Contract, id: string, { attributes, operators, brackets }: FilterShape): string {
  const [attribute = ""] = Object.keys(attributes);
  const comment = `Builds filters for \`${id}\`, such as \`${id}Filter.${operators[0]}("${attribute}", value)\`. Escapes values, and throws for other attributes and operators.`;
  const doc = `${comment}\n *\n * @see ${source} \`${id}\``.replaceAll("*/", "*\\/");
  const spec = { attributes, operators, ...(brackets ? { brackets } : {}) };
  return `\n/**\n * ${doc}\n */\nexport const ${id}Filter = /* @__PURE__ */ filterBuilder(${toSource(spec)});\n`;
}
