import type { Verdict } from "./change.ts";
import { type Direction, type Effect, levelOf } from "./effect.ts";
import { compareLists } from "./equal.ts";
import { enumeration } from "./enumeration-rule.ts";
import { replaced, show, showAll } from "./words.ts";

/** Judges one keyword of a schema that differs; nothing where another rule has it. */
export type ValueRule = (before: unknown, after: unknown, direction: Direction) => Verdict | undefined;

const MORE = "Calls stay as they are.";

/** Which way a limit moved: `1` where a larger number allows more, `-1` where it allows less. */
function limit(keyword: string, larger: 1 | -1): ValueRule {
  return (before, after, direction) => {
    const widened = after === undefined || (before !== undefined && (Number(after) - Number(before)) * larger > 0);
    const effect: Effect = widened ? "widened" : "narrowed";
    return {
      rule: `${direction}/${keyword}-${effect}`,
      level: levelOf(direction, effect, false),
      what: replaced(keyword, before, after),
      consequence:
        direction === "request"
          ? widened
            ? MORE
            : "Calls with values beyond it are refused before they are sent."
          : widened
            ? "Answers may hold values beyond what code was written for."
            : "Nothing to do.",
    };
  };
}

/** A keyword whose change cannot be read as more or less. */
function form(keyword: string, seenInAnswers: boolean): ValueRule {
  return (before, after, direction) => {
    const effect: Effect = before === undefined ? "narrowed" : after === undefined ? "widened" : "changed";
    return {
      rule: `${direction}/${keyword}-${effect}`,
      level: levelOf(direction, effect, seenInAnswers && effect !== "narrowed"),
      what: replaced(keyword, before, after),
      consequence:
        direction === "request"
          ? effect === "widened"
            ? MORE
            : `Calls with values of another ${keyword} are refused.`
          : effect === "narrowed"
            ? "Nothing to do."
            : `Code that relies on the ${keyword} of what it reads may fail.`,
    };
  };
}

const type: ValueRule = (before, after, direction) => {
  const [was, is] = [typesOf(before), typesOf(after)];
  const { added, removed } = compareLists(was, is);
  const effect: Effect = removed.length === 0 ? "widened" : added.length === 0 ? "narrowed" : "changed";
  const onlyNull = [...added, ...removed].every((name) => name === "null");
  const kind = onlyNull ? "null" : "type";
  const what = onlyNull ? (effect === "widened" ? "may be null now" : "is never null now") : `is ${typeNames(after)} instead of ${typeNames(before)}`;
  const value = onlyNull ? "null" : "the new type";
  const consequences = {
    request: { narrowed: `Calls that send ${onlyNull ? "null" : "the former type"} no longer compile.`, changed: "Calls no longer compile.", widened: MORE },
    response: {
      narrowed: "Code that expects more still compiles.",
      changed: "Code that reads it no longer compiles, or gets another type than it was written for.",
      widened: `Code that reads it must expect ${value}.`,
    },
  };
  return { rule: `${direction}/${kind}-${effect}`, level: levelOf(direction, effect, true), what, consequence: consequences[direction][effect] };
};

const ALL_TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** Every type that is allowed. JSON Schema 2020-12 validation, 6.1.1: an integer is a number. */
function typesOf(types: unknown): readonly string[] {
  if (types === undefined) return ALL_TYPES;
  const names = types as readonly string[];
  return names.includes("number") ? [...names, "integer"] : names;
}

function typeNames(types: unknown): string {
  return types === undefined ? "any type" : (types as readonly string[]).join(" or ");
}

const fallback: ValueRule = (before, after, direction) => ({
  rule: `${direction}/default-${before === undefined ? "added" : after === undefined ? "removed" : "changed"}`,
  level: direction === "response" ? "patch" : before === undefined || after === undefined ? "minor" : "major",
  what: replaced("default", before, after),
  consequence:
    direction === "response"
      ? "Nothing to do."
      : before === undefined
        ? "What leaving it out means is said now."
        : after === undefined
          ? "What leaving it out means is no longer said."
          : "Calls that leave it out get another result.",
});

const readOnly: ValueRule = (_before, after, direction) => {
  const now = after === true;
  return {
    rule: `${direction}/read-only-${now ? "added" : "removed"}`,
    level: direction === "response" ? "patch" : now ? "major" : "minor",
    what: now ? "is set by the service alone now" : "may be set by callers now",
    consequence: direction === "request" && now ? "Calls that set it have no effect or are refused." : "Nothing to do.",
  };
};

const writeOnly: ValueRule = (_before, after, direction) => {
  const now = after === true;
  return {
    rule: `${direction}/write-only-${now ? "added" : "removed"}`,
    level: direction === "request" ? "patch" : now ? "major" : "minor",
    what: now ? "is no longer answered, only sent" : "is answered, too",
    consequence: direction === "response" && now ? "Code that reads it finds nothing." : "Nothing to do.",
  };
};

