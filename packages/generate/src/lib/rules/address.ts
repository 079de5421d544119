import type { Oas3Rule } from "@redocly/openapi-core";
import { parametersOf, placeOf } from "../places/operations.ts";

/** Reserved properties of a method's input. */
const RESERVED = ["body", "clientId", "clientSecret"];

/**
 * An operation is at a path, or is called at an address from a response: then it is in
 * `components.pathItems`, has no parameters, and names the input with the address by `x-address`.
 */
export const address: Oas3Rule = () => {
  const bound = new Set<string>();
  return {
    Root(root) {
      for (const item of Object.values(root.paths ?? {})) if (typeof item?.$ref === "string") bound.add(item.$ref);
    },
    Operation(operation, context) {
      const name: unknown = Reflect.get(operation, "x-address");
      const id = operation.operationId ?? "This operation";
      const { pointer } = context.location;
      const isUnbound = pointer.startsWith("#/components/pathItems/") && !bound.has(pointer.slice(0, pointer.lastIndexOf("/")));
      if (!isUnbound) {
        if (name === undefined) return;
        context.report({
          message: `${id} is at a path, so x-address must be absent; got ${JSON.stringify(name)}. Remove it, or move the path item to components.pathItems.`,
          location: context.location.child(["x-address"]).key(),
        });
        return;
      }
      if (typeof name !== "string" || !/^[a-z][A-Za-z0-9]*$/.test(name) || RESERVED.includes(name)) {
        context.report({
          message: `${id} is in components.pathItems, so x-address must be the input property with the address, such as href; got ${JSON.stringify(name) ?? "nothing"}.`,
          location: name === undefined ? context.location.key() : context.location.child(["x-address"]),
        });
      }
      for (const parameter of parametersOf(context, placeOf(operation, context))) {
        context.report({
          message: `${id} is called at an address from a response, so it must have no parameters; got ${parameter.name}. Remove it.`,
          location: parameter.place.location,
        });
      }
    },
  };
};
