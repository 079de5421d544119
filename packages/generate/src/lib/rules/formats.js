// @ts-check
import { paginationRow } from "../pagination/index.js";
import { constantProblems, enumProblems, pathProblem, rootProblems, unmappedValues } from "./format-shapes.js";
import { jsonSchemaOf, placeOf } from "./operations.js";
import { descend, isObject, propertiesOf, propertyOf } from "./places.js";

/** @typedef {import("./places.js").Context} Context */
/** @typedef {import("./places.js").Json} Json */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./format-shapes.js").Extension} Extension */
/** @typedef {import("./format-shapes.js").Problem} Problem */

/** @type {readonly Extension[]} */
const EXTENSIONS = ["x-ecs", "x-ocsf"];

/**
 * `x-ecs` and `x-ocsf` have valid paths and constants, and map each value of the enumerations of an event: a value without a mapping would be lost in the format.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const formats = () => {
  /** @type {Json} */
  let root = {};
  /** @type {Map<unknown, Set<string>>} */
  const seen = new Map();

  return {
    Root: {
      enter(document, context) {
        root = /** @type {Json} */ (/** @type {unknown} */ (document));
        for (const extension of EXTENSIONS) {
          if (root[extension] === undefined) continue;
          report(context, context.location.child([extension]), rootProblems(root[extension], extension));
        }
      },
    },
    Operation(operation, context) {
      const place = placeOf(operation, context);
      const pagination = descend(context, place, "x-pagination")?.node;
      if (descend(context, place, "x-feed") === undefined || !isObject(pagination)) return;
      let list = jsonSchemaOf(context, descend(context, place, "responses", "200"));
      for (const name of [paginationRow(pagination)["items"]].flat()) list = list && propertyOf(context, list, String(name));
      const event = descend(context, list, "items");
      for (const extension of EXTENSIONS) {
        const said = root[extension];
        if (event === undefined || !isObject(said)) continue;
        const classes = isObject(said["classes"]) ? said["classes"] : {};
        const own = isObject(event.node) ? event.node[extension] : undefined;
        if (extension === "x-ocsf" && !(isObject(own) && "class" in own)) {
          const message = `x-ocsf of an event must have the class of events without another one: class: ${Object.keys(classes)[0] ?? "a class"}; got none. Add it.`;
          context.report({ message, location: isObject(own) ? event.location.child([extension]) : event.location });
        }
        walk(context, event, extension, classes, seen);
      }
    },
  };
};

/**
 * Checks a schema of an event and those of its properties.
 *
 * @param {Context} context
 * @param {Place} schema
 * @param {Extension} extension
 * @param {Json} classes
 * @param {Map<unknown, Set<string>>} seen
 */
function walk(context, schema, extension, classes, seen) {
  const { node, location } = schema;
  if (!isObject(node) || seen.get(node)?.has(extension) === true) return;
  seen.set(node, new Set([...(seen.get(node) ?? []), extension]));
  const said = node[extension];
  if (isObject(said)) {
    const places = valuesOf(context, schema);
    const values = [...places.keys()];
    report(
      context,
      location.child([extension]),
      values.length === 0 ? constantProblems(said, extension, classes) : enumProblems(said, values, extension, classes),
    );
    for (const value of unmappedValues(said, values)) {
      const message = `${extension} must map each value of the enumeration; got none for ${value}. Add it below each path that has "*".`;
      context.report({ message, location: places.get(value) ?? location });
    }
  }
  for (const name of propertiesOf(context, schema)) {
    const target = propertyOf(context, schema, name);
    const properties = /** @type {Json | undefined} */ (node["properties"]);
    const own = properties?.[name];
    const mapping = isObject(own) ? own[extension] : undefined;
    const at = location.child(["properties", name]);
    const hasParts = target !== undefined && (valuesOf(context, target).size > 0 || propertiesOf(context, target).size > 0);
    // An enumeration or an object without a name has its own mapping in the same place.
    if (mapping !== undefined && !(isObject(mapping) && target?.node === own && hasParts))
      report(context, at.child([extension]), mappingProblems(mapping, extension, classes));
    if (target === undefined) continue;
    if (mapping === undefined && valuesOf(context, target).size > 0 && isObject(target.node) && target.node[extension] === undefined) {
      const message = `${extension} must map the values of ${name}; got nothing. Add a path next to it, or the values to the enumeration.`;
      context.report({ message, location: at });
    }
    walk(context, descend(context, target, "items") ?? target, extension, classes, seen);
  }
}

/**
 * Returns the problems of the mapping of a property: a path, or a list of paths and of constants.
 *
 * @param {unknown} mapping
 * @param {Extension} extension
 * @param {Json} classes
 * @returns {readonly Problem[]}
 */
function mappingProblems(mapping, extension, classes) {
  if (isObject(mapping))
    return [[[], `${extension} of a property must be a path, or a list of paths and constants; got ${JSON.stringify(mapping)}. Correct it.`]];
  return [mapping].flat().flatMap((entry) => {
    if (isObject(entry)) return constantProblems(entry, extension, classes).map(([, message]) => /** @type {Problem} */ ([[], message]));
    const problem = pathProblem(entry, extension, classes);
    return problem === undefined ? [] : [/** @type {Problem} */ ([[], problem])];
  });
}

/**
 * Returns the known values of an enumeration, each with its location; none for another schema.
 *
 * @param {Context} context
 * @param {Place} schema
 * @returns {Map<string, import("./places.js").Location>}
 */
function valuesOf(context, schema) {
  const branches = [schema, ...[0, 1].flatMap((index) => descend(context, schema, "anyOf", index) ?? [])];
  return new Map(
    branches.flatMap(({ node, location }) => {
      const values = isObject(node) ? node["enum"] : undefined;
      return Array.isArray(values) ? values.map((value, index) => /** @type {const} */ ([String(value), location.child(["enum", index])])) : [];
    }),
  );
}

/**
 * @param {Context} context
 * @param {import("./places.js").Location} location
 * @param {readonly Problem[]} problems
 */
function report(context, location, problems) {
  for (const [keys, message] of problems) context.report({ message, location: location.child([...keys]) });
}