const secret: ValueRule = (_before, after, direction) =>
  after === true
    ? { rule: `${direction}/secret-added`, level: "minor", what: "is a secret now", consequence: "It is masked where it would be printed." }
    : {
        rule: `${direction}/secret-removed`,
        level: "major",
        what: "is no longer a secret",
        consequence: "It is printed in full where it was masked: logs show it.",
      };

const oneOf: ValueRule = (before, after, direction) => {
  const { added, removed } = compareLists(groupsOf(before), groupsOf(after));
  if (added.length + removed.length === 0) return undefined;
  const narrowed = added.length > 0;
  return {
    rule: `${direction}/exclusive-${narrowed ? "added" : "removed"}`,
    level: levelOf(direction, narrowed ? "narrowed" : "widened", true),
    what: (narrowed ? added : removed)
      .map((group) => (narrowed ? `takes only one of ${group.join(", ")}` : `takes ${group.join(", ")} together`))
      .join(" and "),
    consequence:
      direction === "request"
        ? narrowed
          ? "Calls that give more than one are refused, by the compiler and before they are sent."
          : MORE
        : "Code that reads them together must check again.",
  };
};

function groupsOf(exclusive: unknown): string[][] {
  const groups = (exclusive ?? []) as readonly (readonly (string | readonly string[])[])[];
  // Properties that go together are one of the alternatives.
  return groups.map((group) => group.map((alternative) => [alternative].flat().sort().join(" and ")).sort());
}

const not: ValueRule = (before, after, direction) => {
  const { added, removed } = compareLists((before ?? []) as readonly unknown[], (after ?? []) as readonly unknown[]);
  if (added.length + removed.length === 0) return undefined;
  const effect: Effect = added.length === 0 ? "widened" : removed.length === 0 ? "narrowed" : "changed";
  return {
    rule: `${direction}/not-${effect}`,
    level: levelOf(direction, effect, false),
    what: `refuses ${added.length > 0 ? showAll(added) : "no longer"} ${removed.length > 0 ? `instead of ${showAll(removed)}` : ""}`.trim(),
    consequence: direction === "request" ? (effect === "widened" ? MORE : "Calls that passed may be refused.") : "Nothing that types show.",
  };
};

const deprecated: ValueRule = (_before, after) => ({
  rule: `deprecated-${after === true ? "added" : "removed"}`,
  level: after === true ? "minor" : "patch",
  what: after === true ? "is deprecated now" : "is no longer deprecated",
  consequence: after === true ? "It still works; editors strike it through." : "Nothing to do.",
});

/** Text for readers, and what mocks answer. */
const documentation: ValueRule = () => ({
  rule: "documentation",
  level: "patch",
  what: "is described in other words or by other examples",
  consequence: "Nothing to do.",
});

/** How a parameter is written into a request. */
export const serialization =
  (keyword: string): ValueRule =>
  (before, after) => ({
    rule: `parameter/${keyword}`,
    level: "major",
    what: replaced(keyword, before, after),
    consequence: "Calls compile as before and are sent in another form: services that know the former one alone misread them.",
  });

const discriminator: ValueRule = (before, after, direction) => {
  const [was, is] = [before, after].map((value) => (value as { readonly propertyName?: unknown } | undefined)?.propertyName);
  if (was === is) return documentation(before, after, direction);
  return {
    rule: `${direction}/discriminator`,
    level: "major",
    what: `is told apart by ${show(is)} instead of ${show(was)}`,
    consequence: "Code that looks at the former member no longer compiles.",
  };
};

/** What has no rule of its own: it may be harmless, and nobody has said so. */
export function unknownKeyword(keyword: string): ValueRule {
  return (before, after) => ({
    rule: `unknown/${keyword}`,
    level: "major",
    what: replaced(keyword, before, after),
    consequence: "What it means for callers cannot be told from the contract.",
  });
}

/** The rule of each keyword of a schema; what leads into other schemas is compared by itself. */
export const VALUE_RULES: { readonly [keyword: string]: ValueRule } = {
  type,
  values: enumeration,
  default: fallback,
  readOnly,
  writeOnly,
  deprecated,
  discriminator,
  not,
  "x-advice": documentation,
  "x-secret": secret,
  "x-exclusive": oneOf,
  pattern: form("pattern", false),
  format: form("format", true),
  contentMediaType: form("contentMediaType", true),
  contentEncoding: form("contentEncoding", true),
  multipleOf: form("multipleOf", false),
  uniqueItems: form("uniqueItems", false),
  contains: form("contains", false),
  dependentRequired: form("dependentRequired", false),
  minimum: limit("minimum", -1),
  exclusiveMinimum: limit("exclusiveMinimum", -1),
  minLength: limit("minLength", -1),
  minItems: limit("minItems", -1),
  minProperties: limit("minProperties", -1),
  maximum: limit("maximum", 1),
  exclusiveMaximum: limit("exclusiveMaximum", 1),
  maxLength: limit("maxLength", 1),
  maxItems: limit("maxItems", 1),
  maxProperties: limit("maxProperties", 1),
  description: documentation,
  title: documentation,
  example: documentation,
  examples: documentation,
  externalDocs: documentation,
  "x-expected": documentation,
  "x-source": documentation,
};
