/** What a rule sets: a constant, or activities by preference. `"*"` is the property's value. */
export type Constant = string | number | boolean | readonly string[];

/** A constant and the values that it replaces; `"*"` for values that the contract lacks. */
export type FormatGroup = readonly [constant: Constant, values: readonly string[]];

/**
 * A rule of a format, generated from `x-ecs` or `x-ocsf` of a contract. It applies if the event has
 * the property:
 *
 * - the JSON pointer of the property
 * - the path that it sets; for a class alone with the name of the class before it:
 *   `user_management:user.uid`
 * - what it sets: `"*"` for the value itself (default), another constant, or a constant for each
 *   group of values
 * - `true` for a time in milliseconds since 1970
 */
export type FormatRule = readonly [from: string, to: string, result?: Constant | readonly FormatGroup[], isTime?: true];

/** A class of OCSF, with the ids of its activities. */
export interface OcsfClass {
  readonly class_uid: number;
  readonly class_name: string;
  readonly category_uid: number;
  readonly category_name: string;
  readonly activities: { readonly [name: string]: number };
}

/** An event in another format. */
export interface Formatted<Event> {
  readonly event: Event;
  /**
   * JSON pointers of properties with unknown values, such as `/action`. The event has a general
   * value for them.
   */
  readonly unknown: readonly string[];
}

/** An event of the Elastic Common Schema. */
export interface EcsEvent {
  /** RFC 3339. */
  readonly "@timestamp": string;
  readonly ecs: { readonly version: string };
  readonly event: {
    readonly id: string;
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
  readonly metadata: { readonly version: string; readonly product: { readonly name: string }; readonly uid: string; readonly [attribute: string]: unknown };
  /** The event of the service as JSON. */
  readonly raw_data: string;
  readonly [attribute: string]: unknown;
}
