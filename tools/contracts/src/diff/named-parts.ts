import { isDeepStrictEqual } from "node:util";
import type { Json } from "@keywright/generate/contract";
import type { Report } from "./change.ts";
import { namesOf } from "./values.ts";

/** What has a name in one state of a contract: a parameter, a body, a property, a header of a response. */
export interface Part {
  readonly required: boolean;
  /** What tells whether another name means the same. */
  readonly identity?: unknown;
  readonly schema?: unknown;
  /** What else is said of it. */
  readonly rest?: Json;
}

/** Parts by their names. */
export type Parts = { readonly [name: string]: Part };

const IS_REQUIRED = { request: ["is required now", "is optional now"], other: ["is always there now", "may be absent now"] } as const;

/**
 * Compares which names there are, and which are required.
 *
 * @param kind Whose rules hold.
 * @param at The place of a name.
 * @returns The names that both states have, whose insides are left to be compared.
 */
export function compareNames(kind: "request" | "response" | "header", before: Parts, after: Parts, at: (name: string) => string, report: Report): string[] {
  return namesOf(before, after).filter((name) => {
    const [was, is] = [before[name], after[name]];
    const say = (rule: string, what: string): void => report(at(name), `${kind}/${rule}`, what);
    if (was === undefined) sayAdded(kind, is as Part, say);
    else if (is === undefined) sayRemoved(kind, was, renamedTo(was, before, after), say);
    else {
      const [required, optional] = IS_REQUIRED[kind === "request" ? "request" : "other"];
      if (was.required !== is.required) say(`required-${is.required ? "added" : "removed"}`, is.required ? required : optional);
      return true;
    }
    return false;
  });
}

type Say = (rule: string, what: string) => void;

function sayAdded(kind: string, { schema, required }: Part, say: Say): void {
  if (schema === false) say("refused", "is refused now");
  else if (kind !== "request") say("added", "is new");
  else say(required ? "required-and-added" : "added", `is new and ${required ? "required" : "optional"}`);
}

function sayRemoved(kind: string, { schema, required }: Part, renamed: string | undefined, say: Say): void {
  if (schema === false) say(kind === "request" ? "allowed" : "unmentioned", "is no longer refused");
  else if (renamed !== undefined) say("renamed", `is gone; ${renamed} has the same schema, so it may be renamed`);
  else say(kind === "header" && required ? "required-and-removed" : "removed", "is gone");
}

/** The one new name that means the same as one that is gone. */
function renamedTo({ identity }: Part, before: Parts, after: Parts): string | undefined {
  const candidates = Object.keys(after).filter((name) => !(name in before) && identity !== undefined && isDeepStrictEqual(after[name]?.identity, identity));
  return candidates.length === 1 ? candidates[0] : undefined;
}
