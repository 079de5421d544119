import { highest } from "../diff/level.ts";
import type { Judgement } from "./judge.ts";
import type { Judged } from "./exceptions.ts";

/** What is printed of one package: a line on the whole, then its changes, then what has to be put right. */
export function printJudgement(judgement: Judgement): string[] {
  return [
    `${judgement.name}: ${summaryOf(judgement)}`,
    ...judgement.changes.flatMap(printChange),
    ...judgement.findings.map((finding) => `  FINDING ${finding}`),
  ];
}

function summaryOf({ base, planned, changes, demanded, step }: Judgement): string {
  if (base === undefined) return `not released yet, everything is new; ${planned} is planned`;
  if (changes.length === 0) return `no change of a contract, a type or a package.json since ${base.version}; nothing to decide`;
  const next = step === "none" ? "none is planned" : `${planned} is planned (${step})`;
  const largest = highest(changes.map(({ level }) => level));
  const needed = largest === demanded ? `${largest}: at least such a step is needed` : `${largest}: below 1.0.0 at least a ${demanded} step is needed`;
  return `${changes.length} ${changes.length === 1 ? "change" : "changes"} since ${base.version}, ${needed}, ${next}`;
}

function printChange(change: Judged): string[] {
  const { level, operations, where, what, consequence, exception, rule } = change;
  const place = operations.length === 0 ? "" : ` (${sideOf(rule)}${operations.join(", ")})`;
  const lines = [`  ${level.padEnd(5)} ${where} ${what}${place}`, `        ${consequence}`];
  if (exception !== undefined) lines.push(`        By exception: ${exception.reason}`);
  return [...lines, `        [${rule}]`];
}

/** Whether a schema is sent or answered: the same schema can be both. */
export function sideOf(rule: string): string {
  return rule.startsWith("request/") ? "sent by " : rule.startsWith("response/") ? "answered by " : "";
}
