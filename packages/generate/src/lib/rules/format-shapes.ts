import { isObject, type Json } from "../contract/json.ts";

/** The extension of each format. */
export type Extension = "x-ecs" | "x-ocsf";

/** A problem, with the keys to its place. */
export type Problem = readonly [path: readonly string[], message: string];

/**
 * A path: properties with dots between, `/` before it if it begins at the event, `[]` after a list,
 * `?` after an object that must be set, other names of the last one after `|` or `&`, and `class:`
 * before it.
 */
const PATH = /^(?:([a-z_]+):|\/)?@?[a-z_]+(?:\[\])?(?:\??\.[a-z_]+(?:\[\])?)*(?:&[a-z_]+|(?:\|[a-z_]+)*)$/;

/** The properties of a class, each with the type of its value. */
const CLASS = { class_uid: "number", class_name: "string", category_uid: "number", category_name: "string", activities: "object" };

/** Returns the problem of a path; `undefined` if it is valid. */
export function pathProblem(path: unknown, extension: Extension, classes: Json): string | undefined {
  const found = typeof path === "string" ? PATH.exec(path) : null;
  if (found === null)
    return `A path of ${extension} must be properties with dots between, such as source.ip, with [] after a list; got ${JSON.stringify(path)}. Correct it.`;
  const kind = found[1];
  if (kind === undefined || Object.hasOwn(classes, kind)) return undefined;
  const known = Object.keys(classes);
  return `A path of ${extension} may begin with ${known.length > 0 ? `a class of the contract (${known.join(", ")})` : "no class"}; got ${kind}. Correct or remove it.`;
}

/** Returns the problem of what a path is set to. */
function constantProblem(path: string, constant: unknown, classes: Json): string | undefined {
  if (path === "class") {
    return typeof constant === "string" && Object.hasOwn(classes, constant)
      ? undefined
      : `class must be a class of the contract (${Object.keys(classes).join(", ")}); got ${JSON.stringify(constant)}. Correct it, or add the class to x-ocsf of the contract.`;
  }
  const isScalar = ["string", "number", "boolean"].includes(typeof constant);
  if (!isScalar && !(Array.isArray(constant) && constant.every((one) => typeof one === "string")))
    return `A constant must be a string, a number, a boolean or a list of strings; got ${JSON.stringify(constant)}. Correct it.`;
  if (path !== "activity" || constant === "*") return undefined;
  const known = ["Unknown", ...Object.values(classes).flatMap((one) => Object.keys(isObject(one) ? Object(one["activities"]) : {}))];
  const wrong = [constant].flat().filter((one) => !known.includes(String(one)));
  if (wrong.length === 0) return undefined;
  return `An activity must be one of a class of the contract (${[...new Set(known)].join(", ")}); got ${wrong.join(", ")}. Correct it, or add it to its class.`;
}

/** Returns the problems of paths with constants. */
export function constantProblems(constants: Json, extension: Extension, classes: Json): Problem[] {
  return Object.entries(constants).flatMap(([path, constant]): Problem[] => {
    const problem = pathProblem(path, extension, classes) ?? constantProblem(path, constant, classes);
    return problem === undefined ? [] : [[[path], problem]];
  });
}

/** Returns the problems of an extension of the whole contract. */
export function rootProblems(said: unknown, extension: Extension): Problem[] {
  if (!isObject(said)) return [[[], `${extension} of a contract must be paths with constants; got ${JSON.stringify(said)}. Correct it.`]];
  const { classes, captions = {}, ...constants } = said;
  const known = isObject(classes) ? classes : {};
  const problems = constantProblems(constants, extension, known);
  if (!isObject(captions) || !Object.values(captions).every(isObject))
    problems.push([["captions"], `captions must have a text for each id, by the path of the text; got ${JSON.stringify(captions)}. Correct it.`]);
  if (extension !== "x-ocsf") return problems;
  if (Object.keys(known).length === 0)
    problems.push([[], `x-ocsf of a contract must have classes; got ${JSON.stringify(classes)}. Add the class that its events have.`]);
  for (const [name, one] of Object.entries(known)) {
    const wrong = Object.entries(CLASS).filter(([property, type]) => !isObject(one) || typeof one[property] !== type);
    if (wrong.length === 0) continue;
    problems.push([
      ["classes", name],
      `A class must have ${Object.keys(CLASS).join(", ")}; got a wrong or missing ${wrong.map(([property]) => property).join(", ")}. Correct it.`,
    ]);
  }
  return problems;
}

/** Returns the problems of an extension of an enumeration, except for values without a mapping. */
export function enumProblems(said: Json, values: readonly string[], extension: Extension, classes: Json): Problem[] {
  return Object.entries(said).flatMap(([path, result]): Problem[] => {
    if (!isObject(result)) return constantProblems({ [path]: result }, extension, classes);
    const problem = pathProblem(path, extension, classes);
    if (problem !== undefined) return [[[path], problem]];
    return Object.entries(result).flatMap(([value, constant]): Problem[] => {
      const wrong =
        value === "*" || values.includes(value)
          ? constantProblem(path, constant, classes)
          : `${extension} maps a value that the enumeration does not have; got ${value}. Correct or remove it.`;
      return wrong === undefined ? [] : [[[path, value], wrong]];
    });
  });
}

/** Returns the values that a path does not map. A path without `"*"` may map some alone. */
export function unmappedValues(said: Json, values: readonly string[]): readonly string[] {
  const maps = Object.values(said).filter(isObject);
  const complete = maps.filter((map) => Object.hasOwn(map, "*"));
  // A path with the value itself needs no row for each, and reports values that the list lacks.
  const needed = complete.length > 0 || maps.length === 0 || Object.values(said).includes("*") ? complete : [{}];
  return values.filter((value) => needed.some((map) => !Object.hasOwn(map, value)));
}
