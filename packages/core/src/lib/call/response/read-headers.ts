import type { Challenge } from "../../http.ts";

// RFC 9110 §11.2, §11.6.1 and §5.6. Sticky patterns take linear time.
const TOKEN = /[!#$%&'*+\-.^_`|~\w]+/y;
const TOKEN68 = /[\w\-.~+/]+=*(?=[ \t]*(?:,|$))/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const EQUALS = /[ \t]*=[ \t]*/y;
const SPACE = /[ \t]+/y;
const SEPARATOR = /[ \t,]*/y;
const END_OF_PART = /[ \t]*(?=,|$)/y;
const PARAMETER_OR_END = /(?=[!#$%&'*+\-.^_`|~\w]+[ \t]*=|,|$)/y;

/**
 * Parses a `WWW-Authenticate` header.
 *
 * If a parameter occurs twice, the last value counts, as in most parsers.
 *
 * @returns The challenges in order; none if any part of the header violates the grammar.
 */
export function readChallenges(header: string | null | undefined): readonly Challenge[] {
  const text = header ?? "";
  const challenges: { scheme: string; parameters: Record<string, string>; token68?: string }[] = [];
  let at = 0;
  let takesParameters = false;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (take(SEPARATOR); at < text.length; take(SEPARATOR)) {
    const name = take(TOKEN)?.[0].toLowerCase();
    if (name === undefined) return [];
    if (take(EQUALS) !== null) {
      const value = take(QUOTED)?.[1]?.replaceAll(/\\(.)/g, "$1") ?? take(TOKEN)?.[0];
      const current = challenges.at(-1);
      if (!takesParameters || current === undefined || value === undefined || take(END_OF_PART) === null) return [];
      current.parameters[name] = value;
      continue;
    }
    takesParameters = take(SPACE) !== null;
    const token68 = takesParameters ? take(TOKEN68)?.[0] : undefined;
    challenges.push({ scheme: name, parameters: Object.create(null) as Record<string, string>, ...(token68 && { token68 }) });
    if (token68 !== undefined) takesParameters = false;
    else if (takesParameters && take(PARAMETER_OR_END) === null) return [];
  }
  return challenges;
}

// RFC 9110 §5.6.7: the three forms of an HTTP-date, also with a one-digit day, with UTC for GMT,
// and mixed, because servers send them.
const FIXDATE_OR_RFC850 = /^[A-Z][a-z]+, (\d{1,2})[ -]([A-Z][a-z]{2})[ -](\d\d|\d{4}) (\S{8}) (?:GMT|UTC)$/;
const ASCTIME_DATE = /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) (?: |(\d))(\d) (\S{8}) (\d{4})$/;

/**
 * Parses a `Retry-After` header.
 *
 * @param value The header's value: whole seconds, or one of the three forms of an HTTP-date (RFC
 * 9110 §10.2.3).
 * @param wallNowMs The system time that a date is compared with.
 * @returns The time to wait in milliseconds, 0 for a date in the past; `undefined` if the value is
 * neither.
 */
export function readRetryAfter(value: string | null | undefined, wallNowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000;
  const parts = FIXDATE_OR_RFC850.exec(text.replace(ASCTIME_DATE, "$1, $3$4 $2 $6 $5 GMT"));
  const date = parts ? readDate(parts, wallNowMs) : undefined;
  return date === undefined ? undefined : Math.max(0, date - wallNowMs);
}

function readDate([, day = "", month, year = "", time = ""]: readonly string[], wallNowMs: number): number | undefined {
  const century = year.length === 2 ? Math.floor(new Date(wallNowMs).getUTCFullYear() / 100) * 100 : 0;
  const dateIn = (fullYear: number): number | undefined => {
    const written = `${day.padStart(2, "0")} ${month} ${fullYear} ${time.replace(/60$/, "59")} GMT`;
    const date = Date.parse(written);
    // A date that changes when it is parsed and printed is invalid, such as February 30.
    if (!new Date(date).toUTCString().endsWith(written)) return undefined;
    return time.endsWith("60") ? date + 1000 : date;
  };
  const date = dateIn(century + Number(year));
  // RFC 9110 §5.6.7: a two-digit year more than 50 years in the future is in the previous century.
  return century > 0 && date !== undefined && date - wallNowMs > 50 * 365.25 * 86_400_000 ? dateIn(century - 100 + Number(year)) : date;
}

// RFC 8288 §3 and RFC 9110 §5.6. Sticky patterns take linear time. A reference ends at ">".
const START = /[\s,]*<([^>]*)>/y;
const PARAMETER = /\s*;\s*([^\s=;,"<>]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/**
 * Parses the targets of the next page from a `Link` header.
 *
 * Only the first `rel` of a link counts (RFC 8288 §3.3). A link with an `anchor` is ignored,
 * because it describes another document (§3.2).
 *
 * @returns The references as they are written, without duplicates; parsing stops at the first
 * violation of the grammar.
 */
export function readNextLinks(header: string): readonly string[] {
  const found = new Set<string>();
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(header);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (let link = take(START); link !== null; link = take(START)) {
    let relation: string | undefined;
    let anchored = false;
    for (let parameter = take(PARAMETER); parameter !== null; parameter = take(PARAMETER)) {
      const name = parameter[1]?.toLowerCase();
      if (name === "anchor") anchored = true;
      if (name === "rel") relation ??= parameter[2] ?? parameter[3] ?? "";
    }
    const relations = relation?.toLowerCase().split(/\s+/) ?? [];
    if (relations.includes("next") && !anchored) found.add((link[1] as string).trim());
  }
  return [...found];
}
