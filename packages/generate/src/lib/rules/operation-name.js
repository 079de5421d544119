// @ts-check

/**
 * An `operationId` is the name of the client's method: a verb and its object, in camelCase.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const operationName = () => ({
  Operation(operation, context) {
    const id = operation.operationId;
    if (typeof id !== "string" || /^[a-z][A-Za-z0-9]*$/.test(id)) return;
    context.report({
      message: `operationId must be a verb and its object, in camelCase, such as getItem; got ${id}. It becomes the name of the client's method.`,
      location: context.location.child(["operationId"]),
    });
  },
});
