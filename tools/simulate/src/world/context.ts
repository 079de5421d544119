import type { Faults, Plan } from "./plan.ts";
import { createRandom } from "./random.ts";
import { createTimeline } from "./timeline.ts";

/** A world ends after this number of violations. */
const MOST_VIOLATIONS = 20;
/** Maximum steps, ten times those of the busiest world, because a program that polls without a pause would run for hours. */
const MOST_STEPS = 500_000;

/** What all parts of a world share. */
export type Context = ReturnType<typeof createContext>;

export function createContext(plan: Plan) {
  const history: string[] = [];
  const violations: string[] = [];
  const timeline = createTimeline((count) => {
    if (count === MOST_STEPS) violate(`the world takes more than ${MOST_STEPS} steps`);
    return count >= MOST_STEPS || violations.length >= MOST_VIOLATIONS;
  });
  const say = (line: string): void => void history.push(`${timeline.now().toFixed(1).padStart(10)}  ${line}`);
  const violate = (problem: string): void => {
    say(`VIOLATION ${problem}`);
    violations.push(problem);
  };
  const faults: Faults = { events: [], management: [], vault: [], consent: [], database: [], feeds: [], tails: [], writers: [] };
  return { plan, faults, random: createRandom(`world ${plan.seed}`), timeline, history, violations, say, violate };
}
