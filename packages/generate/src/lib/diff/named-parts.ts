import { type Json, ownOf } from "../contract/index.ts";
import type { Report } from "./change.ts";
import { namesOf } from "./values.ts";

/** A named part of a contract: a parameter, a body, a property, or a header of a response. */
export interface Part {
  readonly required: boolean;
  readonly schema?: unknown;
  /** Its other keywords. */
  readonly rest?: Json;
}

/** Parts by their name. */
export type Parts = { readonly [name: string]: Part };

const IS_REQUIRED = { request: ["is required now", "is optional now"], other: ["is always there now", "may be absent now"] } as const;

/**
 * Compares the names, and which of them are required.
 *
 * @param kind Selects the rules.
 * @param at Returns the place of a name in messages.
 * @returns The names that both states have. The caller compares their schemas.
 */
export function compareNames(kind: "request" | "response" | "header", before: Parts, after: Parts, at: (name: string) => string, report: Report): string[] {
  return namesOf(before, after).filter((name) => {
    const [was, is] = [ownOf(before, name), ownOf(after, name)];
    const say = (rule: string, what: string): void => report(at(name), `${kind}/${rule}`, what);
    if (was === undefined) sayAdded(kind, is as Part, say);
    else if (is === undefined) sayRemoved(kind, was, say);
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
  if (schema === false) say("refused", "is no longer allowed");
  else if (kind !== "request") say("added", "is new");
  else say(required ? "required-and-added" : "added", `is new and ${required ? "required" : "optional"}`);
}

function sayRemoved(kind: string, { schema, required }: Part, say: Say): void {
  if (schema === false) say(kind === "request" ? "allowed" : "unmentioned", "is allowed now");
  else say(kind === "header" && required ? "required-and-removed" : "removed", "is gone");
}
