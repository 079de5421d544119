import type { Operations } from "../contract/contract.ts";
import type { Result } from "./result.ts";
import type { Session } from "../session/session.ts";
import { Broken, Untested } from "../session/outcome.ts";
import type { Tier } from "../session/settings.ts";
import type { Rule, Service, World } from "./rule.ts";

const MOST_EXCHANGES = 3;

/** Tests rules one after the other, because writes change what reads return. */
export async function testRules<W extends World>(
  rules: readonly Rule<W>[],
  world: W,
  tiers: ReadonlySet<Tier>,
  signal: AbortSignal,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const rule of rules) {
    const { operation, id, tier } = rule;
    const says = world.session.operations.get(operation)?.rules.get(id) ?? rule.says ?? "";
    const outcome = tiers.has(tier) ? await testRule(rule, world, signal) : { ...untested(`add --tier ${tier}`), isOff: true as const };
    results.push({ operation, rule: id, tier, says, ...outcome });
  }
  return results;
}

type Outcome = Pick<Result, "outcome" | "reason" | "exchanges">;

function untested(reason: string): Outcome {
  return { outcome: "not tested", reason };
}

async function testRule<W extends World>(rule: Rule<W>, world: W, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return untested("the run was interrupted");
  const { session } = world;
  session.take();
  try {
    await rule.test(world);
    return { outcome: "held" };
  } catch (error) {
    if (error instanceof Untested) return untested(session.mask.text(error.message));
    const message = error instanceof Error ? error.message : String(error);
    // Any other error is a response that has not even the shape that the rule reads.
    const reason = error instanceof Broken ? message : `the response cannot be read: ${message}`;
    const exchanges = session.take().slice(-MOST_EXCHANGES).map(session.mask.show);
    return { outcome: "broken", reason: session.mask.text(reason), exchanges };
  }
}

/** Returns the results of the rules of the contract that no test can show. */
export function rulesWithoutTest<W extends World>({ untested: reasons }: Service<W>, operations: Operations): readonly Result[] {
  return Object.entries(reasons).map(([key, reason]) => {
    const [operation = "", rule = ""] = key.split(".");
    return { operation, rule, tier: "read", says: operations.get(operation)?.rules.get(rule) ?? "", ...untested(reason) };
  });
}

/** Returns whether all responses of each operation were as the contract says. */
export function responseResults({ operations, responsesOf, mask }: Session): readonly Result[] {
  return [...operations.values()].map(({ id, path }) => {
    const { count, broken } = responsesOf(id);
    const result = { operation: id, rule: "response", tier: "read", says: "each response has the status, headers and body of the contract" } as const;
    const [first] = broken;
    if (first !== undefined) return { ...result, outcome: "broken", reason: first.problems.join("; "), exchanges: [mask.show(first.exchange)] };
    if (count > 0) return { ...result, outcome: "held" };
    return { ...result, ...untested(path === undefined ? "its address comes from a response, and a call cannot be taken back" : "no rule has called it") };
  });
}
