// @ts-check
import { isObject, propertiesOf } from "./places.js";

/**
 * `x-exclusive` is a list of groups; each names two or more properties of its own schema, of which at most one may be given.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const exclusiveMembers = () => ({
  Schema(schema, context) {
    const groups = isObject(schema) ? schema["x-exclusive"] : undefined;
    if (groups === undefined) return;
    const location = context.location.child(["x-exclusive"]);
    if (!Array.isArray(groups) || groups.length === 0 || !groups.every((group) => Array.isArray(group) && group.length > 1)) {
      context.report({
        message: `x-exclusive must be a list of groups of two or more property names, such as [[teams, teamIds]]; got ${JSON.stringify(groups)}.`,
        location,
      });
      return;
    }
    const defined = propertiesOf(context, { node: schema, location: context.location });
    for (const [index, group] of groups.entries()) {
      for (const [at, name] of group.entries()) {
        if (typeof name === "string" && defined.has(name)) continue;
        context.report({
          message: `x-exclusive may name only properties that its schema defines (${[...defined].join(", ") || "there are none"}); got ${JSON.stringify(name)}. Correct the name, or define the property.`,
          location: location.child([index, at]),
        });
      }
    }
  },
});
