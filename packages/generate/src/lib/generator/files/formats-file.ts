import { isObject } from "../../contract/index.ts";
import { feedName } from "./feeds-file.ts";
import { formatRules } from "./format-rules.ts";
import type { ClientModel } from "../rows/operation-rows.ts";
import { itemsSchema, itemType } from "../rows/pagination-row.ts";
import { docComment, pascalCase, toSource } from "../text/print.ts";

/** The name of a function: `itemUsageToEcs` for `listItemUsages`. */
function formatName(operationId: string, format: "ecs" | "ocsf"): string {
  return `${feedName(operationId).replace(/Feed$/, "")}To${pascalCase(format)}`;
}

/** Returns `formats.ts`: functions that convert the events of each feed to ECS and OCSF. */
export function formatsFile({ contract, operations, extension }: ClientModel): string | undefined {
  const formats = (["ecs", "ocsf"] as const).filter((format) => isObject(contract.document[`x-${format}`]));
  const streams = operations.flatMap((operation) => {
    const { pagination } = operation.row;
    if (operation.definition["x-feed"] === undefined || pagination === undefined) return [];
    return [{ operation, type: itemType(contract, operation, pagination), schema: itemsSchema(contract, operation, pagination) }];
  });
  if (formats.length === 0 || streams.length === 0) return undefined;
  const types = [...new Set(streams.map(({ type }) => type))].sort();
  const constants = formats.includes("ocsf") ? `\nconst CLASSES = ${toSource(contract.document["x-ocsf"]?.["classes"])};\n` : "";
  const functions = streams.flatMap(({ operation, type, schema }) =>
    formats.map((format) => {
      const name = formatName(operation.id, format);
      const doc = docComment([
        `Converts an event of \`${operation.id}\` to ${TITLES[format]}. \`unknown\` has the properties with values that the contract does not have.`,
        `@see ${contract.source} \`x-${format}\``,
      ]);
      const ofRules = `${format === "ocsf" ? "CLASSES, " : ""}${toSource(formatRules(contract, schema, `x-${format}`))}`;
      return `\n${doc}export const ${name} = /* @__PURE__ */ ${format}Of<${type}>("${name}", ${ofRules});\n`;
    }),
  );
  const imports = formats.map((format) => `${format}Of`).join(", ");
  const results = [...formats.map((format) => `${pascalCase(format)}Event`), "Formatted"].join(", ");
  return `import { ${imports} } from "@keywright/core/formats";\nimport type { ${types.join(", ")} } from "./client.${extension}";\n\nexport type { ${results} } from "@keywright/core/formats";\n${constants}${functions.join("")}`;
}

const TITLES = { ecs: "the Elastic Common Schema (ECS)", ocsf: "the Open Cybersecurity Schema Framework (OCSF)" };
