import { expectObject } from "../options/check-arguments.ts";
import { applyRules, rawOf, readRule } from "./apply-rules.ts";
import type { EcsEvent, FormatRule, Formatted } from "./format.ts";
import type { Tree } from "./put.ts";

/**
 * Returns the function that converts the events of a stream to ECS.
 *
 * @param name The name of that function, for messages.
 */
export function ecsOf<Event extends object>(name: string, rules: readonly FormatRule[]): (event: Event) => Formatted<EcsEvent> {
  const read = rules.map(readRule);
  return (event) => {
    expectObject(name, "event", event);
    const unknown = new Set<string>();
    const target: Tree = { event: { original: rawOf(event) } };
    applyRules(event, read, { target, unknown });
    // The rules set the fields that the type requires; tests check it with the published schema.
    return { event: target as unknown as EcsEvent, unknown: [...unknown] };
  };
}
