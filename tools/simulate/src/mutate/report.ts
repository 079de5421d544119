import type { Fault } from "../read-faults.ts";
import type { Verdict } from "./run-tests.ts";

/** A fault with the verdict of the tests. */
export interface Judged {
  readonly fault: Fault;
  readonly verdict: Verdict;
}

/** Minimum share of all faults that the tests must find. */
const GOAL = 0.95;

const isFound = ({ verdict }: Judged): boolean => verdict.outcome === "failed" || verdict.outcome === "late";

/** Returns a line for each survivor, and the total as the last line. */
export function reportLines(judged: readonly Judged[]): readonly string[] {
  const survivors = judged.filter((each) => !isFound(each));
  return [
    ...survivors.map(({ fault: { id, file, loss, survives }, verdict }) => {
      const outcome = verdict.outcome === "broken" ? "BROKEN" : "survived";
      return `${outcome} ${id} in ${file}: ${loss}${survives === undefined ? "" : ` Known: ${survives}`}`;
    }),
    `${judged.length} faults, ${judged.length - survivors.length} found`,
  ];
}

/** Returns whether the tests find enough: 95 % of all faults; if some were chosen, all of these that are not known to survive. A fault that cannot be planted is a defect of the list. */
export function isEnough(judged: readonly Judged[], areAll: boolean): boolean {
  const survivors = judged.filter((each) => !isFound(each));
  if (survivors.some(({ verdict }) => verdict.outcome === "broken")) return false;
  return areAll ? judged.length - survivors.length >= judged.length * GOAL : survivors.every(({ fault }) => fault.survives !== undefined);
}
