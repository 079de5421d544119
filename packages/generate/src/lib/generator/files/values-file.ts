import { schemasOf } from "../../contract/index.ts";
import type { ClientModel } from "../rows/operation-rows.ts";
import { constantName, toSource } from "../text/print.ts";
import { typeName, valuesOf } from "../schemas/schema-types.ts";

/** Returns `values.ts`: the known values of each named enumeration. */
export function valuesFile({ contract, extension }: ClientModel): string | undefined {
  const enums = schemasOf(contract).flatMap(([name, schema]) => {
    const values = valuesOf(schema);
    return values === undefined ? [] : [{ name: typeName(contract, name), values }];
  });
  if (enums.length === 0) return undefined;
  const imports = `import type { ${enums.map(({ name }) => name).join(", ")} } from "./client.${extension}";\n`;
  return (
    imports +
    enums
      .map(
        ({ name, values }) =>
          `\n/** The known values of {@link ${name}}, in the order of the contract. */\nexport const ${constantName(name)}_VALUES = ${toSource(values)} as const satisfies readonly ${name}[];\n`,
      )
      .join("")
  );
}
