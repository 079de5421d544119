import { type Contract, type ContractOperation, deref, isVariableName, type Json } from "../../contract/index.ts";
import type { OperationRow } from "../rows/operation-rows.ts";
import { isPositionBody } from "../rows/pagination-row.ts";
import { schemaOf } from "../request/parameter-schema.ts";
import { inputParameters } from "../request/parameters.ts";
import { bodyOf } from "../request/request-body.ts";
import { camelCase, key, toSource } from "../text/print.ts";
import { isInt64 } from "../schemas/schema-types.ts";

/** An example call of an operation, from the contract's examples. */
export function methodExample(contract: Contract, operation: ContractOperation, row: OperationRow): string {
  const parts: string[] = row.address === undefined ? [] : [row.address];
  for (const parameter of inputParameters(contract, operation)) {
    if (parameter["required"] === true) parts.push(memberSource(String(parameter["name"]), parameterExample(contract, parameter)));
  }
  if (row.security.scheme === "basic") parts.push("clientId", "clientSecret");
  const body = bodyOf(contract, operation);
  const bodyExample = body === undefined ? undefined : exampleOf(contract, body.content);
  if (body !== undefined && !isPositionBody(row.pagination) && (body.required || bodyExample !== undefined)) parts.push(bodySource(row, bodyExample));
  const input = isPositionBody(row.pagination) ? toSource(bodyExample ?? {}) : inputSource(parts);
  const call = `${camelCase(contract.service)}.${operation.id}(${input})`;
  if (["events", "lines", "sequence"].includes(row.response.type) && row.alternatives === undefined)
    return `for await (const entry of await ${call}) console.log(entry);`;
  if (row.pagination === undefined)
    return row.response.type === "none" && row.poll === undefined
      ? `await ${call};`
      : `const ${resultName(operation, camelCase(contract.service))} = await ${call};`;
  return `for await (const entry of ${call}) console.log(entry);`;
}

function inputSource(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
}

/** A property of the input. Without an example, its value is a variable of the program. */
function memberSource(name: string, example: unknown): string {
  if (example !== undefined) return `${key(name)}: ${toSource(example)}`;
  return key(name) === name ? name : `${key(name)}: ${name.replaceAll(/\W+(\w?)/g, (_all, letter: string) => letter.toUpperCase())}`;
}

/** The body of the input. Bytes are text in the contract's example. */
function bodySource({ body }: OperationRow, example: unknown): string {
  const { as, parts } = (body ?? {}) as { readonly as?: string; readonly parts?: { readonly [name: string]: { readonly as: string } } };
  if (as === "bytes" && typeof example === "string") return `body: ${bytesSource(example)}`;
  if (parts === undefined || typeof example !== "object" || example === null) return memberSource("body", example);
  const members = Object.entries(example as Json).map(([name, value]) => {
    if (parts[name]?.as !== "bytes") return `${key(name)}: ${toSource(value)}`;
    return `${key(name)}: ${Array.isArray(value) ? `[${value.map(bytesSource).join(", ")}]` : bytesSource(value)}`;
  });
  return `body: ${inputSource(members) || "{}"}`;
}

function bytesSource(value: unknown): string {
  return typeof value === "string" ? `new Blob([${JSON.stringify(value)}])` : toSource(value);
}

/** The example of a parameter, as an argument of a client. */
function parameterExample(contract: Contract, parameter: Json): unknown {
  const { schema, mediaType } = schemaOf(contract, parameter);
  const example = exampleOf(contract, mediaType === undefined ? parameter : { ...deref(contract, (parameter["content"] as Json)[mediaType]), ...parameter });
  return example !== undefined && isInt64(deref(contract, schema)) ? String(example) : example;
}

/** The first example of a parameter or a media type. */
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
  return !isVariableName(name) || name === client || name === address ? "result" : name;
}
