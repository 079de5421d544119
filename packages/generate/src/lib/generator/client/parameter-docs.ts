import { deprecation } from "../text/print.ts";
import { type Contract, deref, type Json } from "../../contract/index.ts";
import { schemaOf } from "../request/parameter-schema.ts";

/** The documentation of a parameter in a method's input: description, range, and how it is sent if that is not obvious. */
export function parameterDocs(contract: Contract, parameter: Json): (string | undefined)[] {
  const schema = deref(contract, schemaOf(contract, parameter).schema);
  const facts = limitsOf(schema);
  if (schema["pattern"] !== undefined && schema["x-expected"] === undefined) facts.push(`Matches \`${String(schema["pattern"])}\`.`);
  if (schema["default"] !== undefined) facts.push(`Default: ${JSON.stringify(schema["default"])}.`);
  if (parameter["in"] === "cookie") facts.push("Sent as a cookie. Browsers do not send it, because programs cannot set cookies there.");
  return [[String(parameter["description"] ?? "").trim(), ...facts].join(" "), deprecation(parameter)];
}

function limitsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Json): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`From ${String(minimum)} to ${String(maximum)}.`];
  const limits: readonly (readonly [string, unknown])[] = [
    ["At least", minimum],
    ["More than", exclusiveMinimum],
    ["At most", maximum],
    ["Less than", exclusiveMaximum],
  ];
  return limits.flatMap(([words, limit]) => (limit === undefined ? [] : `${words} ${String(limit)}.`));
}
