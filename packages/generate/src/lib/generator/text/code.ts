/** A name that a file imports from core. */
export interface Import {
  readonly entry: "@keywright/core" | "@keywright/core/client" | "@keywright/core/openapi";
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

/** A type of core's entry for people. */
export function coreType(name: string): Code {
  return { text: name, imports: [{ entry: "@keywright/core", name, isType: true }] };
}

/** A function of core's entry for generated code. */
export function clientValue(name: string): Code {
  return { text: name, imports: [{ entry: "@keywright/core/client", name, isType: false }] };
}

/** A function of core that only some contracts need. */
export function openapiValue(name: string): Code {
  return { text: name, imports: [{ entry: "@keywright/core/openapi", name, isType: false }] };
}

/** A type of core's entry for generated code. */
export function clientType(name: string): Code {
  return { text: name, imports: [{ entry: "@keywright/core/client", name, isType: true }] };
}

/** A type of core that only some contracts need. */
export function openapiType(name: string): Code {
  return { text: name, imports: [{ entry: "@keywright/core/openapi", name, isType: true }] };
}

/** The import statements of a file, by entry. */
export function importStatements(imports: readonly Import[]): string {
  return (["@keywright/core/client", "@keywright/core/openapi"] as const)
    .flatMap((from) =>
      [true, false].map((isType) => {
        const names = [...new Set(imports.filter((each) => each.entry === from && each.isType === isType).map(({ name }) => name))].sort();
        return names.length === 0 ? "" : `import ${isType ? "type " : ""}{ ${names.join(", ")} } from "${from}";\n`;
      }),
    )
    .join("");
}
