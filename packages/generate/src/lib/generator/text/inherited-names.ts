/** Names that every object inherits, such as `constructor`. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

const MARK = "keywrightInherited_";

/**
 * Returns a value in which these names are others: openapi-typescript cannot read them as keys.
 * Only parts with such names are copied.
 */
export function hideInherited(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]: [string, unknown]): [string, unknown] => {
    if (name === "$ref" && typeof member === "string") return [name, member.split("/").map(hidden).join("/")];
    if (name === "required" && Array.isArray(member) && member.some((each: unknown) => INHERITED.has(String(each)))) return [name, member.map(hiddenText)];
    return [hidden(name), hideInherited(member)];
  });
  const isChanged = entries.some(([name, member]) => !Object.hasOwn(value, name) || Reflect.get(value, name) !== member);
  if (!isChanged) return value;
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** Returns the name, or the types with the names, as they were. */
export function showInherited(text: string): string {
  return text.replaceAll(new RegExp(`${MARK}(\\w+)\\?: `, "g"), (_all, name: string) => `${name}?: ${inheritedType(name)}`).replaceAll(MARK, "");
}

/** The beginning of an optional property's type: without it, TypeScript accepts no `{}`. */
export function inheritedType(name: string): string {
  return INHERITED.has(name) && !name.startsWith("__") ? `Object["${name}"] | ` : "";
}

function hiddenText(value: unknown): unknown {
  return typeof value === "string" ? hidden(value) : value;
}

function hidden(name: string): string {
  return INHERITED.has(name) ? MARK + name : name;
}
