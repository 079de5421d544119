import type { Json } from "@keywright/tool-contract";
import { matchAlternatives } from "./alternatives.ts";
import type { Comparison } from "./comparison.ts";
import { levelOf } from "./effect.ts";
import { isEqual, namesOf } from "./equal.ts";
import { compareMembers } from "./members.ts";
import { referenceOf, type SchemaView, viewOf } from "./schema-view.ts";
import { unknownKeyword, VALUE_RULES } from "./value-rules.ts";

/** The keywords that lead into other schemas, or are judged together with them. */
const STRUCTURE = new Set(["properties", "required", "items", "additionalProperties"]);

/** Compares two schemas in all their parts. What is inside a named schema is reported at its name, what stands beside the reference where that stands. */
export function compareSchemas(comparison: Comparison, before: unknown, after: unknown, where: string): void {
  const [was, is] = [referenceOf(comparison.before, before), referenceOf(comparison.after, after)];
  if (was === undefined || is === undefined || was.name !== is.name) compareWhole(comparison, before, after, where);
  else {
    compareKeywords(comparison, viewOf(comparison.before, was.beside), viewOf(comparison.after, is.beside), where, true);
    compareWhole(comparison, was.target, is.target, is.name);
  }
}

function compareWhole(comparison: Comparison, before: unknown, after: unknown, where: string): void {
  const [was, is] = [viewOf(comparison.before, before), viewOf(comparison.after, after)];
  if (comparison.open.some(([one, other]) => one === was.source && other === is.source)) return;
  compareViews({ ...comparison, open: [...comparison.open, [was.source, is.source]] }, was, is, where);
}

function compareViews(comparison: Comparison, was: SchemaView, is: SchemaView, where: string): void {
  if (was.refused || is.refused) {
    if (was.refused !== is.refused) reportRefusal(comparison, is.refused, where);
    return;
  }
  if (was.alternatives.length > 0 || is.alternatives.length > 0) {
    compareAlternatives(comparison, was, is, where);
  }
  // A union against a plain schema: what the plain one says is compared with the form that it is taken for.
  const alike = was.alternatives.length > 0 === is.alternatives.length > 0;
  compareKeywords(comparison, was, is, where, alike);
  if (alike) compareMembers(comparison, was, is, where, compareSchemas);
}

function compareKeywords({ direction, report }: Comparison, was: SchemaView, is: SchemaView, where: string, whole: boolean): void {
  const [before, after] = whole ? [was.keywords, is.keywords] : [documentationOf(was.keywords), documentationOf(is.keywords)];
  for (const keyword of namesOf(before, after)) {
    if (STRUCTURE.has(keyword) || isEqual(before[keyword], after[keyword])) continue;
    const verdict = (VALUE_RULES[keyword] ?? unknownKeyword(keyword))(before[keyword], after[keyword], direction);
    if (verdict !== undefined) report(where, verdict);
  }
}

/** What remains to be compared of a plain schema and a union: their alternatives say the rest. */
function documentationOf({ description, title, deprecated, "x-secret": secret, "x-exclusive": exclusive }: Json): Json {
  return { description, title, deprecated, "x-secret": secret, "x-exclusive": exclusive };
}

function compareAlternatives(comparison: Comparison, was: SchemaView, is: SchemaView, where: string): void {
  const { direction, report } = comparison;
  const { pairs, removed, added } = matchAlternatives(was, is);
  for (const { before, after, label } of pairs)
    compareViews(comparison, before, after, before.name !== undefined && before.name === after.name ? before.name : `${where} (${label})`);
  for (const label of removed)
    report(where, {
      rule: `${direction}/alternative-removed`,
      level: levelOf(direction, "narrowed", true),
      what: `is no longer ${label}`,
      consequence:
        direction === "request" ? "Calls that send that form are refused, by the compiler and by the service." : "Branches for that form are never reached.",
    });
  for (const label of added)
    report(where, {
      rule: `${direction}/alternative-added`,
      level: levelOf(direction, "widened", true),
      what: `may be ${label}, too`,
      consequence: direction === "request" ? "Calls stay as they are." : "Code that reads it meets a form that it does not know.",
    });
}

function reportRefusal({ direction, report }: Comparison, refused: boolean, where: string): void {
  report(where, {
    rule: `${direction}/${refused ? "refused" : "allowed"}`,
    level: levelOf(direction, refused ? "narrowed" : "widened", direction === "response" ? !refused : true),
    what: refused ? "is refused now" : "is allowed now",
    consequence:
      direction === "request"
        ? refused
          ? "Calls that give it are refused, by the compiler and before they are sent."
          : "Calls stay as they are."
        : "Nothing that types show.",
  });
}
