import type { Oas3Rule } from "@redocly/openapi-core";
import { isObject } from "../contract/json.ts";
import { descend } from "../places/places.ts";
import { parametersOf, placeOf } from "../places/operations.ts";

/**
 * An operation that requires credentials or has input documents an error. Others have none:
 * this rule replaces `operation-4xx-response`.
 */
export const operationErrors: Oas3Rule = () => {
  let securityOfAll: unknown;
  return {
    Root(root) {
      securityOfAll = root.security;
    },
    Operation(operation, context) {
      const place = placeOf(operation, context);
      const security = operation.security ?? securityOfAll;
      const isPublic = Array.isArray(security) && security.length === 0;
      const takesInput = parametersOf(context, place).length > 0 || operation.requestBody !== undefined;
      if (isPublic && !takesInput) return;
      const responses = descend(context, place, "responses")?.node;
      const statuses = isObject(responses) ? Object.keys(responses) : [];
      if (statuses.some((status) => /^4(\d\d|XX)$/.test(status))) return;
      const reason = isPublic ? "has input" : "requires credentials";
      context.report({
        message: `${operation.operationId ?? "This operation"} ${reason} and so must document a 4xx response; got ${statuses.join(", ") || "none"}. Add the errors of the service.`,
        location: context.location.child(["responses"]).key(),
      });
    },
  };
};
