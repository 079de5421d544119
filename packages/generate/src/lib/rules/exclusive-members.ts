import type { Oas3Rule } from "@redocly/openapi-core";
import { isObject } from "../contract/json.ts";
import { propertiesOf } from "../places/places.ts";

/**
 * `x-exclusive` is a list of groups of two or more alternatives, of which a value may have at most
 * one: a property of the schema, or a list of them. It becomes the `not` of its schema, and is the
 * only way to exclude a property: foreign generators cannot read `false`.
 * A foreign contract may have `false`.
 */
export const exclusiveProperties: Oas3Rule = ({ foreign = false }) => ({
  Schema(schema, context) {
    if (!isObject(schema)) return;
    for (const [name, property] of Object.entries(isObject(schema["properties"]) ? schema["properties"] : {})) {
      if (property === false && !foreign) {
        const location = context.location.child(["properties", name]);
        context.report({ message: `A property must not be false. List exclusive properties in x-exclusive.`, location });
      }
    }
    const groups = schema["x-exclusive"];
    if (groups === undefined) return;
    const location = context.location.child(["x-exclusive"]);
    if (!Array.isArray(groups) || groups.length === 0 || !groups.every((group) => Array.isArray(group) && group.length > 1)) {
      context.report({
        message: `x-exclusive must be a list of groups of two or more property names, such as [[teams, teamIds]]; got ${JSON.stringify(groups)}.`,
        location,
      });
      return;
    }
    if (schema["not"] !== undefined) {
      context.report({
        message: "A schema with x-exclusive must not have not, because not is generated from it. Remove not.",
        location: context.location.child(["not"]),
      });
    }
    const defined = propertiesOf(context, { node: schema, location: context.location });
    for (const [index, group] of groups.entries()) {
      for (const [at, alternative] of group.entries()) {
        for (const name of [alternative].flat()) {
          if (typeof name === "string" && defined.has(name)) continue;
          context.report({
            message: `x-exclusive may list only properties of its schema (${[...defined].join(", ") || "there are none"}); got ${JSON.stringify(name)}. Correct the name, or define the property.`,
            location: location.child([index, at]),
          });
        }
      }
    }
  },
});
