// @ts-check

/** What each verb means on the wire: the methods that it may stand for. */
const METHODS_BY_VERB = new Map([
  ["list", ["get", "post"]],
  ["get", ["get"]],
  ["create", ["post"]],
  ["replace", ["put"]],
  ["update", ["patch", "put", "post"]],
  ["patch", ["patch"]],
  ["delete", ["delete"]],
  ["issue", ["post"]],
  ["fire", ["post"]],
]);

/** Words of a service that name an operation by themselves. */
const WHOLE_NAMES = ["introspect"];

/**
 * An `operationId` is the name of the client's method: a verb of a fixed list and a noun, in camelCase.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const operationName = () => ({
  Operation(operation, context) {
    const id = operation.operationId;
    if (typeof id !== "string" || WHOLE_NAMES.includes(id)) return;
    const location = context.location.child(["operationId"]);
    const verbs = [...METHODS_BY_VERB.keys()];
    const verb = verbs.find((word) => new RegExp(`^${word}[A-Z][A-Za-z0-9]*$`).test(id));
    if (verb === undefined) {
      context.report({
        message: `operationId must be a verb and a noun in camelCase, such as getItem; got ${id}. Begin with one of ${verbs.join(", ")} (or it is one of ${WHOLE_NAMES.join(", ")}).`,
        location,
      });
      return;
    }
    const method = String(context.key);
    const methods = METHODS_BY_VERB.get(verb) ?? [];
    if (!methods.includes(method)) {
      context.report({
        message: `The verb ${verb} stands for ${methods.join(" or ").toUpperCase()}; got ${method.toUpperCase()} ${id}. Name the operation after what it does.`,
        location,
      });
    }
  },
});
