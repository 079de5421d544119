/** What a rule sets: a constant, or several by preference. `"*"` is the property's value. */
export type Constant = string | number | boolean | readonly string[];

/**
 * A constant and the values that it replaces. A value may have `*` for any characters
 * (`*_created`); `"*"` alone is for values that the contract lacks.
 */
export type ValueGroup = readonly [constant: Constant, values: readonly string[]];

/**
 * A rule of `x-ecs` or `x-ocsf` in a contract. It applies if the event has the property:
 *
 * - the JSON pointer of the property; an empty one for every event
 * - the path that it sets, as in specs/README.md
 * - what it sets: `"*"` for the value itself (default), a constant, or one for each group of values
 * - the kind of the value. Default: text; for a constant any, also an object
 */
export type FormatRule = readonly [from: string, to: string, result?: Constant | readonly ValueGroup[], kind?: string];

/** A class of events: constants by their names, and the ids of its activities in OCSF. */
export interface FormatClass {
  readonly [constant: string]: unknown;
  readonly activities?: { readonly [name: string]: number };
}

/** How the events of a stream become those of a format, as generated code has it. */
export interface FormatMapping {
  readonly classes: { readonly [name: string]: FormatClass };
  readonly rules: readonly FormatRule[];
}

/** An event in another format. */
export interface Formatted<Event> {
  readonly event: Event;
  /**
   * JSON pointers of properties with values that the contract lacks or the format does not allow,
   * such as `/action`. The event has a general value for them, or none.
   */
  readonly unknown: readonly string[];
}

/** A field of an event in a format. */
export interface FieldOrigin {
  /** Its path, such as `actor.user.uid`. */
  readonly field: string;
  readonly value: unknown;
  /** JSON pointer of what it comes from; empty for the whole event, absent for a constant. */
  readonly from: string | undefined;
}

/** An event that is being written. */
export interface Writing {
  /** Its text. */
  readonly original: string;
  /** Receives the JSON pointers of properties with unknown values. */
  unknown(pointer: string): void;
  set?(origin: FieldOrigin): void;
}

/** Converts the events of a stream to a format. */
export interface EventFormat<Event> {
  /**
   * @param event The event of the service.
   * @param original Its text, which the result contains. Default: `event` as JSON.
   */
  convert(event: object, original?: string): Formatted<Event>;
  /** Returns the event as JSON, in a quarter of the time of `convert` and `JSON.stringify`. */
  toJson(event: object, original?: string): { readonly json: string; readonly unknown: readonly string[] };
  /** Returns the fields of the event in the format, with where each comes from. */
  explain(event: object): readonly FieldOrigin[];
}

/** An event of the Elastic Common Schema. */
export interface EcsEvent {
  /** RFC 3339. */
  readonly "@timestamp": string;
  readonly ecs: { readonly version: string };
  readonly event: {
    readonly id?: string;
    readonly kind: "event";
    readonly category: readonly string[];
    readonly type: readonly string[];
    readonly outcome: "success" | "failure" | "unknown";
    /** The event of the service as JSON. */
    readonly original: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** An event of the Open Cybersecurity Schema Framework. */
export interface OcsfEvent {
  readonly class_uid: number;
  readonly class_name: string;
  readonly category_uid: number;
  readonly category_name: string;
  /** An activity of the class; 0 if the event has none, 99 (Other) if the class lacks it. */
  readonly activity_id: number;
  readonly activity_name: string;
  /** `class_uid * 100 + activity_id`. */
  readonly type_uid: number;
  readonly type_name: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly severity_id: number;
  readonly metadata: { readonly version: string; readonly product: { readonly name: string }; readonly uid?: string; readonly [attribute: string]: unknown };
  /** The event of the service as JSON. */
  readonly raw_data: string;
  readonly [attribute: string]: unknown;
}
