import type { Verdict } from "./change.ts";
import { type Direction, type Effect, levelOf } from "./effect.ts";
import { compareLists } from "./equal.ts";
import type { Values } from "./schema-view.ts";
import { showAll } from "./words.ts";

/** Judges enumerations that differ. `undefined` is no enumeration at all: any value of the type. */
export function enumeration(before: unknown, after: unknown, direction: Direction): Verdict | undefined {
  const [was, is] = [before as Values | undefined, after as Values | undefined];
  const [wasClosed, isClosed] = [was?.open === false, is?.open === false];
  if (wasClosed !== isClosed) return closing(direction, (isClosed ? is : was) as Values, isClosed);
  const { added, removed } = compareLists(was?.known ?? [], is?.known ?? []);
  if (added.length + removed.length === 0) return undefined;
  return isClosed ? members(direction, added, removed) : knownValues(direction, added, removed);
}

/** A list that is closed now, or no longer. */
function closing(direction: Direction, { known }: Values, closed: boolean): Verdict {
  const effect: Effect = closed ? "narrowed" : "widened";
  return {
    rule: `${direction}/enum-${closed ? "closed" : "opened"}`,
    level: levelOf(direction, effect, true),
    what: closed ? `is one of ${showAll(known)} now and nothing else` : `is no longer limited to ${showAll(known)}`,
    consequence:
      direction === "request"
        ? closed
          ? "Calls with other values are refused, by the compiler and by the service."
          : "Calls stay as they are."
        : closed
          ? "Branches for other values are never reached."
          : "A switch over the values needs a default.",
  };
}

function members(direction: Direction, added: readonly unknown[], removed: readonly unknown[]): Verdict {
  const effect: Effect = removed.length === 0 ? "widened" : added.length === 0 ? "narrowed" : "changed";
  return {
    rule: `${direction}/enum-${effect}`,
    level: levelOf(direction, effect, true),
    what: difference("has", added, removed),
    consequence:
      direction === "request"
        ? effect === "widened"
          ? "Calls stay as they are."
          : "Calls that send the old values are refused, by the compiler and by the service."
        : effect === "narrowed"
          ? "Branches for the old values are never reached."
          : "Code that lists all values meets one that it does not know.",
  };
}

/** The compiler takes any string for an open list, on both sides. */
function knownValues(direction: Direction, added: readonly unknown[], removed: readonly unknown[]): Verdict {
  return {
    rule: `${direction}/known-values`,
    level: "minor",
    what: difference("lists", added, removed),
    consequence: "The list is open, so that code compiles as before; completions and the list of values differ.",
  };
}

function difference(verb: string, added: readonly unknown[], removed: readonly unknown[]): string {
  const gone = removed.length > 0 ? [`no longer ${verb} ${showAll(removed)}`] : [];
  const fresh = added.length > 0 ? [`${verb} ${showAll(added)}, too`] : [];
  return [...gone, ...fresh].join(" and ");
}
