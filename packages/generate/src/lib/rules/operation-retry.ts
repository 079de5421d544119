import type { Oas3Rule } from "@redocly/openapi-core";
/** The retry safety of methods; POST may be either. */
const RETRY_BY_METHOD = new Map([
  ["get", "safe"],
  ["head", "safe"],
  ["put", "never"],
  ["patch", "never"],
  ["delete", "never"],
]);

/** Every operation has `x-retry`. In a foreign contract it is optional, with any value. */
export const operationRetry: Oas3Rule = ({ foreign = false }) => ({
  Operation(operation, context) {
    const retry: unknown = Reflect.get(operation, "x-retry");
    const method = String(context.key);
    const name = `${method.toUpperCase()} ${operation.operationId ?? "(without operationId)"}`;
    if (retry === undefined) {
      if (foreign) return;
      context.report({
        message: `${name} must have x-retry: safe (a read), x-retry: never (a write) or x-retry: with-key (a write with an idempotency key); got none. Add one.`,
        location: context.location.key(),
      });
      return;
    }
    const location = context.location.child(["x-retry"]);
    if (retry !== "safe" && retry !== "never" && retry !== "with-key") {
      context.report({
        message: `x-retry must be safe, never or with-key; got ${JSON.stringify(retry)}. Write safe for a read, never for a write, with-key for a write with an idempotency key.`,
        location,
      });
      return;
    }
    const expected = RETRY_BY_METHOD.get(method);
    const isKeyed = retry === "with-key" && expected !== "safe";
    if (!foreign && expected !== undefined && retry !== expected && !isKeyed) {
      context.report({
        message: `${name} must be x-retry: ${expected}, because it is ${expected === "safe" ? "a read" : "a write"}; got ${retry}. Change it, or the method.`,
        location,
      });
    }
  },
});
