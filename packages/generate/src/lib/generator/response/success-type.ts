import type { HeaderType } from "@keywright/core/client";
import { type Contract, type ContractOperation, deref, type Named } from "../../contract/index.ts";
import { type Code, code, coreType, joinCode } from "../text/code.ts";
import { key } from "../text/print.ts";
import type { SuccessContent, Successes } from "./response.ts";
import { typeOf } from "../schemas/type-of.ts";

/** The type of a method's value: `status` and `mediaType` distinguish several responses. */
export function successType(contract: Contract, operation: Pick<ContractOperation, "id">, contents: Successes): Code {
  if (contents.length === 1) return contentType(contract, operation, contents[0]);
  return joinCode(
    contents.map((content) => alternativeType(content, contentType(contract, operation, content))),
    " | ",
  );
}

function alternativeType({ status, mediaType, type }: SuccessContent, body: Code): Code {
  const media = mediaType?.endsWith("/*") === true ? `\`${mediaType.slice(0, -1)}\${string}\`` : JSON.stringify(mediaType);
  return code`{ readonly status: ${status ?? "number"}; readonly mediaType: ${media ?? "undefined"}; readonly body: ${type === "none" ? "undefined" : body} }`;
}

/** The type of one success response. */
export function contentType(contract: Contract, { id }: Pick<ContractOperation, "id">, { type, schema = {} }: SuccessContent): Code {
  const json = (): string => typeOf(contract, schema, `the response of ${id}`);
  switch (type) {
    case "none":
      return code`void`;
    case "text":
    case "location":
      return code`string`;
    case "bytes":
      return coreType("BinaryContent");
    case "json":
      return code`${json()}`;
    case "events":
      return code`AsyncIterable<${coreType("ServerSentEvent")}<${json()}>>`;
    default:
      return code`AsyncIterable<${json()}>`;
  }
}

/** The documented headers by lower-case name, without those that the client reads. */
export function headerRows(contract: Contract, { id }: ContractOperation, contents: Successes): Named<HeaderType> | undefined {
  const rows = new Map<string, HeaderType>();
  for (const { response } of contents) {
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const lower = name.toLowerCase();
      if (READ_BY_CLIENT.test(lower)) continue;
      const { type } = deref(contract, deref(contract, header).schema ?? {});
      const row = type === "boolean" ? type : type === "integer" || type === "number" ? "number" : "string";
      const other = rows.get(lower) ?? row;
      if (other !== row) contract.note(header, `${id}: the header ${name} is a ${other} in one response and a ${row} in another: use one type`, "string");
      rows.set(lower, other === row ? row : "string");
    }
  }
  return rows.size === 0 ? undefined : Object.fromEntries(rows);
}

/** The headers that each successful response must have, by lower-case name. */
function requiredHeaders(contract: Contract, contents: Successes): ReadonlySet<string> {
  const [first = [], ...others] = contents.map(({ response }) =>
    Object.entries(response.headers ?? {}).flatMap(([name, header]) => (deref(contract, header).required === true ? [name.toLowerCase()] : [])),
  );
  return new Set(first.filter((name) => others.every((names) => names.includes(name))));
}

// Headers for the body (`BinaryContent` has them), the next page, and the time of a retry.
const READ_BY_CLIENT = /^(content-.*|link|retry-after)$/;

/** The type of the response of a `raw` method. */
export function rawType(contract: Contract, success: Code, headers: Named<HeaderType> | undefined, contents: Successes): Code {
  const response = code`${coreType("HttpResponse")}<${success}>`;
  if (headers === undefined) return response;
  const required = requiredHeaders(contract, contents);
  const members = Object.entries(headers).map(([name, type]) => `readonly ${key(name)}${required.has(name) ? "" : "?"}: ${type}`);
  return code`${response} & { readonly headerValues: { ${members.join("; ")} } }`;
}
