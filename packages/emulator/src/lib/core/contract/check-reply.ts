import type { AnyReply } from "../http/http.ts";
import { isJson, mediaOf, rowOf } from "../http/media-types.ts";
import { type OperationSpec, responseOf, type ResponseSpec } from "../schemas/operation-spec.ts";
import type { SchemaChecks } from "../schemas/schema-checks.ts";
import { typed } from "../schemas/shape.ts";
import type { Issue } from "../values/issues.ts";

/** Returns what the contract does not allow: status, headers, media type or body. */
export function checkReply(operation: OperationSpec, reply: AnyReply, checks: SchemaChecks): readonly Issue[] {
  const response = responseOf(operation, reply.status);
  if (response === undefined)
    return [{ in: "status", pointer: "", message: `${reply.status} is not documented: expected ${statusesOf(operation)}`, keyword: "status" }];
  // Most replies neither have nor need headers.
  if (reply.headers === undefined && response.headers.length === 0) return checkBody(reply, response, undefined, checks);
  const headers = new Map(Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const issues: Issue[] = response.headers.flatMap(({ name, required, schema, shape }) => {
    const text = headers.get(name);
    const pointer = `/${name}`;
    if (text === undefined) return required ? [{ in: "header", pointer, message: "is required", keyword: "required" } as const] : [];
    return checks.check("header", schema, typed(shape, text)).map((issue) => ({ ...issue, pointer }));
  });
  return [...issues, ...checkBody(reply, response, headers.get("content-type"), checks)];
}

function statusesOf({ responses, ranges }: OperationSpec): string {
  return [...responses.keys(), ...ranges.keys()].join(", ");
}

function checkBody({ status, body }: AnyReply, response: ResponseSpec, type: string | undefined, checks: SchemaChecks): readonly Issue[] {
  const { content } = response;
  const mediaType = type ?? response.mediaType;
  const schema = mediaType === undefined ? undefined : mediaOf(content, mediaType)?.schema;
  if (body === undefined) return content.size > 0 && status < 300 ? [{ in: "body", pointer: "", message: "is required", keyword: "required" }] : [];
  if (mediaType === undefined || schema === undefined)
    return [{ in: "body", pointer: "", message: `of type ${type ?? "any"} is not documented`, keyword: "content" }];
  if (body instanceof Uint8Array) return isJson(mediaType) ? [{ in: "body", pointer: "", message: "must be JSON; got bytes", keyword: "content" }] : [];
  if (rowOf(mediaType) === undefined || !Array.isArray(body)) return checks.check("body", schema, body);
  return body.flatMap((value, index) => checks.check("body", schema, value).map((issue) => ({ ...issue, pointer: `/${index}${issue.pointer}` })));
}
