import type { Oas3Rule } from "@redocly/openapi-core";
/** An `operationId` is the name of the client's method: a verb and its object, in camelCase. */
export const operationName: Oas3Rule = () => ({
  Operation(operation, context) {
    const id = operation.operationId;
    if (typeof id !== "string" || /^[a-z][A-Za-z0-9]*$/.test(id)) return;
    context.report({
      message: `operationId must be a verb and its object, in camelCase, such as getItem; got ${id}. It becomes the name of the client's method.`,
      location: context.location.child(["operationId"]),
    });
  },
});
