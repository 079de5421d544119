import { isVariableName } from "@keywright/tool-contract";
import { type Contract, type ContractOperation, deref, type Json } from "./contract.ts";
import type { OperationRow } from "./operation-rows.ts";
import { isPositionBody } from "./pagination-row.ts";
import { schemaOf } from "./parameter-schema.ts";
import { inputParameters } from "./parameters.ts";
import { bodyOf } from "./request-body.ts";
import { camelCase, key, toSource } from "./print.ts";
import { isInt64 } from "./schema-types.ts";

/** A call of an operation as users would write it, out of the contract's own examples. */
export function methodExample(contract: Contract, operation: ContractOperation, row: OperationRow): string {
  const parts: string[] = row.address === undefined ? [] : [row.address];
  for (const parameter of inputParameters(contract, operation)) {
    if (parameter["required"] === true) parts.push(memberSource(String(parameter["name"]), parameterExample(contract, parameter)));
  }
  if (row.security.scheme === "basic") parts.push("clientId", "clientSecret");
  const body = bodyOf(contract, operation);
  const bodyExample = body === undefined ? undefined : exampleOf(contract, body.content);
  if (body !== undefined && !isPositionBody(row.pagination) && (body.required || bodyExample !== undefined)) parts.push(memberSource("body", bodyExample));
  const input = isPositionBody(row.pagination) ? toSource(bodyExample ?? {}) : inputSource(parts);
  const call = `${camelCase(contract.service)}.${operation.id}(${input})`;
  if (["events", "lines", "sequence"].includes(row.response.type) && row.alternatives === undefined)
    return `for await (const entry of await ${call}) console.log(entry);`;
  if (row.pagination === undefined)
    return row.response.type === "none" ? `await ${call};` : `const ${resultName(operation, camelCase(contract.service))} = await ${call};`;
  return `for await (const entry of ${call}) console.log(entry);`;
}

function inputSource(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
}

/** A member of the input: without an example, a variable of the program stands for its value. */
function memberSource(name: string, example: unknown): string {
  if (example !== undefined) return `${key(name)}: ${toSource(example)}`;
  return key(name) === name ? name : `${key(name)}: ${name.replaceAll(/\W+(\w?)/g, (_all, letter: string) => letter.toUpperCase())}`;
}

/** The example of a parameter, as clients take it. */
function parameterExample(contract: Contract, parameter: Json): unknown {
  const { schema, mediaType } = schemaOf(contract, parameter);
  const example = exampleOf(contract, mediaType === undefined ? parameter : { ...deref(contract, (parameter["content"] as Json)[mediaType]), ...parameter });
  return example !== undefined && isInt64(deref(contract, schema)) ? String(example) : example;
}

/** The example of a parameter or a media type: the first of several. */
function exampleOf(contract: Contract, holder: Json): unknown {
  if (holder["example"] !== undefined) return holder["example"];
  const [first] = Object.values((holder["examples"] ?? {}) as Json);
  if (first !== undefined) return deref(contract, first)["value"];
  const schema = deref(contract, holder["schema"] ?? {});
  return schema["example"] ?? (schema["examples"] as readonly unknown[] | undefined)?.[0] ?? schema["default"];
}

function resultName({ id, address }: ContractOperation, client: string): string {
  const noun = id.replace(/^[a-z]+/, "");
  const name = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
  return !isVariableName(name) || name === client || name === address ? "answer" : name;
}
