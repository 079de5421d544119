import { printable } from "@keywright/core/client";
import { LookupError } from "./errors.ts";

/** A search, as its error messages describe it. */
export interface Search<Found> {
  /** The function that searches, such as `findItem`. */
  readonly by: string;
  /** What it searches for, such as `item with the title "Finance portal"`. */
  readonly sought: string;
  /** Where it searches, such as `vault iihcwjkpp63v2nsmo436sdbeuu`. */
  readonly where: string;
  /** What to do if there is no match. */
  advice(): string;
  /** The operation that was called, if any. */
  readonly operationId?: string;
  /** Describes a match by its id and nothing secret. */
  show(found: Found): string;
}

// Ten candidates are enough to see the problem.
const MOST_SHOWN = 10;
const MOST_NAMES = 20;

/** Returns the only match. @throws LookupError if there is none or more than one. */
export function onlyOne<Found extends { readonly id: string }>(found: readonly Found[], search: Search<Found>): Found {
  const { by, sought, where, operationId } = search;
  const [first, second] = found;
  if (first === undefined) throw new LookupError("not-found", `${where} has no ${sought}; ${search.advice()}`, { by, operationId });
  if (second === undefined) return first;
  throw new LookupError("ambiguous", `${where} has more than one ${sought}: ${listed(found.map(search.show))}; say which by its id`, {
    by,
    operationId,
    candidates: found.map(({ id }) => id),
  });
}

/** A list in a message, cut if it is long. */
export function listed(texts: readonly string[], most = MOST_SHOWN): string {
  const shown = texts.slice(0, most).join(", ");
  return texts.length > most ? `${shown} and ${texts.length - most} more` : shown;
}

/** The distinct existing names, for the message about a missing one. */
export function listedNames(noun: string, names: readonly (string | undefined)[]): string {
  const distinct = [...new Set(names)].flatMap((name) => name ?? []);
  // A message can be about a vault with many items.
  const texts = distinct.map((name, index) => (index < MOST_NAMES ? quoted(name) : ""));
  return distinct.length === 0 ? `there are no ${noun}` : `there are ${listed(texts, MOST_NAMES)}`;
}

const LONGEST_NAME = 80;

/** A name in a message: in quotes, control and invisible characters escaped, cut if long. */
export function quoted(name: string): string {
  return printable(JSON.stringify(name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name));
}
