/** Line width of generated text. */
export const WIDTH = 160;

/** A value as TypeScript source: on one line if it fits, otherwise one property per line. */
export function toSource(value: unknown, indent = 0): string {
  const flat = flatSource(value, WIDTH - 20 - indent);
  if (flat !== undefined) return flat;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pad = " ".repeat(indent + 2);
  const close = " ".repeat(indent);
  if (Array.isArray(value)) return `[\n${value.map((item) => `${pad}${toSource(item, indent + 2)},\n`).join("")}${close}]`;
  const members = definedEntries(value).map(([name, member]) => `${pad}${literalKey(name)}: ${toSource(member, indent + 2)},\n`);
  return `{\n${members.join("")}${close}}`;
}

/** A value on one line; `undefined` if that is longer than the room. */
function flatSource(value: unknown, room: number): string | undefined {
  const text = typeof value === "object" && value !== null ? flatEntries(value, room - 2) : JSON.stringify(value);
  return text !== undefined && text.length <= room ? text : undefined;
}

function flatEntries(value: object, room: number): string | undefined {
  const members: string[] = [];
  let left = room;
  for (const [name, member] of definedEntries(value)) {
    const text = flatSource(member, left);
    if (text === undefined) return undefined;
    members.push(Array.isArray(value) ? text : `${literalKey(name)}: ${text}`);
    left -= text.length + 2;
  }
  if (Array.isArray(value)) return `[${members.join(", ")}]`;
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

/** The name of a property, in quotes only if TypeScript needs them. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** The same in an object literal, where `__proto__` would be no property. */
function literalKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : key(name);
}

/** A doc comment from paragraphs and tags; empty without any. Wraps lines, except fenced code. */
export function docComment(paragraphs: readonly (string | undefined)[], indent = ""): string {
  const lines = paragraphs
    .filter((paragraph): paragraph is string => paragraph !== undefined && paragraph.trim() !== "")
    .flatMap((paragraph, index, all) => {
      const before = all[index - 1] ?? "";
      const compact = paragraph.startsWith("@") && before.startsWith("@") && !before.includes("```");
      return [...(index === 0 || compact ? [] : [""]), ...wrap(paragraph.trim().replaceAll("*/", "*\\/"), WIDTH - indent.length - 3)];
    });
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

function wrap(text: string, width: number): string[] {
  if (text.includes("```")) return text.split("\n");
  return text.split("\n").flatMap((line) => {
    const lines: string[] = [];
    let current = "";
    for (const word of line.trim().split(/\s+/)) {
      if (current !== "" && current.length + 1 + word.length > width) {
        lines.push(current);
        current = word;
      } else {
        current = current === "" ? word : `${current} ${word}`;
      }
    }
    return [...lines, current];
  });
}

/** `item-usage`, `itemUsage` or `ItemUsage` as `ITEM_USAGE`. */
export function constantName(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toUpperCase();
}

/** The part of an environment variable's name, whose characters are ASCII. */
export function variableName(name: string): string {
  return constantName(name).replaceAll(/\W/g, "_");
}

/** The beginning of a client's environment variables, such as `KEYWRIGHT_VAULT`. */
export function variablePrefix({ service, envPrefix }: { readonly service: string; readonly envPrefix?: string | undefined }): string {
  return envPrefix ?? `KEYWRIGHT_${constantName(service)}`;
}

/** `listItems` as `ListItems`, `ticket-desk` as `TicketDesk`. */
export function pascalCase(name: string): string {
  return name
    .split("-")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
}

/** `ticket-desk` as `ticketDesk`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`;
}

/** A name as that of a type, without invalid characters: `order-line` as `OrderLine`. */
export function typeNameOf(name: string): string {
  const pascal = pascalCase(name.replaceAll(/[^\p{ID_Continue}$]+/gu, "-"));
  return /^\p{ID_Start}/u.test(pascal) ? pascal : `_${pascal}`;
}

/** The tag of a deprecated part of the contract. */
export function deprecation({ deprecated }: { readonly deprecated?: unknown }): string | undefined {
  return deprecated === true ? "@deprecated The service may remove it." : undefined;
}
