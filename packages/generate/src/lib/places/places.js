// @ts-check

/**
 * A value of a contract and its place, so that a finding can point at its line.
 *
 * @typedef {import("@redocly/openapi-core").UserContext} Context
 * @typedef {import("@redocly/openapi-core").Location} Location
 * @typedef {{ readonly [key: string]: unknown }} Json
 * @typedef {{ readonly node: unknown, readonly location: Location }} Place
 */

/**
 * Whether a value is an object, and neither `null` nor a list.
 *
 * @param {unknown} value
 * @returns {value is Json}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether a value is a `$ref`.
 *
 * @param {unknown} value
 * @returns {boolean}
 */
function isReference(value) {
  return isObject(value) && typeof value["$ref"] === "string";
}

/**
 * Returns the target of a `$ref`, or the place itself; `undefined` without a target.
 *
 * @param {Context} context
 * @param {Place} place
 * @returns {Place | undefined}
 */
function follow(context, place) {
  if (!isReference(place.node)) return place;
  const reference = /** @type {{ $ref: string }} */ (place.node);
  const { node, location } = context.resolve(reference, place.location.source.absoluteRef);
  return node === undefined || location === undefined ? undefined : { node, location };
}

/**
 * Follows keys from a place, resolving every `$ref`.
 *
 * @param {Context} context
 * @param {Place | undefined} place
 * @param {...(string | number)} keys
 * @returns {Place | undefined}
 */
export function descend(context, place, ...keys) {
  let current = place;
  for (const key of keys) {
    if (current === undefined || typeof current.node !== "object" || current.node === null) return undefined;
    const node = /** @type {Json} */ (current.node)[key];
    current = node === undefined ? undefined : follow(context, { node, location: current.location.child([key]) });
  }
  return current;
}

/**
 * Returns the properties of an object or the elements of a list, with `$ref`s resolved.
 *
 * @param {Context} context
 * @param {Place | undefined} place
 * @returns {(readonly [string, Place])[]}
 */
export function entriesOf(context, place) {
  if (place === undefined || typeof place.node !== "object" || place.node === null) return [];
  /** @type {(readonly [string, Place])[]} */
  const entries = [];
  for (const key of Object.keys(place.node)) {
    const entry = descend(context, place, key);
    if (entry !== undefined) entries.push([key, entry]);
  }
  return entries;
}

/**
 * Returns the properties of a schema and its branches, without those that one forbids (`false`).
 *
 * @param {Context} context
 * @param {Place | undefined} schema
 * @returns {Set<string>}
 */
export function propertiesOf(context, schema) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const branch of branchesOf(context, schema))
    for (const [name, property] of entriesOf(context, descend(context, branch, "properties"))) if (property.node !== false) names.add(name);
  return names;
}

/**
 * Returns the schema of a property in a schema or in its branches; `undefined` if there is none.
 *
 * @param {Context} context
 * @param {Place} schema
 * @param {string} name
 * @returns {Place | undefined}
 */
export function propertyOf(context, schema, name) {
  for (const branch of branchesOf(context, schema)) {
    const own = descend(context, branch, "properties", name);
    if (own !== undefined && own.node !== false) return own;
  }
  return undefined;
}

/**
 * Returns a schema and its branches, each once: references can repeat exponentially.
 *
 * @param {Context} context
 * @param {Place | undefined} schema
 * @param {Map<unknown, Place>} found
 * @returns {Iterable<Place>}
 */
function branchesOf(context, schema, found = new Map()) {
  if (schema === undefined || found.has(schema.node)) return found.values();
  found.set(schema.node, schema);
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    for (const [, branch] of entriesOf(context, descend(context, schema, keyword))) branchesOf(context, branch, found);
  return found.values();
}
