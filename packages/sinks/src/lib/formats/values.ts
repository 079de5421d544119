import type { Constant, FormatRule, ValueGroup, Writing } from "./mapping.ts";

/** Returns what a value becomes, as JSON; an empty text for nothing. */
export type Convert = (value: unknown, writing: Writing, from: string) => string;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
/** A timestamp that Elasticsearch reads as it is. */
const STRICT_TIME = /^[^.tz]*(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** `email_t` of OCSF. */
const EMAIL = /^[\w!#$%&'*+\-/=?^`{|}~.,]+@[a-zA-Z\d-]+\.[a-zA-Z\d.-]+$/;

/** Values of each kind of field. A value that a field does not allow is left out. */
const KINDS: { readonly [kind: string]: Convert } = {
  text: (value) => quoted(textOf(value)),
  original: (_event, { original }) => JSON.stringify(original),
  number: within(Infinity),
  lat: within(90),
  lon: within(180),
  ip: (value) => (typeof value === "string" && (IPV4.test(value) || isIpv6(value)) ? quoted(value) : ""),
  email: (value) => (typeof value === "string" && EMAIL.test(value) ? quoted(value) : ""),
  // RFC 3339, for ECS. More than nine digits or lower case letters become milliseconds.
  date(value, writing, from) {
    const time = timeOf(value, writing, from);
    if (time === "") return "";
    return quoted(STRICT_TIME.test(value as string) ? (value as string) : new Date(Number(time)).toISOString());
  },
  time: timeOf,
};

/** Returns the conversion of a rule. */
export function conversionOf([, , result = "*", kind]: FormatRule): Convert {
  if (result === "*") return KINDS[kind ?? "text"] as Convert;
  if (areGroups(result)) return byValue(result);
  const constant = JSON.stringify(result);
  return kind === undefined ? () => constant : (value) => (textOf(value) === "" ? "" : constant);
}

function areGroups(result: FormatRule[2]): result is readonly ValueGroup[] {
  return typeof result === "object" && typeof result[0] === "object";
}

/** An object is no text. A number keeps its digits: a bigint is of a reader for large ones. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : ["number", "bigint", "boolean"].includes(typeof value) ? String(value) : "";
}

function quoted(text: string): string {
  return text === "" ? "" : JSON.stringify(text);
}

function within(limit: number): Convert {
  return (value) => (typeof value === "number" && Math.abs(value) <= limit ? JSON.stringify(value) : "");
}

function timeOf(value: unknown, writing: Writing, from: string): string {
  const time = typeof value === "string" && RFC_3339.test(value) ? Date.parse(value) : NaN;
  if (!Number.isNaN(time)) return String(time);
  writing.unknown(from);
  return "";
}

function byValue(groups: readonly ValueGroup[]): Convert {
  const constants = new Map(groups.flatMap(([constant, values]) => values.map((value) => [value, constant])));
  const others = constants.get("*");
  constants.delete("*");
  const patterns = [...constants].filter(([value]) => value.includes("*")).map(([value, constant]) => [patternOf(value), constant] as const);
  const json = new Map([...constants].map(([value, constant]) => [value, constant === "*" ? quoted(value) : JSON.stringify(constant)]));
  return (value, writing, from) => {
    const text = textOf(value);
    const known = json.get(text) ?? jsonOf(patterns.find(([pattern]) => pattern.test(text))?.[1]);
    if (text === "" || known !== "") return text === "" ? "" : known;
    if (others !== undefined) writing.unknown(from);
    return others === "*" ? quoted(text) : jsonOf(others);
  };
}

function jsonOf(constant: Constant | undefined): string {
  return constant === undefined ? "" : JSON.stringify(constant);
}

function patternOf(value: string): RegExp {
  return new RegExp(`^${value.replaceAll(/[^\w*]/g, String.raw`\$&`).replaceAll("*", ".*")}$`, "s");
}

/** Whether a text is an address of IPv6, by the platform's own parser. */
function isIpv6(text: string): boolean {
  return /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]/`);
}
