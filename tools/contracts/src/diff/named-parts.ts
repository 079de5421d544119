import type { Json } from "@keywright/generate/contract";
import type { Report } from "./change.ts";
import { isEqual, namesOf } from "./values.ts";

/** What has a name, in one state of a contract: whether it is required, and what tells whether another name means the same. */
export interface NamedParts {
  readonly [name: string]: { readonly required: boolean; readonly value?: unknown };
}

/** Objects of a contract by their names, each of which says whether it is required. */
export function partsOf(
  named: { readonly [name: string]: Json },
  isRequired: (part: Json) => boolean = ({ required }) => required === true,
  valueOf: (part: Json) => unknown = () => undefined,
): NamedParts {
  return Object.fromEntries(Object.entries(named).map(([name, part]) => [name, { required: isRequired(part), value: valueOf(part) }]));
}

const IS_REQUIRED = { request: ["is required now", "is optional now"], other: ["is always there now", "may be absent now"] } as const;

/**
 * Compares what has names: parameters, a body, properties, headers of a response.
 *
 * @param kind Whose rules hold.
 * @param at The place of a name.
 * @returns The names that both states have, whose insides are left to be compared.
 */
export function compareNames(
  kind: "request" | "response" | "header",
  before: NamedParts,
  after: NamedParts,
  at: (name: string) => string,
  report: Report,
): string[] {
  return namesOf(before, after).filter((name) => {
    const [was, is] = [before[name], after[name]];
    if (was === undefined) reportAdded(kind, is as NamedParts[string], at(name), report);
    else if (is === undefined) reportRemoved(kind, was, renamedTo(was.value, before, after), at(name), report);
    else {
      const [required, optional] = IS_REQUIRED[kind === "request" ? "request" : "other"];
      if (was.required !== is.required) report(at(name), `${kind}/required-${is.required ? "added" : "removed"}`, is.required ? required : optional);
      return true;
    }
    return false;
  });
}

function reportAdded(kind: string, { value, required }: NamedParts[string], where: string, report: Report): void {
  if (value === false) report(where, `${kind}/refused`, "is refused now");
  else if (kind !== "request") report(where, `${kind}/added`, "is new");
  else report(where, required ? "request/required-and-added" : "request/added", `is new and ${required ? "required" : "optional"}`);
}

function reportRemoved(kind: string, { value, required }: NamedParts[string], renamed: string | undefined, where: string, report: Report): void {
  if (value === false) report(where, kind === "request" ? "request/allowed" : "response/unmentioned", "is no longer refused");
  else if (renamed !== undefined) report(where, `${kind}/renamed`, `is gone; ${renamed} has the same schema, so it may be renamed`);
  else report(where, `${kind}/${kind === "header" && required ? "required-and-removed" : "removed"}`, "is gone");
}

/** The one new name with the value of one that is gone. */
function renamedTo(value: unknown, before: NamedParts, after: NamedParts): string | undefined {
  const candidates = Object.keys(after).filter((name) => before[name] === undefined && value !== undefined && isEqual(after[name]?.value, value));
  return candidates.length === 1 ? candidates[0] : undefined;
}
