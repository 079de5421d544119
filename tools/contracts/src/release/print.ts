import { changeLines } from "@keywright/generate";
import type { Judgement, Verdict } from "./judge.ts";
import { highest } from "./step.ts";

/** Returns the lines of all packages: first the compared state, last the counts. */
export function printVerdict({ packages, unreleased }: Verdict): string[] {
  const count = (of: (judgement: Judgement) => readonly unknown[]): number => packages.reduce((sum, one) => sum + of(one).length, 0);
  return [
    ...(unreleased === undefined ? [] : [`Without a release, packages are compared with ${unreleased.name}: ${unreleased.reason}.`]),
    ...packages.flatMap((judgement) => [
      `${judgement.name}: ${summaryOf(judgement)}`,
      ...judgement.changes.flatMap(changeLines),
      ...judgement.findings.map((finding) => `  FINDING ${finding}`),
    ]),
    `${packages.length} packages, ${count(({ changes }) => changes)} changes, ${count(({ findings }) => findings)} findings`,
  ];
}

function summaryOf({ base, planned: { version, step }, changes, demanded }: Judgement): string {
  if (base === undefined) return `is new; ${version} is planned`;
  if (changes.length === 0) return `no change of a contract or a package.json since ${base.name}`;
  const next = step === "none" ? "no change set names it" : `${version} is planned as a ${step} step`;
  const largest = highest(changes.map(({ level }) => level));
  const needed = largest === demanded ? `${largest}: at least a ${largest} step is needed` : `${largest}: below 1.0.0 at least a ${demanded} step is needed`;
  return `${changes.length} ${changes.length === 1 ? "change" : "changes"} since ${base.name}, ${needed}, ${next}`;
}
