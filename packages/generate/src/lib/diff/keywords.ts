import { isDeepStrictEqual } from "node:util";
import { type Json, ownOf } from "../contract/index.ts";
import type { Judge, Report } from "./change.ts";
import { exclusive, feed, filter, pagination, retry, servers } from "./extensions.ts";
import type { Values } from "./schema-view.ts";
import { ALL_TYPES, changeKind, compareLists, effectOf, namesOf, replaced, show, showAll } from "./values.ts";

/** Reports the keywords in which two objects of a contract differ. */
export function compareKeywords(before: Json, after: Json, where: string, report: Report): void {
  for (const keyword of namesOf(before, after)) {
    const [was, is] = [ownOf(before, keyword), ownOf(after, keyword)];
    if (isDeepStrictEqual(was, is)) continue;
    for (const [rule, what] of (ownOf(KEYWORDS, keyword) ?? unknownKeyword)(was, is, keyword)) report(where, rule, what);
  }
}

/** Judges a limit that allows more when it grows (1) or shrinks (-1). */
function limit(wider: 1 | -1): Judge {
  return (before, after, keyword) => {
    const widened = after === undefined || (before !== undefined && (Number(after) - Number(before)) * wider > 0);
    return [[`~/${keyword}-${widened ? "widened" : "narrowed"}`, replaced(keyword, before, after)]];
  };
}

/** Judges a keyword whose change neither widens nor narrows, such as a format. */
function form(name?: string): Judge {
  return (before, after, keyword) => {
    const effect = { added: "narrowed", removed: "widened", changed: "changed" }[changeKind(before, after)];
    return [[`~/${name ?? keyword}-${effect}`, replaced(keyword, before, after)]];
  };
}

function flag(rule: string, on: string, off: string): Judge {
  return (_before, after) => [after === true ? [`${rule}-added`, on] : [`${rule}-removed`, off]];
}

/** Judges an extension that has a rule each for being added, removed and changed. */
function extension(rule: string): Judge {
  return (before, after, keyword) => [[`${rule}-${changeKind(before, after)}`, replaced(keyword, before, after)]];
}

/** Judges how an event becomes one of another format. */
const mapping: Judge = (_before, _after, keyword) => [["format/mapping", `is mapped in another way by ${keyword}`]];

const documentation: Judge = () => [["documentation", "is described in other words or by other examples"]];

const serialization: Judge = (before, after, keyword) => [[`parameter/${keyword}`, replaced(keyword, before, after)]];

/** Judges a keyword without a rule. */
const unknownKeyword: Judge = (before, after, keyword) => [[`unknown/${keyword}`, replaced(keyword, before, after)]];

const type: Judge = (before, after) => {
  // JSON Schema 2020-12 validation, 6.1.1: an integer is a number.
  const [was, is] = [before, after].map((types = ALL_TYPES) => ((types as readonly string[]).includes("number") ? [...(types as string[]), "integer"] : types));
  const difference = compareLists(was as readonly string[], is as readonly string[]);
  if (difference.added.length + difference.removed.length === 0) return [];
  const effect = effectOf(difference);
  if ([...difference.added, ...difference.removed].every((name) => name === "null"))
    return [[`~/null-${effect}`, effect === "widened" ? "may be null now" : "is never null now"]];
  const [old, next] = [before, after].map((types) => (types === undefined ? "any type" : (types as readonly string[]).join(" or ")));
  return [[`~/type-${effect}`, `is ${next} instead of ${old}`]];
};

/** Judges enumerations. None allows any value, and the compiler any string for an open one. */
const values: Judge = (before, after) => {
  const [was, is] = [before as Values | undefined, after as Values | undefined];
  if (is?.open === false && was?.open !== false) return [["~/enum-closed", `is one of ${showAll(is.known)} now and nothing else`]];
  if (was?.open === false && is?.open !== false) return [["~/enum-opened", `is no longer limited to ${showAll(was.known)}`]];
  const { added, removed } = compareLists(was?.known ?? [], is?.known ?? []);
  if (added.length + removed.length === 0) return [];
  const verb = is?.open === false ? "has" : "lists";
  const parts = [removed.length > 0 ? `no longer ${verb} ${showAll(removed)}` : "", added.length > 0 ? `${verb} ${showAll(added)}, too` : ""];
  return [[verb === "has" ? `~/enum-${effectOf({ added, removed })}` : "~/known-values", parts.filter((part) => part !== "").join(" and ")]];
};

/** Judges excluded schemas: the more a schema excludes, the less it allows. */
const not: Judge = (before, after) => {
  const { added, removed } = compareLists((before ?? []) as readonly unknown[], (after ?? []) as readonly unknown[]);
  const instead = removed.length > 0 ? ` instead of ${showAll(removed)}` : "";
  const what = added.length > 0 ? `excludes ${showAll(added)}${instead}` : `no longer excludes ${showAll(removed)}`;
  return added.length + removed.length === 0 ? [] : [[`~/not-${effectOf({ added: removed, removed: added })}`, what]];
};

const discriminator: Judge = (before, after, keyword) => {
  const [was, is] = [before, after].map((value) => (value as { readonly propertyName?: unknown } | undefined)?.propertyName);
  return was === is ? documentation(before, after, keyword) : [["~/discriminator", `has the discriminator ${show(is)} instead of ${show(was)}`]];
};

const all = (judge: Judge, ...keywords: readonly string[]): { readonly [keyword: string]: Judge } =>
  Object.fromEntries(keywords.map((keyword) => [keyword, judge]));

/** The judge of each keyword of a schema, a parameter, a response or an operation. */
const KEYWORDS: { readonly [keyword: string]: Judge | undefined } = {
  ...all(
    documentation,
    "summary",
    "description",
    "title",
    "tags",
    "externalDocs",
    "example",
    "examples",
    "x-advice",
    "x-expected",
    "x-first-wins",
    "x-opposite",
    "x-source",
  ),
  ...all(form(), "pattern", "multipleOf", "uniqueItems", "contains", "dependentRequired"),
  ...all(form("format"), "format", "contentMediaType", "contentEncoding"),
  ...all(limit(1), "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"),
  ...all(limit(-1), "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"),
  ...all(serialization, "style", "explode", "allowReserved", "content"),
  type,
  values,
  not,
  discriminator,
  default: extension("~/default"),
  deprecated: flag("deprecated", "is deprecated now", "is no longer deprecated"),
  readOnly: flag("~/read-only", "is set by the service alone now", "may be set by callers now"),
  writeOnly: flag("~/write-only", "is no longer in responses, only sent", "is in responses, too"),
  servers,
  "x-secret": flag("~/secret", "is a secret now", "is no longer a secret"),
  "x-exclusive": exclusive,
  "x-filter": filter,
  "x-idempotency-key": flag("parameter/key", "is made by the client now", "is no longer made by the client"),
  "x-retry": retry,
  "x-address": extension("extension/address"),
  "x-pagination": pagination,
  "x-feed": feed,
  "x-poll": extension("extension/poll"),
  "x-error": extension("extension/error"),
  ...all(mapping, "x-ecs", "x-ocsf"),
};
