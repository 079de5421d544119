import { type Contract, type Json, ownOf } from "../contract/index.ts";
import { matchAlternatives } from "./alternatives.ts";
import type { Report } from "./change.ts";
import { compareKeywords } from "./keywords.ts";
import { compareNames, type Part, type Parts } from "./named-parts.ts";
import { referenceOf, type SchemaView, viewOf } from "./schema-view.ts";

/** A comparison of two states in one direction. */
export interface Comparison {
  readonly before: Contract;
  readonly after: Contract;
  /** The caller writes the values of a request, the service those of a response. */
  readonly direction: "request" | "response";
  /** Replaces `~` in a rule by the direction. */
  readonly report: Report;
  /** Pairs of enclosing schemas that are being compared, because a schema may contain itself. */
  readonly open: readonly (readonly [unknown, unknown])[];
  /** Whether two schemas are the same, with all that they refer to. */
  readonly isSame: (one: unknown, other: unknown) => boolean;
  /** The pairs that were compared, by the first one, with their places. */
  readonly seen: Map<unknown, (readonly [other: unknown, where: string])[]>;
}

/** Returns the context of a comparison in one direction. */
export function comparisonOf(before: Contract, after: Contract, direction: "request" | "response", report: Report, isSame: Comparison["isSame"]): Comparison {
  return { before, after, direction, report: (where, rule, what) => report(where, rule.replace("~", direction), what), open: [], isSame, seen: new Map() };
}

/** Compares named parts, and the schemas of those that both states have. */
export function compareParts(comparison: Comparison, kind: "request" | "response" | "header", before: Parts, after: Parts, at: (name: string) => string): void {
  for (const name of compareNames(kind, before, after, at, comparison.report)) {
    const [was, is] = [before[name] as Part, after[name] as Part];
    compareSchemas(comparison, was.schema, is.schema, at(name));
    compareKeywords(was.rest ?? {}, is.rest ?? {}, at(name), comparison.report);
  }
}

/** Compares schemas. A difference is reported at a schema's name, or next to its reference. */
export function compareSchemas(comparison: Comparison, before: unknown, after: unknown, where: string): void {
  if (comparison.isSame(before, after)) return;
  const [was, is] = [referenceOf(comparison.before, before), referenceOf(comparison.after, after)];
  if (was === undefined || is === undefined || was.name !== is.name || was.hasParts || is.hasParts) compareWhole(comparison, before, after, where);
  else {
    compareKeywords(limitsOf(viewOf(comparison.before, was.beside)), limitsOf(viewOf(comparison.after, is.beside)), where, comparison.report);
    compareWhole(comparison, was.target, is.target, is.name);
  }
}

function compareWhole(comparison: Comparison, before: unknown, after: unknown, where: string): void {
  const [was, is] = [viewOf(comparison.before, before), viewOf(comparison.after, after)];
  if (comparison.open.some(([one, other]) => one === was.source && other === is.source)) return;
  const seen = comparison.seen.get(was.source) ?? [];
  if (seen.some(([other, place]) => other === is.source && place === where)) return;
  comparison.seen.set(was.source, [...seen, [is.source, where]]);
  compareViews({ ...comparison, open: [...comparison.open, [was.source, is.source]] }, was, is, where);
}

function compareViews(comparison: Comparison, was: SchemaView, is: SchemaView, where: string): void {
  const { report } = comparison;
  if (was.refused || is.refused) {
    if (was.refused !== is.refused) report(where, is.refused ? "~/refused" : "~/allowed", is.refused ? "is no longer allowed" : "is allowed now");
    return;
  }
  const [wasUnion, isUnion] = [was.alternatives.length > 0, is.alternatives.length > 0];
  if (wasUnion || isUnion) compareAlternatives(comparison, was, is, where);
  if (wasUnion === isUnion) {
    compareKeywords(limitsOf(was), limitsOf(is), where, report);
    compareProperties(comparison, was, is, where);
  }
  // The other keywords of the plain schema are compared with the alternative that it matches.
  else compareKeywords(withoutAlternatives(was), withoutAlternatives(is), where, report);
}

/** The keywords without subschemas, and without those that are judged together with subschemas. */
function limitsOf({ keywords }: SchemaView): Json {
  const { properties: _properties, required: _required, items: _items, additionalProperties: _others, ...limits } = keywords;
  return limits;
}

function withoutAlternatives({ keywords }: SchemaView): Json {
  const names = ["description", "title", "deprecated", "x-secret", "x-exclusive"];
  return Object.fromEntries(names.filter((name) => name in keywords).map((name) => [name, keywords[name]]));
}

function compareAlternatives(comparison: Comparison, was: SchemaView, is: SchemaView, where: string): void {
  const { pairs, removed, added } = matchAlternatives(was, is);
  for (const { before, after, label } of pairs)
    compareViews(comparison, before, after, before.name !== undefined && before.name === after.name ? before.name : `${where} (${label})`);
  for (const label of removed) comparison.report(where, "~/alternative-removed", `is no longer ${label}`);
  for (const label of added) comparison.report(where, "~/alternative-added", `may be ${label}, too`);
}

/** Compares the properties, items and additional properties of two schemas. */
function compareProperties(comparison: Comparison, was: SchemaView, is: SchemaView, where: string): void {
  const { direction, report } = comparison;
  // A required property without a schema allows any value.
  const bare = [was, is].flatMap(requiredOf).filter((name) => ![was, is].some((view) => Object.hasOwn(propertiesOf(view), name)));
  compareParts(comparison, direction, partsOf(was, bare), partsOf(is, bare), (name) => `${where}.${name}`);
  const [{ items: wasItems, additionalProperties: wasOthers = true }, { items: isItems, additionalProperties: isOthers = true }] = [was.keywords, is.keywords];
  if (wasItems !== undefined || isItems !== undefined) compareSchemas(comparison, wasItems, isItems, `${where}[]`);
  if ((wasOthers === false) !== (isOthers === false))
    report(where, isOthers === false ? "~/closed" : "~/opened", isOthers === false ? "takes no further properties now" : "may have further properties now");
  else if (wasOthers !== true || isOthers !== true) compareSchemas(comparison, wasOthers, isOthers, `${where}[*]`);
}

function propertiesOf({ keywords }: SchemaView): Json {
  return (keywords["properties"] ?? {}) as Json;
}

function requiredOf({ keywords }: SchemaView): readonly string[] {
  return (keywords["required"] ?? []) as readonly string[];
}

function partsOf(view: SchemaView, bare: readonly string[]): Parts {
  const properties = propertiesOf(view);
  const names = [...Object.keys(properties), ...bare];
  return Object.fromEntries(names.map((name) => [name, { required: requiredOf(view).includes(name), schema: ownOf(properties, name) }]));
}
