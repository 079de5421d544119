import type { Json } from "@keywright/tool-contract";
import type { Verdict } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import { type Direction, levelOf } from "./effect.ts";
import { isEqual, namesOf } from "./equal.ts";
import type { SchemaView } from "./schema-view.ts";

type CompareSchemas = (comparison: Comparison, before: unknown, after: unknown, where: string) => void;

/** Compares what two objects or lists contain: properties, whether they are required, items, and members without a name of their own. */
export function compareMembers(comparison: Comparison, was: SchemaView, is: SchemaView, where: string, compareSchemas: CompareSchemas): void {
  const { direction, report } = comparison;
  const [before, after] = [propertiesOf(was), propertiesOf(is)];
  for (const name of namesOf(before, after)) {
    const at = `${where}.${name}`;
    const [old, next] = [before[name], after[name]];
    const [wasRequired, isRequired] = [requires(was, name), requires(is, name)];
    if (old === undefined) report(at, added(direction, next, isRequired));
    else if (next === undefined) report(at, removed(direction, old, renamedTo(old, before, after)));
    else {
      compareSchemas(comparison, old, next, at);
      if (wasRequired !== isRequired) report(at, required(direction, isRequired));
    }
  }
  for (const name of namesOf(Object.fromEntries(requiredOf(was).map((one) => [one, true])), Object.fromEntries(requiredOf(is).map((one) => [one, true]))))
    if (before[name] === undefined && after[name] === undefined && requires(was, name) !== requires(is, name))
      report(`${where}.${name}`, required(direction, requires(is, name)));
  compareOthers(comparison, was, is, where, compareSchemas);
}

function compareOthers(comparison: Comparison, was: SchemaView, is: SchemaView, where: string, compareSchemas: CompareSchemas): void {
  const { direction, report } = comparison;
  if (was.keywords["items"] !== undefined || is.keywords["items"] !== undefined)
    compareSchemas(comparison, was.keywords["items"], is.keywords["items"], `${where}[]`);
  const [old, next] = [was.keywords["additionalProperties"] ?? true, is.keywords["additionalProperties"] ?? true];
  if ((old === false) !== (next === false)) report(where, closed(direction, next === false));
  else if (old !== true || next !== true) compareSchemas(comparison, old, next, `${where}[*]`);
}

function propertiesOf({ keywords }: SchemaView): Json {
  return (keywords["properties"] ?? {}) as Json;
}

function requiredOf({ keywords }: SchemaView): readonly string[] {
  return (keywords["required"] ?? []) as readonly string[];
}

function requires(view: SchemaView, name: string): boolean {
  return requiredOf(view).includes(name);
}

/** The one new member that has the schema of one that is gone. */
function renamedTo(schema: unknown, before: Json, after: Json): string | undefined {
  const candidates = Object.keys(after).filter((name) => before[name] === undefined && isEqual(after[name], schema));
  return candidates.length === 1 ? candidates[0] : undefined;
}

function added(direction: Direction, schema: unknown, isRequired: boolean): Verdict {
  if (schema === false)
    return {
      rule: `${direction}/refused`,
      level: direction === "request" ? "major" : "patch",
      what: "is refused now",
      consequence: direction === "request" ? "Calls that give it are refused, by the compiler and before they are sent." : "Nothing to do.",
    };
  if (direction === "response") return { rule: "response/property-added", level: "minor", what: "is new", consequence: "Code may read it." };
  return isRequired
    ? { rule: "request/required-property-added", level: "major", what: "is new and required", consequence: "Calls without it no longer compile." }
    : { rule: "request/property-added", level: "minor", what: "is new and optional", consequence: "Calls may give it." };
}

function removed(direction: Direction, schema: unknown, renamed: string | undefined): Verdict {
  if (schema === false)
    return {
      rule: `${direction}/allowed`,
      level: direction === "request" ? "minor" : "patch",
      what: "is no longer refused",
      consequence: "Calls stay as they are.",
    };
  return {
    rule: `${direction}/property-${renamed === undefined ? "removed" : "renamed"}`,
    level: "major",
    what: renamed === undefined ? "is gone" : `is gone; ${renamed} has the same schema, so it may be renamed`,
    consequence: direction === "request" ? "Calls that give it no longer compile." : "Code that reads it no longer compiles.",
  };
}

function required(direction: Direction, now: boolean): Verdict {
  if (direction === "request")
    return now
      ? { rule: "request/required-added", level: "major", what: "is required now", consequence: "Calls without it no longer compile." }
      : { rule: "request/required-removed", level: "minor", what: "is optional now", consequence: "Calls may leave it out." };
  return now
    ? { rule: "response/required-added", level: "minor", what: "is always there now", consequence: "Code need no longer expect its absence." }
    : { rule: "response/required-removed", level: "major", what: "may be absent now", consequence: "Code that reads it must expect undefined." };
}

function closed(direction: Direction, now: boolean): Verdict {
  return {
    rule: `${direction}/${now ? "closed" : "opened"}`,
    level: direction === "request" ? levelOf(direction, now ? "narrowed" : "widened", true) : "minor",
    what: now ? "takes no further members now" : "may have further members now",
    consequence: direction === "request" && now ? "Calls that give others are refused." : "Calls stay as they are.",
  };
}
