// @ts-check

/**
 * What is done in one place only, so that tests can take its place and a reader knows where to look. `.oxlintrc.json` says which file each place is.
 *
 * @typedef {object} Matter
 * @property {readonly string[]} globals Names that the platform gives.
 * @property {{ readonly [object: string]: readonly string[] }} members Members of objects that the platform gives.
 * @property {string} message What to do instead.
 * @typedef {import("./rule-types.ts").NodeOf<"MemberExpression">} MemberExpression
 * @typedef {import("./rule-types.ts").NodeOf<"NewExpression" | "CallExpression">} Call
 */

/**
 * Requests leave by one door.
 */
export const network = onePlace({
  globals: ["fetch", "XMLHttpRequest", "WebSocket", "EventSource"],
  members: {},
  message: "Only core's transport sends; take its answer, or call an operation.",
});

/**
 * The time, timers and chance come from a clock that tests can set. A date that is made from a value is no clock.
 */
export const time = onePlace({
  globals: ["setTimeout", "setInterval", "setImmediate", "performance"],
  members: { Date: ["now"], Math: ["random"], AbortSignal: ["timeout"] },
  message: "Time, timers and chance come from lib/clock.ts, which tests can set; take them from there.",
});

/**
 * Text from outside becomes a value in one place, which says what was wrong with it.
 */
export const decoding = onePlace({
  globals: [],
  members: { JSON: ["parse"] },
  message: "Bodies are decoded where they are read, and nowhere else; take the value from there.",
});

/**
 * @param {Matter} matter
 * @returns {import("./rule-types.ts").Rule}
 */
function onePlace({ globals, members, message }) {
  const isTime = "Date" in members;
  return {
    create(context) {
      const report = (/** @type {MemberExpression | Call | import("./rule-types.ts").NodeOf<"Identifier">} */ node, /** @type {string} */ what) =>
        context.report({ node, message: `${what} is used outside of its place. ${message}` });

      /** @param {Call} node */
      function checkDate(node) {
        if (node.callee.type === "Identifier" && node.callee.name === "Date" && node.arguments.length === 0)
          report(node, "The present time, Date without an argument,");
      }

      return {
        "Program:exit"() {
          for (const { identifier } of context.sourceCode.scopeManager.globalScope?.through ?? []) {
            if (identifier.type === "Identifier" && globals.includes(identifier.name)) report(identifier, identifier.name);
          }
        },
        MemberExpression(node) {
          const member = memberOf(node);
          if (member === undefined) return;
          const [object, property] = member;
          if (members[object]?.includes(property) || (object === "globalThis" && globals.includes(property))) report(node, `${object}.${property}`);
        },
        ...(isTime ? { NewExpression: checkDate, CallExpression: checkDate } : {}),
      };
    },
  };
}

/**
 * `Date.now`, and as well `Date["now"]` and `globalThis.Date.now`, as an object and its member.
 *
 * @param {MemberExpression} node
 * @returns {readonly [string, string] | undefined}
 */
function memberOf({ object, property, computed }) {
  const name = !computed && property.type === "Identifier" ? property.name : property.type === "Literal" ? String(property.value) : undefined;
  if (name === undefined) return undefined;
  if (object.type === "Identifier") return [object.name, name];
  const outer = object.type === "MemberExpression" ? memberOf(object) : undefined;
  return outer?.[0] === "globalThis" ? [outer[1], name] : undefined;
}
