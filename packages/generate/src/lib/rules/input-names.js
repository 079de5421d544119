// @ts-check
import { parametersOf, placeOf } from "./operations.js";

/** Members of a method's input that are taken: the request body, and the credentials of an operation secured by Basic. */
const RESERVED = ["body", "clientId", "clientSecret"];

/** OpenAPI 3.1 ignores header parameters with these names. */
const IGNORED_HEADERS = ["accept", "authorization", "content-type"];

/**
 * Parameters of all places lie flat beside each other in a method's input, so their names must not meet.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const inputNames = () => ({
  Operation(operation, context) {
    /** @type {Map<string, string>} */
    const seen = new Map();
    const parameters = parametersOf(context, placeOf(operation, context)).filter(
      (parameter) => parameter.in !== "header" || !IGNORED_HEADERS.includes(parameter.name.toLowerCase()),
    );
    for (const parameter of parameters) {
      const location = parameter.place.location.child(["name"]);
      const earlier = seen.get(parameter.name);
      if (earlier !== undefined && earlier !== parameter.in) {
        context.report({
          message: `${operation.operationId} has ${parameter.name} in ${earlier} and in ${parameter.in}; the method's input can hold each name once. Rename one of them, or teach the generator the difference.`,
          location,
        });
      }
      if (RESERVED.includes(parameter.name)) {
        context.report({
          message: `A parameter of ${operation.operationId} is named ${parameter.name}, which the method's input keeps for ${parameter.name === "body" ? "the request body" : "credentials"}. Rename it, or teach the generator the difference.`,
          location,
        });
      }
      seen.set(parameter.name, parameter.in);
    }
  },
});
