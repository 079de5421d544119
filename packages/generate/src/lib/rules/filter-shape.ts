import type { Oas3Rule } from "@redocly/openapi-core";
import { isObject } from "../contract/json.ts";

const MEMBERS = ["attributes", "operators", "brackets"];
const TYPES = ["string", "number", "date", "boolean"];

/** RFC 7644 §3.4.2.2: the attribute operators. */
const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr"];

/** `x-filter` defines the query parameter `filter`: attributes with types, operators, brackets. */
export const filterShape: Oas3Rule = () => ({
  Parameter(parameter, context) {
    const filter: unknown = Reflect.get(parameter, "x-filter");
    if (filter === undefined) return;
    const location = context.location.child(["x-filter"]);
    const report = (message: string): void => context.report({ message, location });
    if (parameter.in !== "query" || parameter.name !== "filter") {
      report(`x-filter must be on the query parameter filter; got the ${parameter.in} parameter ${parameter.name}. Move or remove it.`);
    }
    const members = isObject(filter) ? Object.keys(filter) : [];
    if (!isObject(filter) || members.length !== MEMBERS.length || !MEMBERS.every((name) => members.includes(name))) {
      report(
        `x-filter must have exactly ${MEMBERS.join(", ")}; got ${members.join(", ") || JSON.stringify(filter)}. Add the missing ones and remove the others.`,
      );
      return;
    }
    const { attributes, operators, brackets } = filter;
    const types = isObject(attributes) ? Object.entries(attributes) : [];
    const wrong = types.find(([, type]) => !TYPES.includes(String(type)));
    if (types.length === 0) report(`x-filter.attributes must map each attribute to its type, such as { name: string }; got ${JSON.stringify(attributes)}.`);
    if (wrong !== undefined)
      report(`x-filter.attributes must have one of ${TYPES.join(", ")} for each attribute; got ${JSON.stringify(wrong[1])} for ${wrong[0]}.`);
    if (!Array.isArray(operators) || operators.length === 0 || !operators.every((operator) => OPERATORS.includes(operator))) {
      report(`x-filter.operators must list some of ${OPERATORS.join(", ")}; got ${JSON.stringify(operators)}.`);
    }
    if (typeof brackets !== "boolean") report(`x-filter.brackets must be true or false: whether attribute[...] is allowed; got ${JSON.stringify(brackets)}.`);
  },
});
