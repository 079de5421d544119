import type { Attribute, OcsfSchema, Resolved } from "./ocsf-schema.ts";

type Json = { readonly [name: string]: unknown };

/** Deprecated since 1.9.0, a pre-release, and the class of access in every release (specs/README.md). */
const CHOSEN_CLASSES: ReadonlySet<string> = new Set(["User Access Management"]);

/** Returns what the published schema refuses in an event; empty for a valid one. */
export function ocsfProblems(schema: OcsfSchema, event: Json): string[] {
  const definition = schema.classOf(event["class_uid"]);
  if (definition === undefined) return [`class_uid: no class is ${String(event["class_uid"])}`];
  const { activity_id: activity, metadata } = event as {
    readonly activity_id?: number;
    readonly metadata?: { readonly version?: string; readonly profiles?: string[] };
  };
  const activityName = definition.attributes["activity_id"]?.enum?.[String(activity)]?.caption;
  const expected: Json = {
    category_uid: definition.categoryUid,
    category_name: definition.categoryName,
    class_name: definition.caption,
    type_uid: Number(event["class_uid"]) * 100 + Number(activity),
    type_name: `${definition.caption}: ${activity === 99 ? String(event["activity_name"]) : activityName}`,
  };
  return [
    ...(definition["@deprecated"] === undefined || CHOSEN_CLASSES.has(definition.caption) ? [] : [`class_uid: ${definition.caption} is deprecated`]),
    ...Object.entries(expected).flatMap(([name, value]) => (event[name] === value ? [] : [`${name}: expected ${String(value)}, got ${String(event[name])}`])),
    ...(metadata?.version === schema.version ? [] : [`metadata.version: expected ${schema.version}, got ${metadata?.version}`]),
    // The ids of the class are computed above: the schema has no enumeration of them.
    ...objectProblems(schema, definition, event, { at: "", profiles: metadata?.profiles ?? [] }).filter(
      (problem) => !/^(?:class|category)_uid: \d/.test(problem),
    ),
  ];
}

/** The place of an object, and the profiles of its event. */
interface Context {
  readonly at: string;
  readonly profiles: readonly string[];
}

function objectProblems(schema: OcsfSchema, { attributes, constraints, name }: Resolved, value: Json, { at, profiles }: Context): string[] {
  const place = (attribute: string): string => (at === "" ? attribute : `${at}.${attribute}`);
  const applies = ({ profile }: Attribute): boolean => typeof profile !== "string" || profiles.includes(profile);
  const missing = Object.entries(attributes).filter(([key, one]) => one.requirement === "required" && applies(one) && value[key] === undefined);
  const { at_least_one: some = [], just_one: one = [] } = constraints ?? {};
  return [
    ...missing.map(([key]) => `${place(key)}: is required`),
    ...(some.length > 0 && some.every((key) => value[key] === undefined) ? [`${at || name}: needs one of ${some.join(", ")}`] : []),
    ...(one.length > 0 && one.filter((key) => value[key] !== undefined).length !== 1 ? [`${at || name}: needs just one of ${one.join(", ")}`] : []),
    ...Object.entries(value).flatMap(([key, member]) => {
      // An object without attributes takes any.
      const attribute = attributes[key];
      if (Object.keys(attributes).length === 0) return [];
      if (attribute === undefined) return [`${place(key)}: is no attribute of ${name}`];
      if (!applies(attribute)) return [`${place(key)}: is of the profile ${attribute.profile}, which the event does not name`];
      if (attribute["@deprecated"] !== undefined) return [`${place(key)}: is deprecated`];
      return [...valueProblems(schema, attribute, member, { at: place(key), profiles }), ...siblingProblems(attribute, member, value, place(key))];
    }),
  ];
}

function valueProblems(schema: OcsfSchema, attribute: Attribute, value: unknown, { at, profiles }: Context): string[] {
  if (attribute.is_array === true) {
    if (!Array.isArray(value) || value.length === 0) return [`${at}: must be a list with an element`];
    return value.flatMap((element: unknown, index) => valueProblems(schema, { ...attribute, is_array: false }, element, { at: `${at}[${index}]`, profiles }));
  }
  if (schema.scalars[attribute.type] === undefined) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at}: must be an object`];
    return objectProblems(schema, schema.objectOf(attribute.type), value as Json, { at, profiles });
  }
  const known = attribute.enum;
  if (known !== undefined && !Object.hasOwn(known, String(value))) return [`${at}: ${String(value)} is none of ${Object.keys(known).join(", ")}`];
  return scalarProblems(schema, attribute.type, value).map((problem) => `${at}: ${problem}`);
}

function scalarProblems(schema: OcsfSchema, type: string, value: unknown): string[] {
  const { type: base, regex, max_len: longest = Infinity, range: [least, most] = [-Infinity, Infinity] } = schema.scalars[type] ?? {};
  const check = SCALARS[base ?? type];
  if (check === undefined) throw new Error(`no test knows the type ${type}`);
  if (!check(value)) return [`must be ${type}, got ${JSON.stringify(value)}`];
  if (typeof value === "string" && (value.length > longest || (regex !== undefined && !patternOf(regex).test(value)))) return [`is no ${type}: ${value}`];
  // A second instead of a millisecond would be in January 1970.
  if (type === "timestamp_t" && value !== 0 && Number(value) < 1e11) return [`must be in milliseconds, got ${String(value)}`];
  return typeof value === "number" && (value < least || value > most) ? [`is out of range: ${value}`] : [];
}

const patterns = new Map<string, RegExp>();

function patternOf(regex: string): RegExp {
  const pattern = patterns.get(regex) ?? new RegExp(regex);
  patterns.set(regex, pattern);
  return pattern;
}

const SCALARS: { readonly [type: string]: (value: unknown) => boolean } = {
  boolean_t: (value) => typeof value === "boolean",
  float_t: (value) => typeof value === "number" && Number.isFinite(value),
  integer_t: Number.isSafeInteger,
  json_t: (value) => value !== undefined,
  long_t: Number.isSafeInteger,
  string_t: (value) => typeof value === "string",
};

/** An id has the caption as its sibling, and 99 (Other) the word of the source. */
function siblingProblems({ sibling, enum: values }: Attribute, id: unknown, holder: Json, at: string): string[] {
  if (sibling === undefined || values === undefined || ["class_uid", "category_uid"].includes(at)) return [];
  const said = holder[sibling];
  const caption = values[String(id)]?.caption;
  if (id === 99 ? typeof said === "string" && said !== "" : said === caption) return [];
  return [`${at}: needs the sibling ${sibling} with ${id === 99 ? "the word of the source" : caption}, got ${String(said)}`];
}
