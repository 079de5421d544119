import { type Contract, ContractError, deref, isObject, type Json, join, type Schema } from "../../contract/index.ts";
import { propertiesOf, valuesOf } from "../schemas/schema-types.ts";

/** The extension of each format. */
type FormatExtension = "x-ecs" | "x-ocsf";

/** A rule: the property, the path, what it is set to, and the kind of value. */
type FormatRow = readonly [from: string, to: string, result?: unknown, kind?: string];

/**
 * Returns the rules for the events of a stream, in the order of the properties. The constants of
 * an object are after its properties, because the first rule for a
 * path wins.
 *
 * @param schema The schema of the events.
 */
export function formatRules(contract: Contract, schema: Schema | undefined, extension: FormatExtension): FormatRow[] {
  const { classes: _, captions: __, ...constants } = contract.document[extension] ?? {};
  const event: At = { from: "", to: "", budget: { left: MAX_PROPERTIES } };
  return [...rulesOf(contract, schema, extension, event), ...constantsAt(contract, event, constants)];
}

/** Limit for the properties of an event: references can nest a schema in itself. */
const MAX_PROPERTIES = 10_000;

/** Where a part of an event is, and the path that it has in the format. */
interface At {
  readonly from: string;
  readonly to: string;
  /** How many more properties are read. */
  readonly budget: { left: number };
}

function rulesOf(contract: Contract, schema: Schema = {}, extension: FormatExtension, at: At): FormatRow[] {
  const said = deref(contract, schema)[extension];
  const values = valuesOf(deref(contract, schema));
  const properties = Object.entries(propertiesOf(contract, schema)).flatMap(([name, property]) =>
    rulesOfProperty(contract, property, extension, { ...at, from: join(at.from, name) }),
  );
  return [...properties, ...(isObject(said) ? ofText(constantsAt(contract, at, said, values), values !== undefined) : [])];
}

function rulesOfProperty(contract: Contract, property: Schema, extension: FormatExtension, at: At): FormatRow[] {
  if (at.budget.left-- === 0)
    throw new ContractError(`an event with ${extension} has more than ${MAX_PROPERTIES} properties: remove those that it does not need`);
  const said = property[extension];
  const isSaid = typeof said === "string" || Array.isArray(said);
  const entries = isSaid ? [said].flat() : [];
  const paths = entries.filter((entry) => typeof entry === "string").map((path) => inside(at.to, path));
  const constants = entries.filter(isObject).flatMap((map) => constantsAt(contract, at, map));
  const schema = deref(contract, property);
  // Of a list, the first element counts.
  const [value, from] = schema.items === undefined ? [property, at.from] : [schema.items, join(at.from, 0)];
  const rules = hasParts(contract, value, extension)
    ? (isSaid ? paths : [at.to]).flatMap((to) => rulesOf(contract, value, extension, { ...at, from, to }))
    : paths.map((to) => valueRow(schema, extension, from, to));
  return [...rules, ...ofText(constants, !hasParts(contract, value, extension))];
}

/** Constants of a value that is no object: they apply only if it is a text. */
function ofText(rows: readonly FormatRow[], isText: boolean): readonly FormatRow[] {
  return rows.map((row): FormatRow => (isText && row[2] !== undefined && !isGroups(row[2]) ? [row[0], row[1], row[2], row[3] ?? "text"] : row));
}

function isGroups(result: unknown): boolean {
  return Array.isArray(result) && Array.isArray(result[0]);
}

/** Whether the parts of a value have rules: the path of the property is where they begin. */
function hasParts(contract: Contract, schema: Schema, extension: FormatExtension): boolean {
  const resolved = deref(contract, schema);
  return Object.keys(propertiesOf(contract, schema)).length > 0 || (valuesOf(resolved) !== undefined && isObject(resolved[extension]));
}

/** The kinds of fields that take no other text, by the last name of a path. */
const KINDS: { readonly [name: string]: string } = { "@timestamp": "date", ip: "ip", email_addr: "email", lat: "lat", lon: "lon", long: "lon" };

function valueRow({ type, format }: Schema, extension: FormatExtension, from: string, to: string): FormatRow {
  const name = /([@a-z_]+)(?:\[\])?(?:[|&][a-z_]+)*$/.exec(to)?.[1] ?? "";
  // OCSF has times in milliseconds, except for the original text.
  const isTime = extension === "x-ocsf" && format === "date-time" && /(?<!original_)time$/.test(name);
  const isNumber = (type === "integer" || type === "number") && format !== "int64";
  const kind = isTime ? "time" : (KINDS[name] ?? (isNumber ? "number" : undefined));
  return kind === undefined ? [from, to] : [from, to, "*", kind];
}

/** @param values The known values, if it is an enumeration. */
function constantsAt(contract: Contract, { from, to }: Pick<At, "from" | "to">, constants: Json, values?: readonly unknown[]): FormatRow[] {
  // One path of an enumeration reports values that it lacks.
  const isTotal = Object.values(constants).some((result) => isObject(result) && Object.hasOwn(result, "*"));
  return Object.entries(constants).flatMap(([path, result], index): FormatRow[] => {
    const place = inside(to, path);
    if (result === "*" && values !== undefined && !isTotal && index === 0) return [[from, place, [["*", [...values, "*"]]]]];
    if (result === "*") return [valueRow({}, "x-ecs", from, place)];
    return [[from, place, isObject(result) ? groupsOf(result) : result], ...captionOf(contract, from, place, result)];
  });
}

/** The text next to an id in OCSF: the caption of the id, or the word of the service. */
function captionOf(contract: Contract, from: string, place: string, id: unknown): FormatRow[] {
  const said = contract.document["x-ocsf"]?.["captions"];
  const captions = isObject(said) ? said : {};
  const path = place.replace(/_id$/, "");
  const name = path === place ? undefined : Object.keys(captions).find((one) => new RegExp(`(?:^|[.:])${one}$`).test(path));
  if (name === undefined) return [];
  const texts = captions[name];
  const captionFor = (one: unknown): unknown => (isObject(texts) ? (texts[String(one)] ?? "*") : "*");
  if (!isObject(id)) return [[from, path, captionFor(id)]];
  return [[from, path, groupsOf(Object.fromEntries(Object.entries(id).map(([value, one]) => [value, captionFor(one)])))]];
}

/** Each constant with its values, which is shorter than each value with its constant. */
function groupsOf(values: Json): readonly (readonly [constant: unknown, values: readonly string[]])[] {
  const groups = new Map<string, readonly [constant: unknown, values: string[]]>();
  for (const [value, constant] of Object.entries(values)) {
    const key = JSON.stringify(constant);
    const group = groups.get(key) ?? ([constant, []] as const);
    group[1].push(value);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A path inside another one. With `/` first, it begins at the event. */
function inside(place: string, path: string): string {
  if (path.startsWith("/")) return path.slice(1);
  return place === "" ? path : `${place}.${path}`;
}
