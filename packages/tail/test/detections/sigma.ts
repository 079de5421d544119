import { parseAllDocuments } from "yaml";

type Json = { readonly [name: string]: unknown };

/** An event of the table, by its time in milliseconds. */
export interface StoredEvent {
  readonly id: string;
  readonly time: number;
  readonly event: Json;
}

interface Rule extends Json {
  readonly name?: string;
  readonly detection?: { readonly [selection: string]: unknown; readonly condition: string };
  readonly correlation?: Correlation;
}

interface Correlation {
  readonly type: string;
  readonly rules: readonly string[];
  readonly "group-by": readonly string[];
  readonly timespan: string;
  readonly condition?: { readonly gte: number; readonly field?: string };
}

const STATUSES = ["stable", "test", "experimental", "deprecated", "unsupported"];
const LEVELS = ["informational", "low", "medium", "high", "critical"];
const UUID_4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const SPAN_MS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How a value of an event, as text, is compared with that of a rule. Case does not matter. */
const MODIFIERS: { readonly [modifier: string]: (text: string, wanted: string) => boolean } = {
  "": (text, wanted) => text === wanted,
  contains: (text, wanted) => text.includes(wanted),
  endswith: (text, wanted) => text.endsWith(wanted),
  startswith: (text, wanted) => text.startsWith(wanted),
};

/** Reads the rules of a file of Sigma: the last one is the detection, which may name the others. */
export function readRules(text: string): readonly Rule[] {
  return parseAllDocuments(text, { strict: true }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as Rule;
  });
}

/** Returns what Sigma's specification, or the events, refuse in the rules of a file. */
export function sigmaProblems(rules: readonly Rule[], events: readonly StoredEvent[]): string[] {
  const known = new Set(events.flatMap(({ event }) => pathsOf(event)));
  const names = new Set(rules.map(({ name }) => name));
  return rules.flatMap((rule) => {
    const { title, id, status, level, logsource, detection, correlation } = rule;
    const isText = typeof title === "string" && title !== "" && title.length <= 256;
    return [
      ...(isText ? [] : ["title: must be a text of at most 256 characters"]),
      ...(UUID_4.test(String(id)) ? [] : [`id: ${String(id)} is no UUID of version 4`]),
      ...(STATUSES.includes(String(status)) ? [] : [`status: ${String(status)} is none of ${STATUSES.join(", ")}`]),
      ...(LEVELS.includes(String(level)) ? [] : [`level: ${String(level)} is none of ${LEVELS.join(", ")}`]),
      ...((detection === undefined) === (correlation === undefined) ? ["must have either detection or correlation"] : []),
      ...(detection !== undefined && Object.keys(Object(logsource)).length === 0 ? ["logsource: is required"] : []),
      ...(detection === undefined ? [] : conditionProblems(detection)),
      ...(correlation === undefined ? [] : correlationProblems(correlation, names)),
      ...fieldsOf(rule).flatMap((field) => (known.has(field) ? [] : [`${field}: no event has this field`])),
    ].map((problem) => `${String(title)}: ${problem}`);
  });
}

function conditionProblems({ condition, ...selections }: NonNullable<Rule["detection"]>): string[] {
  const words = condition.match(/[\w*]+/g) ?? [];
  const used = words.filter((word) => !["and", "or", "not"].includes(word));
  const modifiers = Object.values(selections).flatMap((selection) => Object.keys(Object(selection)).map((key) => key.split("|").slice(1).join("|")));
  return [
    ...used.flatMap((word) => (Object.hasOwn(selections, word) ? [] : [`condition: ${word} is no selection`])),
    ...Object.keys(selections).flatMap((name) => (used.includes(name) ? [] : [`condition: does not use ${name}`])),
    ...modifiers.flatMap((modifier) => (modifier === "exists" || Object.hasOwn(MODIFIERS, modifier) ? [] : [`${modifier}: no test knows this modifier`])),
  ];
}

