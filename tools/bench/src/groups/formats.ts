import { join } from "node:path";
import { compare } from "../measure/rounds.ts";
import type { Row } from "../measure/row.ts";
import { withWorkers } from "../measure/workers.ts";

/** What ECS and OCSF cost a program that writes events to a file, from pages of 1,000. */
export const formats: readonly Row[] = (
  [
    ["format-ecs", ["ecs", "raw"], "keywright-tail --format ecs / --format raw"],
    ["format-ocsf", ["ocsf", "raw"], "keywright-tail --format ocsf / --format raw"],
    ["format-by-hand", ["ocsf", "hand"], "keywright-tail --format ocsf / a hand-written mapper of the same fields"],
  ] as const
).map(([name, pair, what]): Row => ({
  name,
  what: `${what}; CPU time of the whole program`,
  unit: "×",
  goal: { atMost: 2 },
  measure: ({ stage, quick }) =>
    withWorkers(stage, (ask) =>
      compare(pair, { rounds: quick ? 5 : 15, unit: "ms a page" }, (how) => ask<number>("format", [how, join(stage, `${how}.jsonl`)], quick ? 10 : 40)),
    ),
}));
