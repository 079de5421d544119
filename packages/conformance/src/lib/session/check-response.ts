import { mediaTypeOf, type Received } from "../http/exchange.ts";
import type { OperationSpec, ResponseSpec } from "../contract/contract.ts";
import type { CheckSchema } from "../contract/schemas.ts";

/** Returns what in a response the contract does not allow: its status, headers, media type and body. */
export function checkResponse(operation: OperationSpec, response: Received, check: CheckSchema): readonly string[] {
  const { status } = response;
  const documented = operation.responses.get(status);
  if (documented === undefined) return [`the status ${status} is not documented: expected ${[...operation.responses.keys()].join(", ")}`];
  return [...checkHeaders(documented, response, check), ...checkBody(documented, response, check)];
}

function checkHeaders({ headers }: ResponseSpec, response: Received, check: CheckSchema): readonly string[] {
  return headers.flatMap(({ name, required, type, schema }) => {
    const text = response.headers[name];
    if (text === undefined) return required ? [`the header ${name} is required`] : [];
    const value = type === "integer" || type === "number" ? Number(text) : text;
    return check(schema, value).map((problem) => problem.replace("the body", `the header ${name}`));
  });
}

function checkBody({ content }: ResponseSpec, { status, headers, size, text, json }: Received, check: CheckSchema): readonly string[] {
  if (content.size === 0) return size === 0 ? [] : [`a response with status ${status} has no body, but ${size} bytes came`];
  if (size === 0) return status < 300 && headers["content-length"] !== "0" ? ["a body is required, but none came"] : [];
  const type = mediaTypeOf(headers["content-type"]);
  const schema = content.get(type);
  if (schema === undefined) return [`the media type ${type === "" ? "is missing" : `${type} is not documented`}: expected ${[...content.keys()].join(" or ")}`];
  if (type.endsWith("json")) return json === undefined ? ["the body is not JSON"] : check(schema, json.value);
  return type.startsWith("text/") ? check(schema, text) : [];
}
