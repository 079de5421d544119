// @ts-check

/**
 * The present time comes from a clock that tests can set. A date made from a value is no clock.
 *
 * @type {import("./rule-types.ts").Rule}
 */
export const presentTime = {
  create(context) {
    /** @param {import("./rule-types.ts").NodeOf<"NewExpression" | "CallExpression">} node */
    function check(node) {
      if (node.callee.type !== "Identifier" || node.callee.name !== "Date" || node.arguments.length > 0) return;
      context.report({ node, message: "Date without an argument is the present time, which tests cannot set; take it from lib/clock.ts." });
    }

    return { NewExpression: check, CallExpression: check };
  },
};
