import type { Oas3Decorator } from "@redocly/openapi-core";
import type { Json } from "../contract/json.ts";
import { exclusiveGroups, pairsOf } from "../generator/schemas/exclusion.ts";

/**
 * Expresses `x-exclusive` in JSON Schema: `not` any two properties of different alternatives,
 * unless the service accepts them (`x-first-wins`).
 */
export const excludeProperties: Oas3Decorator = () => ({
  Schema: {
    leave(node) {
      if (Reflect.get(node, "x-first-wins") === true) return;
      const pairs = exclusiveGroups({ ...node } as Json).flatMap(pairsOf);
      // A value of another type passes `required`, so the type must be object.
      if (pairs.length > 0) Object.assign(node, { not: { type: "object", anyOf: pairs.map((required) => ({ required })) } });
    },
  },
});
