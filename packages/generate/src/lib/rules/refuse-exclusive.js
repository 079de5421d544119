// @ts-check

/**
 * Expresses `x-exclusive` in JSON Schema: `not` any two properties of different alternatives,
 * unless the service accepts them (`x-first-wins`).
 *
 * @type {import("@redocly/openapi-core").Oas3Decorator}
 */
export const excludeProperties = () => ({
  Schema: {
    leave(node) {
      /** @type {{ "x-exclusive"?: unknown, "x-first-wins"?: unknown, not?: unknown }} */
      const schema = node;
      if (schema["x-first-wins"] === true) return;
      const groups = /** @type {readonly unknown[]} */ ([schema["x-exclusive"] ?? []].flat());
      // The rule exclusive-members reports a group that is not a list.
      const pairs = groups.flatMap((group) => (Array.isArray(group) ? pairsOf(group) : []));
      // A value of another type passes `required`, so the type must be object.
      if (pairs.length > 0) schema.not = { type: "object", anyOf: pairs.map((required) => ({ required })) };
    },
  },
});

/**
 * @param {readonly (string | readonly string[])[]} group
 * @returns {string[][]} The pairs of properties that exclude each other.
 */
function pairsOf(group) {
  const alternatives = group.map((alternative) => [alternative].flat());
  return alternatives.flatMap((names, index) =>
    names.flatMap((name) => alternatives.slice(index + 1).flatMap((others) => others.map((other) => [name, other]))),
  );
}