function correlationProblems({ type, rules, timespan, condition, ...others }: Correlation, names: ReadonlySet<string | undefined>): string[] {
  const isCount = type === "event_count" || type === "value_count";
  return [
    ...(isCount || type === "temporal_ordered" ? [] : [`correlation.type: no test knows ${type}`]),
    ...(isCount && typeof condition?.gte !== "number" ? ["correlation.condition: needs gte"] : []),
    ...((type === "value_count") === (condition?.field !== undefined) ? [] : ["correlation.condition: value_count alone needs a field"]),
    ...(others["group-by"].length > 0 ? [] : ["correlation.group-by: must have a field"]),
    ...(/^\d+[smhd]$/.test(timespan) ? [] : [`correlation.timespan: must be such as 10m, got ${timespan}`]),
    ...rules.flatMap((name) => (names.has(name) ? [] : [`correlation.rules: there is no rule ${name}`])),
  ];
}

/** The fields that a rule names. */
function fieldsOf({ detection, correlation, fields }: Rule): string[] {
  const { condition: _condition, ...selections } = detection ?? { condition: "" };
  const selected = Object.values(selections).flatMap((selection) => Object.keys(Object(selection)).map((key) => key.split("|")[0] ?? ""));
  return [...selected, ...((fields ?? []) as string[]), ...(correlation?.["group-by"] ?? []), ...[correlation?.condition?.field ?? []].flat()];
}

/** Returns the events at which a rule of a file matches. */
export function matchesOf(rule: Rule, rules: readonly Rule[], events: readonly StoredEvent[]): readonly StoredEvent[] {
  const { detection, correlation } = rule;
  if (correlation === undefined) return events.filter(({ event }) => detection !== undefined && isMatch(detection, event));
  const { type, timespan, condition, rules: names } = correlation;
  const [inputs = [], ...later] = names.map((name) => {
    const named = rules.find((one) => one.name === name);
    return named === undefined ? [] : matchesOf(named, rules, events);
  });
  const span = Number(timespan.slice(0, -1)) * (SPAN_MS[timespan.slice(-1)] ?? 0);
  const groupOf = ({ event }: StoredEvent): string => {
    const values = correlation["group-by"].map((field) => valuesAt(event, field)[0]);
    return values.includes(undefined) ? "" : JSON.stringify(values);
  };
  const before = (all: readonly StoredEvent[], one: StoredEvent): readonly StoredEvent[] =>
    all.filter((other) => groupOf(other) !== "" && groupOf(other) === groupOf(one) && other.time <= one.time && other.time >= one.time - span);
  if (type === "temporal_ordered") return later.reduce((earlier, next) => next.filter((one) => before(earlier, one).length > 0), inputs);
  return inputs.filter((one) => {
    const counted = before(inputs, one);
    const values = type === "value_count" ? new Set(counted.flatMap(({ event }) => valuesAt(event, condition?.field ?? ""))).size : counted.length;
    return values >= (condition?.gte ?? Infinity);
  });
}

/** Whether the condition holds, by precedence: not, and, or. The rules here need no parentheses. */
function isMatch({ condition, ...selections }: NonNullable<Rule["detection"]>, event: Json): boolean {
  const holds = (term: string): boolean => {
    const name = term.replace(/^not /, "");
    return isSelected(selections[name] as Json, event) !== (name !== term);
  };
  return condition.split(" or ").some((terms) => terms.split(" and ").every(holds));
}

function isSelected(selection: Json, event: Json): boolean {
  return Object.entries(selection).every(([key, wanted]) => {
    const [field = "", modifier = ""] = key.split("|");
    const values = valuesAt(event, field);
    if (modifier === "exists") return values.length > 0 === wanted;
    return values.some((value) => [wanted].flat().some((one) => MODIFIERS[modifier]?.(String(value).toLowerCase(), String(one).toLowerCase())));
  });
}

/** The values of a field, which are several in a list. */
function valuesAt(value: unknown, field: string): readonly unknown[] {
  const steps = field.split(".");
  const reached = steps.reduce<readonly unknown[]>((values, step) => values.flatMap((one) => (Object(one) as Json)[step] ?? []), [value]);
  return reached;
}

function pathsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, path));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, one]) => pathsOf(one, path === "" ? name : `${path}.${name}`));
}
