import type { Session, Sessions } from "../src/run/blocks.ts";

const LISTS = ["hash", "output", "requests", "files"] as const;

/** Returns the sessions that differ, each with the first line of each list that does. */
export function differingSessions(before: Sessions, now: Sessions): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((block) => {
    const lines = LISTS.flatMap((list) => firstDifference(list, linesOf(before[block], list), linesOf(now[block], list)));
    return lines.length === 0 ? [] : [[`${block}:`, ...lines].join("\n  ")];
  });
}

function linesOf(session: Session | undefined, list: (typeof LISTS)[number]): readonly string[] {
  return session === undefined ? [] : [session[list]].flat();
}

function firstDifference(list: string, before: readonly string[], now: readonly string[]): readonly string[] {
  const at = [...before, ...now].findIndex((_line, index) => before[index] !== now[index]);
  return at === -1 ? [] : [`${list}, line ${at + 1}: recorded ${shown(before[at])}, now ${shown(now[at])}`];
}

function shown(line: string | undefined): string {
  return line === undefined ? "nothing" : JSON.stringify(line);
}
