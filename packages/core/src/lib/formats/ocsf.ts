import { expectObject } from "../options/check-arguments.ts";
import { applyRules, rawOf, readRule } from "./apply-rules.ts";
import type { FormatRule, Formatted, OcsfClass, OcsfEvent } from "./format.ts";
import type { Tree } from "./put.ts";

/** The id of an activity that the class does not have. */
const OTHER = 99;

/** The name of the activity 0 of every class: the event has none. */
const UNKNOWN = "Unknown";

/**
 * Returns the function that converts the events of a stream to OCSF.
 *
 * @param by The name of that function, for messages.
 */
export function ocsfOf<Event extends object>(
  by: string,
  classes: { readonly [name: string]: OcsfClass },
  rules: readonly FormatRule[],
): (event: Event) => Formatted<OcsfEvent> {
  // Other rules depend on the class.
  const choosing = rules.filter(([, to]) => to === "class").map(readRule);
  const others = rules.filter(([, to]) => to !== "class").map(readRule);
  return (event) => {
    expectObject(by, "event", event);
    const unknown = new Set<string>();
    const chosen: Tree = {};
    applyRules(event, choosing, { target: chosen, unknown });
    const kind = String(chosen["class"]);
    const { activities, ...classification } = classes[kind] as OcsfClass;
    const target: Tree = { ...classification };
    applyRules(event, others, { target, unknown }, kind);
    const { activity, activity_name: name = UNKNOWN, ...attributes } = target;
    const ids: { readonly [name: string]: number } = { [UNKNOWN]: 0, ...activities };
    const known = [activity ?? UNKNOWN].flat().find((one) => Object.hasOwn(ids, String(one)));
    const activityId = ids[String(known)] ?? OTHER;
    const activityName = String(known ?? name);
    return {
      event: {
        ...attributes,
        activity_id: activityId,
        activity_name: activityName,
        type_uid: classification.class_uid * 100 + activityId,
        type_name: `${classification.class_name}: ${activityName}`,
        raw_data: rawOf(event),
      } as unknown as OcsfEvent,
      unknown: [...unknown],
    };
  };
}
