import type { Location, Oas3Rule, UserContext } from "@redocly/openapi-core";
import { isObject, type Json } from "../contract/json.ts";
import { descend, type Place, propertiesOf, propertyOf } from "../places/places.ts";
import { itemOf } from "./feed.ts";
import { constantProblems, enumProblems, type Extension, pathProblem, type Problem, rootProblems, unmappedValues } from "./format-shapes.ts";
import { placeOf } from "../places/operations.ts";

const EXTENSIONS: readonly Extension[] = ["x-ecs", "x-ocsf"];

/**
 * `x-ecs` and `x-ocsf` have valid paths and constants, and map each value of the enumerations of an
 * event: a value without a mapping would be lost in the format.
 */
export const formats: Oas3Rule = () => {
  let root: Json = {};
  const seen = new Map<unknown, Set<string>>();

  return {
    Root: {
      enter(document, context) {
        root = document as unknown as Json;
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
      const event = itemOf(context, place, pagination);
      for (const extension of EXTENSIONS) {
        const said = root[extension];
        if (event === undefined || !isObject(said)) continue;
        const classes = isObject(said["classes"]) ? said["classes"] : {};
        const own = isObject(event.node) ? event.node[extension] : undefined;
        if (extension === "x-ocsf" && !(isObject(own) && "class" in own)) {
          const message = `x-ocsf of an event must have the class of events without another one: class: ${Object.keys(classes)[0] ?? "a class"}; got none. Add it.`;
          context.report({ message, location: isObject(own) ? event.location.child([extension]) : event.location });
        }
        walk(context, event, { extension, classes, seen });
      }
    },
  };
};

/** A check of one format. */
interface Check {
  readonly extension: Extension;
  readonly classes: Json;
  readonly seen: Map<unknown, Set<string>>;
}

/** Checks a schema of an event and those of its properties. */
function walk(context: UserContext, schema: Place, check: Check): void {
  const { extension, seen } = check;
  const { node } = schema;
  if (!isObject(node) || seen.get(node)?.has(extension) === true) return;
  seen.set(node, new Set([...(seen.get(node) ?? []), extension]));
  const said = node[extension];
  if (isObject(said)) checkMapping(context, schema, said, check);
  for (const name of propertiesOf(context, schema)) {
    const properties = isObject(node["properties"]) ? node["properties"] : {};
    const target = propertyOf(context, schema, name);
    checkProperty(context, { name, node: properties[name], location: schema.location.child(["properties", name]) }, target, check);
    if (target !== undefined) walk(context, descend(context, target, "items") ?? target, check);
  }
}

/** Checks the mapping of a schema: constants of an object, or of the values of an enumeration. */
function checkMapping(context: UserContext, schema: Place, said: Json, { extension, classes }: Check): void {
  const places = valuesOf(context, schema);
  const values = [...places.keys()];
  const problems = values.length === 0 ? constantProblems(said, extension, classes) : enumProblems(said, values, extension, classes);
  report(context, schema.location.child([extension]), problems);
  for (const value of unmappedValues(said, values)) {
    const message = `${extension} must map each value of the enumeration; got none for ${value}. Add it below each path that has "*".`;
    context.report({ message, location: places.get(value) ?? schema.location });
  }
}

/**
 * Checks the mapping of a property.
 *
 * @param target Its schema.
 */
function checkProperty(
  context: UserContext,
  { name, node, location }: Place & { readonly name: string },
  target: Place | undefined,
  { extension, classes }: Check,
): void {
  const mapping = isObject(node) ? node[extension] : undefined;
  const isEnum = target !== undefined && valuesOf(context, target).size > 0;
  // An enumeration or an object without a name has its own mapping in the same place.
  const isOwn = isObject(mapping) && target?.node === node && (isEnum || propertiesOf(context, target).size > 0);
  if (mapping !== undefined && !isOwn) report(context, location.child([extension]), mappingProblems(mapping, extension, classes));
  if (mapping !== undefined || !isEnum || !isObject(target.node) || target.node[extension] !== undefined) return;
  context.report({ message: `${extension} must map the values of ${name}; got nothing. Add a path next to it, or the values to the enumeration.`, location });
}

/**
 * Returns the problems of the mapping of a property: a path, or a list of paths and of constants.
 */
function mappingProblems(mapping: unknown, extension: Extension, classes: Json): readonly Problem[] {
  if (isObject(mapping))
    return [[[], `${extension} of a property must be a path, or a list of paths and constants; got ${JSON.stringify(mapping)}. Correct it.`]];
  return [mapping].flat().flatMap((entry): Problem[] => {
    if (isObject(entry)) {
      // Without a list of values, the rows are all that is known.
      const isTotal = Object.values(entry).some((result) => isObject(result) && Object.hasOwn(result, "*"));
      return Object.entries(entry).flatMap(([path, result]) => {
        const rows = isObject(result) && isTotal ? Object.keys(result) : [];
        const problems =
          rows.length > 0 ? enumProblems({ [path]: result }, rows, extension, classes) : constantProblems({ [path]: result }, extension, classes);
        return problems.map(([, message]): Problem => [[], message]);
      });
    }
    const problem = pathProblem(entry, extension, classes);
    return problem === undefined ? [] : [[[], problem]];
  });
}

/** Returns the known values of an enumeration, each with its location; none for another schema. */
function valuesOf(context: UserContext, schema: Place): Map<string, Location> {
  const branches = [schema, ...[0, 1].flatMap((index) => descend(context, schema, "anyOf", index) ?? [])];
  return new Map(
    branches.flatMap(({ node, location }) => {
      const values = isObject(node) ? node["enum"] : undefined;
      const placed: (value: unknown, index: number) => [string, Location] = (value, index) => [String(value), location.child(["enum", index])];
      return Array.isArray(values) ? values.map(placed) : [];
    }),
  );
}

function report(context: UserContext, location: Location, problems: readonly Problem[]): void {
  for (const [keys, message] of problems) context.report({ message, location: location.child([...keys]) });
}
