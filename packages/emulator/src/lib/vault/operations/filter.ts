import { InvalidInput } from "../../core/values/issues.ts";

/** A filter: a comparison of an attribute with a text. */
export interface Filter {
  readonly attribute: string;
  readonly operator: "eq" | "co";
  readonly value: string;
}

/** The attributes of a list's filter. */
export interface FilterRules {
  /** Name of the list in messages: `vaults`. */
  readonly subject: string;
  /** The documented name of each attribute. */
  readonly attributes: { readonly [name: string]: string };
  readonly operators: readonly Filter["operator"][];
}

/** Vaults are filtered by name; some clients send `title`. */
export const VAULT_FILTER: FilterRules = { subject: "vaults", attributes: { name: "name", title: "name" }, operators: ["eq"] };

/** Items are filtered by title or tag. */
export const ITEM_FILTER: FilterRules = { subject: "items", attributes: { title: "title", tag: "tag" }, operators: ["eq", "co"] };

/**
 * Parses `attribute operator "text"`: SCIM's grammar without logic, brackets and parentheses.
 *
 * @throws InvalidInput if it is not a filter.
 */
export function parseFilter(text: string, { subject, attributes, operators }: FilterRules): Filter {
  const first = text.indexOf(" ");
  const second = first < 0 ? -1 : text.indexOf(" ", first + 1);
  if (second < 0) throw invalid('it must have the form attribute operator "value"');
  // RFC 7644 §3.4.2.2: attributes and operators are case insensitive.
  const attribute = text.slice(0, first).toLowerCase();
  const documented = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  if (documented === undefined) {
    const known = [...new Set(Object.values(attributes))].join(" or ");
    throw invalid(`${subject} are filtered by ${known}${/^[a-z][\w.:-]{0,40}$/.test(attribute) ? `, not by ${attribute}` : ""}`);
  }
  const operator = operators.find((known) => known === text.slice(first + 1, second).toLowerCase());
  if (operator === undefined) throw invalid(`the operator must be ${operators.join(" or ")}`);
  return { attribute: documented, operator, value: readQuoted(text, second + 1) };
}

/** Returns whether a text matches, with its case. */
export function fits({ operator, value }: Filter, text: string): boolean {
  return operator === "eq" ? text === value : text.includes(value);
}

const ESCAPES: { readonly [letter: string]: string } = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Returns the value at the end of the filter, a JSON string (RFC 7644 §3.4.2.2, RFC 8259 §7). */
function readQuoted(text: string, start: number): string {
  if (text[start] !== '"') throw invalid("the value must be in double quotes");
  const parts: string[] = [];
  let from = start + 1;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') {
      if (at !== text.length - 1) throw invalid("nothing may follow the value");
      return parts.join("") + text.slice(from, at);
    }
    if (character < " ") throw invalid("a control character must be written as an escape");
    if (character !== "\\") continue;
    const letter = text[at + 1] ?? "";
    const hex = letter === "u" ? /^[\da-f]{4}/i.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
    const escaped = hex === undefined ? (Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined) : String.fromCharCode(Number.parseInt(hex, 16));
    if (escaped === undefined) throw invalid("the value has an escape that JSON does not know");
    parts.push(text.slice(from, at), escaped);
    at += hex === undefined ? 1 : 5;
    from = at + 1;
  }
  throw invalid("the value must end with a double quote");
}

function invalid(reason: string): InvalidInput {
  return new InvalidInput(`Invalid filter: ${reason}`);
}
