import { type Contract, type ContractOperation, deref, type Json } from "../../contract/index.ts";
import { key } from "../text/print.ts";
import { type SuccessContent, successContents } from "./response.ts";
import { typeOf } from "../schemas/type-of.ts";

/** The type of a method's value: its success response, or a union of several that `status` and `mediaType` distinguish. */
export function successType(contract: Contract, operation: ContractOperation): string {
  const contents = successContents(contract, operation);
  if (contents.length === 1) return contentType(contract, operation, contents[0]);
  return contents.map((content) => alternativeType(contract, operation, content)).join(" | ");
}

function alternativeType(contract: Contract, operation: ContractOperation, content: SuccessContent): string {
  const { status, mediaType } = content;
  const type = contentType(contract, operation, content);
  const members = [
    `readonly status: ${status === undefined ? "number" : status}`,
    `readonly mediaType: ${mediaType === undefined ? "undefined" : mediaType.endsWith("/*") ? `\`${mediaType.slice(0, -1)}\${string}\`` : JSON.stringify(mediaType)}`,
    `readonly body: ${type === "void" ? "undefined" : type}`,
  ];
  return `{ ${members.join("; ")} }`;
}

/** The type of one success response. */
export function contentType(contract: Contract, { id }: ContractOperation, { type, schema }: SuccessContent): string {
  const where = `the response of ${id}`;
  switch (type) {
    case "none":
      return "void";
    case "text":
    case "location":
      return "string";
    case "bytes":
      return "BinaryContent";
    case "json":
      return typeOf(contract, schema as Json, where);
    case "events":
      return `AsyncIterable<ServerSentEvent<${typeOf(contract, schema as Json, where)}>>`;
    default:
      return `AsyncIterable<${typeOf(contract, schema as Json, where)}>`;
  }
}

/** The documented headers of the success responses by lower-case name; `undefined` without any. Headers that the client reads are left out. */
export function headerRows(contract: Contract, operation: ContractOperation): { readonly [name: string]: "string" | "number" | "boolean" } | undefined {
  const rows: Record<string, "string" | "number" | "boolean"> = {};
  for (const { response } of successContents(contract, operation)) {
    for (const [name, header] of Object.entries((response["headers"] ?? {}) as Json)) {
      const lower = name.toLowerCase();
      if (READ_BY_CLIENT.test(lower)) continue;
      const resolved = deref(contract, header);
      const { type } = deref(contract, resolved["schema"] ?? {});
      const row = type === "boolean" ? type : type === "integer" || type === "number" ? "number" : "string";
      if (rows[lower] !== undefined && rows[lower] !== row)
        contract.refuse(header, `${operation.id}: the header ${name} is a ${rows[lower]} in one response and a ${row} in another: use one type`);
      rows[lower] = row;
    }
  }
  return Object.keys(rows).length === 0 ? undefined : rows;
}

// Headers for the body (`BinaryContent` has its type and size), the next page, and the time of a retry.
const READ_BY_CLIENT = /^(content-.*|link|retry-after)$/;

/** The type of the response of a `raw` method. */
export function rawType(success: string, headers: { readonly [name: string]: string } | undefined): string {
  const response = `HttpResponse<${success}>`;
  if (headers === undefined) return response;
  const members = Object.entries(headers).map(([name, type]) => `readonly ${key(name)}?: ${type}`);
  return `${response} & { readonly headerValues: { ${members.join("; ")} } }`;
}
