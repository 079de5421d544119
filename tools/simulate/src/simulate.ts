import { inspect } from "node:util";
import type { Load } from "./compile.ts";
import { runWorld } from "./world/world.ts";
import type { Plan } from "./world/plan.ts";

/** Runs the world of a plan until it ends. */
export async function simulate(plan: Plan, load: Load) {
  const rejections: string[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(`an unhandled rejection: ${inspect(reason)}`);
  // Stack traces are slow, and differ between versions of Node.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  process.on("unhandledRejection", onRejection);
  try {
    const { history, violations } = await runWorld(plan, load);
    return { history, violations: [...violations, ...rejections], simulatedMs: plan.roughMs + plan.calmMs };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    process.off("unhandledRejection", onRejection);
  }
}
