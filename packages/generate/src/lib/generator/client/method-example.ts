import type { RequestBody } from "@keywright/core/client";
import { type Contract, deref, isObject, isVariableName, type MediaType, type Parameter } from "../../contract/index.ts";
import type { ClientOperation } from "../rows/operation-rows.ts";
import { isPositionBody } from "../rows/pagination-row.ts";
import { schemaOf } from "../request/parameter-schema.ts";
import { camelCase, key, toSource } from "../text/print.ts";
import { isInt64 } from "../schemas/schema-types.ts";

/**
 * An example call from the contract's examples, and its input, which may be empty.
 *
 * @param write Writes the call; by default that of a method.
 */
export function methodExample(
  contract: Contract,
  operation: ClientOperation,
  write = (client: string, id: string, input: string): string => `${client}.${id}(${input})`,
): { readonly text: string; readonly input: string } {
  const { id, row, sent, inputs } = operation;
  const parts: string[] = row.address === undefined ? [] : [row.address];
  for (const parameter of inputs) if (parameter.required === true) parts.push(propertySource(parameter.name, parameterExample(contract, parameter)));
  if (row.security.scheme === "basic") parts.push("clientId", "clientSecret");
  const body = sent && exampleOf(contract, sent.content);
  if (sent?.required === true || body !== undefined) parts.push(bodySource(row.body, body));
  const input = isPositionBody(row) ? toSource(body ?? {}) : inputSource(parts);
  return { text: statementOf(operation, camelCase(contract.service), write(camelCase(contract.service), id, input)), input };
}

function statementOf({ id, address, row }: ClientOperation, client: string, call: string): string {
  if (row.alternatives === undefined && ["events", "lines", "sequence"].includes(row.response.type))
    return `for await (const entry of await ${call}) console.log(entry);`;
  if (row.pagination !== undefined) return `for await (const entry of ${call}) console.log(entry);`;
  if (row.response.type === "none" && row.poll === undefined) return `await ${call};`;
  const noun = id.replace(/^[a-z]+/, "");
  const name = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
  return `const ${!isVariableName(name) || name === client || name === address ? "result" : name} = await ${call};`;
}

function inputSource(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
}

/** A property of the input. Without an example, its value is a variable of the program. */
function propertySource(name: string, example: unknown): string {
  if (example !== undefined) return `${key(name)}: ${toSource(example)}`;
  return key(name) === name ? name : `${key(name)}: ${name.replaceAll(/\W+(\w?)/g, (_all, letter: string) => letter.toUpperCase())}`;
}

/** The body of the input. Bytes are text in the contract's example. */
function bodySource(body: RequestBody | undefined, example: unknown): string {
  const { as, parts } = body ?? {};
  if (as === "bytes" && typeof example === "string") return `body: ${bytesSource(example)}`;
  if (parts === undefined || !isObject(example)) return propertySource("body", example);
  const members = Object.entries(example).map(([name, value]) => {
    if (parts[name]?.as !== "bytes") return `${key(name)}: ${toSource(value)}`;
    return `${key(name)}: ${Array.isArray(value) ? `[${value.map(bytesSource).join(", ")}]` : bytesSource(value)}`;
  });
  return `body: ${inputSource(members) || "{}"}`;
}

function bytesSource(value: unknown): string {
  return typeof value === "string" ? `new Blob([${JSON.stringify(value)}])` : toSource(value);
}

/** The example of a parameter, as an argument of a client. */
function parameterExample(contract: Contract, parameter: Parameter): unknown {
  const { schema, mediaType } = schemaOf(contract, parameter);
  const media = mediaType === undefined ? {} : deref(contract, parameter.content?.[mediaType] ?? {});
  const example = exampleOf(contract, { ...media, ...parameter });
  return example !== undefined && isInt64(deref(contract, schema)) ? String(example) : example;
}

/** The first example of a parameter or a media type. */
function exampleOf(contract: Contract, holder: MediaType): unknown {
  if (holder.example !== undefined) return holder.example;
  const [first] = Object.values(holder.examples ?? {});
  if (first !== undefined) return deref(contract, first).value;
  const { example, examples, default: fallback } = deref(contract, holder.schema ?? {});
  return example ?? examples?.[0] ?? fallback;
}
