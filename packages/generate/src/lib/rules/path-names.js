// @ts-check
import { parametersOf, placeOf } from "./operations.js";

/**
 * The names in braces of a path, whatever characters they have, are the path parameters of each of its operations.
 *
 * @type {import("@redocly/openapi-core").Oas3Rule}
 */
export const pathNames = () => ({
  Operation(operation, context) {
    const segments = context.location.pointer.split("/");
    // An operation at an address from a response has no path.
    if (segments[1] !== "paths") return;
    const path = (segments[2] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
    const names = new Set([...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name));
    const parameters = parametersOf(context, placeOf(operation, context)).filter((parameter) => parameter.in === "path");
    for (const { name, place } of parameters) {
      if (names.has(name)) continue;
      context.report({
        message: `${operation.operationId} has the path parameter ${name}, and its path has no {${name}}. Remove the parameter, or put it into the path.`,
        location: place.location.child(["name"]),
      });
    }
    for (const name of names) {
      if (parameters.some((parameter) => parameter.name === name)) continue;
      context.report({
        message: `The path of ${operation.operationId} has {${name}}, and there is no path parameter of that name. Declare it.`,
        location: context.location.key(),
      });
    }
  },
});
