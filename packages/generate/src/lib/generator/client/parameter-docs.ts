import { deprecation } from "../text/print.ts";
import { type Contract, deref, type Parameter, type Schema } from "../../contract/index.ts";
import { schemaOf } from "../request/parameter-schema.ts";

/** The documentation of a parameter: description, range, and how it is sent if not obvious. */
export function parameterDocs(contract: Contract, parameter: Parameter): (string | undefined)[] {
  const schema = deref(contract, schemaOf(contract, parameter).schema);
  const facts = limitsOf(schema);
  if (schema.pattern !== undefined && schema["x-expected"] === undefined) facts.push(`Matches \`${schema.pattern}\`.`);
  if (schema.default !== undefined) facts.push(`Default: ${JSON.stringify(schema.default)}.`);
  if (parameter.in === "cookie") facts.push("Sent as a cookie. Browsers do not send it, because programs cannot set cookies there.");
  return [[parameter.description?.trim() ?? "", ...facts].join(" "), deprecation(parameter)];
}

function limitsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`From ${minimum} to ${maximum}.`];
  const limits: readonly (readonly [string, number | undefined])[] = [
    ["At least", minimum],
    ["More than", exclusiveMinimum],
    ["At most", maximum],
    ["Less than", exclusiveMaximum],
  ];
  return limits.flatMap(([words, limit]) => (limit === undefined ? [] : `${words} ${limit}.`));
}
