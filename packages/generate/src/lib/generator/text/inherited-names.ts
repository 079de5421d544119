/** Names that every object inherits, such as `constructor`. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

const MARK = "keywrightInherited_";

/** Returns a copy in which these names are others: openapi-typescript cannot read them as keys. */
export function hideInherited(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(hideInherited);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (name === "$ref" && typeof member === "string") return [name, member.split("/").map(hidden).join("/")];
      if (name === "required" && Array.isArray(member)) return [name, member.map((each: unknown) => (typeof each === "string" ? hidden(each) : each))];
      return [hidden(name), hideInherited(member)];
    }),
  );
}

/** Returns the name, or the types with the names, as they were. */
export function showInherited(text: string): string {
  return text.replaceAll(new RegExp(`${MARK}(\\w+)\\?: `, "g"), (_all, name: string) => `${name}?: ${inheritedType(name)}`).replaceAll(MARK, "");
}

/** The beginning of an optional property's type: without it, TypeScript accepts no `{}`. */
export function inheritedType(name: string): string {
  return INHERITED.has(name) && !name.startsWith("__") ? `Object["${name}"] | ` : "";
}

function hidden(name: string): string {
  return INHERITED.has(name) ? MARK + name : name;
}
