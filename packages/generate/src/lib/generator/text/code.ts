/** A name that a file imports from core. */
export interface Import {
  readonly entry: "@keywright/core" | "@keywright/core/client" | "@keywright/core/openapi" | "@keywright/core/parts";
  readonly name: string;
  readonly isType: boolean;
}

/** Text of a file, with the names that it needs from core. */
export interface Code {
  readonly text: string;
  readonly imports: readonly Import[];
}

type Part = string | number | Code;

/** Returns text with the imports of all its parts. */
export function code(strings: TemplateStringsArray, ...parts: readonly Part[]): Code {
  return joinCode(strings.flatMap((text, index) => [text, parts[index] ?? ""]));
}

/** Joins texts with their imports. */
export function joinCode(parts: readonly Part[], separator = ""): Code {
  const codes = parts.map((part) => (typeof part === "object" ? part : { text: String(part), imports: [] }));
  return { text: codes.map(({ text }) => text).join(separator), imports: codes.flatMap(({ imports }) => imports) };
}

function importer(entry: Import["entry"], isType: boolean): (name: string) => Code {
  return (name) => ({ text: name, imports: [{ entry, name, isType }] });
}

/** A type of core's entry for people. */
export const coreType = importer("@keywright/core", true);

/** A function of core's entry for generated code. */
export const clientValue = importer("@keywright/core/client", false);

/** A type of core's entry for generated code. */
export const clientType = importer("@keywright/core/client", true);

/** A function of core that many contracts need: a file of its own, which loads faster. */
export const partsValue = importer("@keywright/core/parts", false);

/** A function of core that only some contracts need. */
export const openapiValue = importer("@keywright/core/openapi", false);

/** A type of core that only some contracts need. */
export const openapiType = importer("@keywright/core/openapi", true);

/** The import statements of a file, by entry. */
export function importStatements(imports: readonly Import[]): string {
  return (["@keywright/core/client", "@keywright/core/openapi", "@keywright/core/parts"] as const)
    .flatMap((from) =>
      [true, false].map((isType) => {
        const names = [...new Set(imports.filter((each) => each.entry === from && each.isType === isType).map(({ name }) => name))].sort();
        return names.length === 0 ? "" : `import ${isType ? "type " : ""}{ ${names.join(", ")} } from "${from}";\n`;
      }),
    )
    .join("");
}
