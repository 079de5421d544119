import { isObject } from "../../contract/index.ts";
import { feedName } from "./feeds-file.ts";
import { formatRules } from "./format-rules.ts";
import type { ClientModel } from "../rows/operation-rows.ts";
import { itemsSchema } from "../rows/pagination-row.ts";
import { docComment, pascalCase, toSource } from "../text/print.ts";

/** The name of a mapping: `itemUsageToEcs` for `listItemUsages`. */
function mappingName(operationId: string, format: "ecs" | "ocsf"): string {
  return `${feedName(operationId).replace(/Feed$/, "")}To${pascalCase(format)}`;
}

/** Returns `formats.ts`: how the events of each feed become those of ECS and OCSF, as data. */
export function formatsFile({ contract, operations }: ClientModel): string | undefined {
  const formats = (["ecs", "ocsf"] as const).filter((format) => isObject(contract.document[`x-${format}`]));
  const streams = operations.flatMap((operation) => {
    const { pagination } = operation.row;
    if (operation.definition["x-feed"] === undefined || pagination === undefined) return [];
    return [{ operation, schema: itemsSchema(contract, operation, pagination) }];
  });
  if (formats.length === 0 || streams.length === 0) return undefined;
  const classes = formats.map((format) => `const ${format.toUpperCase()}_CLASSES = ${toSource(contract.document[`x-${format}`]?.["classes"] ?? {})};\n`);
  const mappings = streams.flatMap(({ operation, schema }) =>
    formats.map((format) => {
      const doc = docComment([
        `Maps an event of \`${operation.id}\` to ${TITLES[format]}, for \`${format}Format\` of \`@keywright/sinks/formats\`.`,
        `@see ${contract.source} \`x-${format}\``,
      ]);
      const rules = toSource(formatRules(contract, schema, `x-${format}`));
      return `${doc}export const ${mappingName(operation.id, format)}: FormatMapping = {\n  classes: ${format.toUpperCase()}_CLASSES,\n  rules: ${rules.replaceAll(/\n(?=.)/g, "\n  ")},\n};\n`;
    }),
  );
  return [TYPES, ...classes, ...mappings].join("\n");
}

const TYPES = `/** How events become those of another format, as data. */
export interface FormatMapping {
  readonly classes: { readonly [name: string]: { readonly [constant: string]: unknown; readonly activities?: { readonly [name: string]: number } } };
  readonly rules: readonly FormatRule[];
}

/** A property of an event, the path that it sets, to what (by its value), and the kind of value. */
export type FormatRule = readonly [from: string, to: string, result?: Constant | readonly (readonly [result: Constant, values: readonly string[]])[], kind?: string];

type Constant = string | number | boolean | readonly string[];
`;

const TITLES = { ecs: "the Elastic Common Schema (ECS)", ocsf: "the Open Cybersecurity Schema Framework (OCSF)" };
