import { expectObject } from "@keywright/core/client";
import { compile, compileOne } from "./compile.ts";
import type { EcsEvent, EventFormat, FieldOrigin, FormatMapping, FormatRule, OcsfEvent, Writing } from "./mapping.ts";

/** The id of an activity that the class does not have. */
const OTHER = 99;

/** The name of the activity 0 of every class: the event has none. */
const UNKNOWN = "Unknown";

/** Rules that set what other rules depend on. They are no fields of the event. */
const CHOICES = ["class", "activity", "activity_name"] as const;

/**
 * Returns the conversion of a stream's events to the Elastic Common Schema (ECS).
 *
 * @param mapping From `@keywright/events/formats` or `@keywright/management/formats`.
 */
export function ecsFormat(mapping: FormatMapping): EventFormat<EcsEvent> {
  return formatOf("ecsFormat", mapping, "event.original", () => "");
}

/**
 * Returns the conversion of a stream's events to the Open Cybersecurity Schema Framework (OCSF).
 *
 * @param mapping From `@keywright/events/formats` or `@keywright/management/formats`.
 */
export function ocsfFormat(mapping: FormatMapping): EventFormat<OcsfEvent> {
  return formatOf("ocsfFormat", mapping, "raw_data", ({ name, activity, activityName }) => {
    const { activities, ...constants } = mapping.classes[name] ?? {};
    const id = activity === UNKNOWN ? 0 : (activities?.[activity ?? ""] ?? OTHER);
    const activity_name = activity ?? activityName;
    const type = { type_uid: Number(constants["class_uid"]) * 100 + id, type_name: `${String(constants["class_name"])}: ${activity_name}` };
    return `${JSON.stringify({ ...constants, activity_id: id, activity_name, ...type }).slice(1, -1)},`;
  });
}

/** The class of an event. */
interface Choice {
  readonly name: string;
  /** The name of an activity that the class has; `undefined` for another one. */
  readonly activity: string | undefined;
  /** The service's word for it. */
  readonly activityName: string;
}

function formatOf<Event>(by: string, mapping: FormatMapping, raw: string, begin: (choice: Choice) => string): EventFormat<Event> {
  const choose = chooser(mapping);
  const rules: readonly FormatRule[] = [["", raw, "*", "original"], ...mapping.rules];
  const byClass = new Map(["", ...Object.keys(mapping.classes)].map((name) => [name, compile(rulesOf(rules, name))]));
  // What an event begins with depends on its class and activity, which are few.
  const begins = new Map<string, string>();
  function write(event: object, writing: Writing): string {
    const choice = choose(event, writing);
    const key = `${choice.name}:${choice.activity}`;
    const known = begins.get(key);
    const first = known ?? begin(choice);
    if (known === undefined && choice.activity !== undefined) begins.set(key, first);
    return `{${first}${byClass.get(choice.name)?.(event, writing) ?? ""}}`;
  }
  function toJson(event: object, original?: string) {
    expectObject(by, "event", event);
    const unknown: string[] = [];
    const json = write(event, { original: original ?? rawOf(event), unknown: (pointer) => void (unknown.includes(pointer) || unknown.push(pointer)) });
    return { json, unknown };
  }
  return {
    toJson,
    convert(event, original) {
      const { json, unknown } = toJson(event, original);
      // The mapping sets what the type requires; tests check it with the published schema.
      return { event: JSON.parse(json) as Event, unknown };
    },
    explain(event) {
      expectObject(by, "event", event);
      const chosen = new Map<string, string | undefined>();
      const origins: FieldOrigin[] = [];
      const writing = { original: rawOf(event), unknown: () => {} };
      const choice = choose(event, { ...writing, set: ({ field, from }) => void chosen.set(field, from || undefined) });
      const first = begin(choice);
      const rest = byClass.get(choice.name)?.(event, { ...writing, set: (origin) => void origins.push(origin) }) ?? "";
      for (const origin of origins) if (origin.from === "" && origin.field !== raw) Object.assign(origin, { from: undefined });
      const begun = Object.entries(JSON.parse(`{${first.slice(0, -1)}}`) as object).map(([field, value]: [string, unknown]): FieldOrigin => {
        const from = /^(activity|type)_/.test(field) ? (chosen.get("activity") ?? chosen.get("activity_name")) : chosen.get("class");
        return { field, value, from };
      });
      const written: unknown = JSON.parse(`{${first}${rest}}`);
      return [...begun, ...origins.filter(({ field }) => hasField(written, field))];
    },
  };
}

/** Whether an event has a field; some rules have a value that another one makes superfluous. */
function hasField(event: unknown, path: string): boolean {
  const value = path.split(".").reduce((holder: unknown, step) => {
    const inner: unknown = Reflect.get(Object(holder), step.replace("[]", ""));
    return step.endsWith("[]") ? Reflect.get(Object(inner), 0) : inner;
  }, event);
  return value !== undefined;
}

/** Returns the rules for the events of a class, in their order. */
function rulesOf(rules: readonly FormatRule[], kind: string): FormatRule[] {
  return rules.flatMap(([from, to, ...others]): FormatRule[] => {
    const [path = "", only = kind] = to.split(":").reverse();
    return only === kind && !(CHOICES as readonly string[]).includes(path) ? [[from, path, ...others]] : [];
  });
}

/**
 * Returns what chooses the class and the activity of an event: its class if that has one of the
 * activities, or the first class of the contract that has one.
 */
function chooser({ classes, rules }: FormatMapping): (event: object, writing: Writing) => Choice {
  const [readClass, readActivity, readName] = CHOICES.map((choice) => {
    const read = compileOne(
      rules.filter(([, to]) => to === choice),
      choice,
    );
    const parsed = new Map<string, readonly string[]>();
    return (event: object, writing: Writing, absent: string): readonly string[] => {
      const json = read(event, writing);
      if (json === "") return [absent];
      const list = parsed.get(json) ?? [JSON.parse(json) as string | readonly string[]].flat();
      if (parsed.size < MOST_KNOWN) parsed.set(json, list);
      return list;
    };
  }) as [ReadList, ReadList, ReadList];
  const others = Object.keys(classes);
  return (event, writing) => {
    const names = readClass(event, writing, "");
    const activities = readActivity(event, writing, UNKNOWN);
    const [said = UNKNOWN] = readName(event, writing, UNKNOWN);
    for (const name of [...names, ...others]) {
      const known = classes[name]?.activities;
      const activity = activities.find((one) => one === UNKNOWN || (known !== undefined && Object.hasOwn(known, one)));
      if (activity !== undefined) return { name, activity, activityName: activity };
    }
    return { name: names[0] ?? "", activity: undefined, activityName: said };
  };
}

type ReadList = (event: object, writing: Writing, absent: string) => readonly string[];

/** The service could send a new word with each event. */
const MOST_KNOWN = 1000;

/** The event as JSON. */
function rawOf(event: object): string {
  return JSON.stringify(event, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}
