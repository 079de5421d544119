import { type Plan, simulate } from "./simulate.ts";
import type { Load } from "./world/programs.ts";

/** Returns a plan without unnecessary troubles. Tries halves first, then single ones. */
export async function shrink(plan: Plan, load: Load): Promise<Plan> {
  let { troubles } = plan;
  for (let size = Math.ceil(troubles.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < troubles.length;) {
      const fewer = [...troubles.slice(0, from), ...troubles.slice(from + size)];
      const { violations } = await simulate({ ...plan, troubles: fewer }, load);
      if (violations.length > 0) troubles = fewer;
      else from += size;
    }
  }
  return { ...plan, troubles };
}
