import type { Issue } from "../values/issues.ts";
import { isObject, type Json, listAt, objectAt } from "../values/json.ts";
import { didYouMean } from "../values/nearest-name.ts";
import type { ValidationError } from "./validator-runtime.ts";

/** Returns the errors of a value against a schema; empty if it is valid. */
export type Validate = (schema: Json, value: unknown) => readonly ValidationError[];

// Limits the size of the response to a body with many errors.
const MOST_ISSUES = 25;

/**
 * Converts a validator's errors to issues.
 *
 * If no alternative matches, only the errors of the nearest one are kept.
 */
export function toIssues(place: Issue["in"], errors: readonly ValidationError[], validate: Validate): readonly Issue[] {
  return nearest(errors, validate)
    .flatMap(excluded)
    .slice(0, MOST_ISSUES)
    .map((error) => ({
      in: place,
      pointer: pointerOf(error),
      message: messageOf(error),
      keyword: error.keyword,
    }));
}

/** Names the properties that `not` and `required` exclude together. */
function excluded(error: ValidationError): readonly ValidationError[] {
  const { keyword, schema, data, instancePath } = error;
  if (keyword !== "not" || !isObject(schema) || typeof data !== "object" || data === null) return [error];
  const together = listAt(schema, "anyOf")
    .map((branch) => (isObject(branch) ? listAt(branch, "required").map(String) : []))
    .filter((names) => names.length > 1 && names.every((name) => Object.hasOwn(data, name)));
  if (together.length === 0) return [error];
  return together.map(([other, name]) => ({
    ...error,
    keyword: "not-allowed",
    instancePath: `${instancePath}/${name}`,
    message: `cannot be combined with ${other}`,
  }));
}

function nearest(errors: readonly ValidationError[], validate: Validate): readonly ValidationError[] {
  const choice = errors.filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf").at(-1);
  const branches = listAt(choice?.parentSchema ?? {}, choice?.keyword ?? "");
  const failed = branches.map((branch) => (isObject(branch) ? validate(branch, choice?.data) : [])).filter(({ length }) => length > 0);
  if (choice === undefined || failed.length < branches.length) return errors;
  const [best] = failed
    .map((list) => ({ list, distance: distanceOf(list) }))
    .sort((a, b) => a.distance - b.distance || failed.indexOf(b.list) - failed.indexOf(a.list));
  const within = anyFormat(best?.list ?? [], failed).map((error) => ({ ...error, instancePath: choice.instancePath + error.instancePath }));
  const others = errors.filter(({ instancePath }) => instancePath !== choice.instancePath && !instancePath.startsWith(`${choice.instancePath}/`));
  return [...nearest(others, validate), ...nearest(within, validate)];
}

/** If only the format is wrong, lists the formats of all alternatives. */
function anyFormat(best: readonly ValidationError[], failed: readonly (readonly ValidationError[])[]): readonly ValidationError[] {
  const [only, ...more] = best;
  if (only?.keyword !== "format" || more.length > 0) return best;
  const formats = failed.flatMap(([error]) => (error?.keyword === "format" ? JSON.stringify(error.params["format"]) : []));
  return [{ ...only, message: `must match format ${formats.join(" or ")}` }];
}

/** Ranks an alternative with another fixed value or type as far away, and null as the farthest. */
function distanceOf(errors: readonly ValidationError[]): number {
  return errors.reduce((sum, { keyword, instancePath, params }) => {
    if (keyword === "type" && instancePath === "") return sum + (params["type"] === "null" ? 20 : 10);
    return sum + (keyword === "const" || keyword === "enum" ? 10 : 1);
  }, 0);
}

function pointerOf({ instancePath, keyword, params }: ValidationError): string {
  const property = keyword === "required" ? params["missingProperty"] : keyword === "additionalProperties" ? params["additionalProperty"] : undefined;
  return typeof property === "string" ? `${instancePath}/${property.replaceAll("~", "~0").replaceAll("/", "~1")}` : instancePath;
}

function messageOf({ keyword, message, params, parentSchema }: ValidationError): string {
  const expected: unknown = parentSchema?.["x-expected"];
  if ((keyword === "pattern" || keyword === "type") && typeof expected === "string") return `must be ${expected}`;
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return `is not known${didYouMean(String(params["additionalProperty"]), Object.keys(objectAt(parentSchema ?? {}, "properties")))}`;
    case "enum":
      return `must be one of ${listAt(params, "allowedValues").map(String).join(", ")}`;
    case "type":
      return `must be ${[params["type"]].flat().join(" or ")}`;
    case "pattern":
      return "does not have the form that the contract asks for";
    default:
      return message ?? `breaks the rule ${keyword}`;
  }
}
