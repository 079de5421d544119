import type { Operation, Success, SuccessResponse } from "@keywright/core/client";
import { type Contract, type ContractOperation, deref, type MediaType, type Response, type Schema } from "../../contract/index.ts";
import { eventDataOf } from "./event-data.ts";
import { essenceOf, isJson, streamOf } from "../../contract/media-type.ts";
import { defined } from "../text/defined.ts";
import { int64Of, secretsOf } from "../schemas/value-trees.ts";

/** One of the success responses of an operation, in one media type. */
export interface SuccessContent {
  /** The status as in the contract, which may be a range or `default`. */
  readonly key: string;
  /** `undefined` for a range or `default`. */
  readonly status: number | undefined;
  readonly mediaType: string | undefined;
  readonly type: SuccessResponse["type"];
  /** The schema of the body, or of an item of a stream. */
  readonly schema: Schema | undefined;
  readonly description: string;
  readonly response: Response;
}

/** The success responses by status and media type. Most operations have only one. */
export type Successes = readonly [SuccessContent, ...SuccessContent[]];

/** The redirect statuses that can be a result: their address is the value. */
const REDIRECTS = ["301", "302", "303", "307", "308"];

/** The success statuses, as in the contract. */
function successStatuses({ responses }: ContractOperation): string[] {
  const statuses = Object.keys(responses);
  const named = statuses.filter((status) => status.startsWith("2"));
  if (named.length > 0) return named;
  const redirects = statuses.filter((status) => REDIRECTS.includes(status));
  return redirects.length > 0 ? redirects : statuses.filter((status) => status === "default");
}

/** The schemas of an operation's JSON error bodies. */
export function failureSchemas(operation: ContractOperation): readonly { readonly status: string; readonly schema: Schema }[] {
  const successes = successStatuses(operation);
  return Object.entries(operation.responses).flatMap(([status, { content = {} }]) => {
    if (successes.includes(status)) return [];
    return Object.entries(content).flatMap(([mediaType, { schema }]) => (isJson(mediaType) && schema !== undefined ? [{ status, schema }] : []));
  });
}

/** Returns the success responses. Reports those that clients cannot return or distinguish. */
export function successContents(contract: Contract, operation: ContractOperation): Successes {
  const { id, method, responses, definition } = operation;
  const statuses = successStatuses(operation);
  const contents = statuses.flatMap((status): SuccessContent[] => {
    const response = responses[status] ?? {};
    const exact = /^\d{3}$/.test(status) ? Number(status) : undefined;
    if (exact === undefined && statuses.length > 1)
      contract.report(
        definition.responses?.[status],
        `${id} has ${status} together with ${statuses.filter((other) => other !== status).join(", ")}: list each successful status`,
      );
    const common = { key: status, status: exact, description: response.description ?? "", response };
    if (REDIRECTS.includes(status)) {
      const names = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
      if (!names.includes("location"))
        contract.note(
          response,
          `${id} has the status ${status} without a Location header: document it, because the method returns its address`,
          "the address of that header",
        );
      return [{ ...common, mediaType: undefined, type: "location", schema: undefined }];
    }
    const content = Object.entries(response.content ?? {});
    if (content.length === 0 || method === "HEAD") return [{ ...common, mediaType: undefined, type: "none", schema: undefined }];
    return content.map(([mediaType, media]) => {
      const type = bodyKind(mediaType);
      return { ...common, mediaType: essenceOf(mediaType), type, schema: schemaOf(contract, operation, mediaType, media, type) };
    });
  });
  checkAmbiguous(contract, operation, contents);
  const [first, ...others] = contents;
  if (first === undefined) {
    const came = Object.keys(responses).join(", ") || "none";
    contract.note(definition, `${id} has no successful status; it has ${came}: document the response for success`, "any status of success, without a value");
    return [{ key: "2XX", status: undefined, mediaType: undefined, type: "none", schema: undefined, description: "", response: {} }];
  }
  return [first, ...others];
}

/** The reader for a body of a media type. */
function bodyKind(mediaType: string): SuccessResponse["type"] {
  if (isJson(mediaType)) return "json";
  return streamOf(mediaType) ?? (essenceOf(mediaType).startsWith("text/") ? "text" : "bytes");
}

/** The schema of a body, or of an item of a stream (`itemSchema` of OpenAPI 3.2). */
function schemaOf(contract: Contract, { id }: ContractOperation, mediaType: string, media: MediaType, type: SuccessResponse["type"]): Schema | undefined {
  const schema = media.itemSchema ?? media.schema;
  if (type === "bytes" || type === "text") {
    if (media.itemSchema !== undefined)
      contract.report(
        media,
        `${id}: ${mediaType} has an itemSchema, which is only supported for text/event-stream, application/x-ndjson, application/jsonl and application/json-seq: remove it`,
      );
    const { type: kind = "string" } = deref(contract, schema ?? {});
    if (![kind].flat().includes("string") || (schema?.$ref !== undefined && deref(contract, schema).type !== "string"))
      contract.note(
        media,
        `${id}: ${mediaType} has a schema of ${JSON.stringify(kind)}, which only JSON supports: its ${type === "text" ? "text is returned unchanged" : "bytes are returned unchanged"}; remove the schema, or write type: string`,
        type === "text" ? "text" : "bytes",
      );
    return undefined;
  }
  if (schema === undefined) {
    contract.note(media, `${id}: ${mediaType} has no schema, so its value has no type: add one (for a stream, an itemSchema)`, "a value of an unknown type");
    return {};
  }
  if (type === "events") return eventDataOf(contract, id, media, schema);
  const resolved = deref(contract, schema);
  if (type !== "json" && media.itemSchema === undefined && resolved.type === "array") return resolved.items;
  return schema;
}

function checkAmbiguous(contract: Contract, { id, definition }: ContractOperation, contents: readonly SuccessContent[]): void {
  if (contents.length < 2) return;
  const report = (problem: string): void => contract.report(definition.responses, `${id} ${problem}`);
  const keys = contents.map(({ status, mediaType }) => `${String(status)} ${String(mediaType)}`);
  const doubled = keys.find((key, index) => keys.indexOf(key) !== index);
  if (doubled !== undefined) report(`has the status ${doubled} twice: media types are distinguished by name, without parameters; keep one`);
  for (const { mediaType, status } of contents)
    if (mediaType === "*/*")
      report(`has the status ${String(status)} with */* together with other responses: write its media type, which distinguishes the values`);
  if (definition["x-pagination"] !== undefined)
    report(`is a paginated list with ${contents.length} successful responses: a page has one status and one media type; keep one`);
}

/** Returns the row of the plain success response, and of all of them if there are several. */
export function successRows(contract: Contract, contents: Successes): Pick<Operation, "response" | "alternatives"> {
  const rows = contents.map((content): Success => {
    const secrets = secretsOf(contract, content.schema);
    return defined({ response: responseRow(content), secrets: secrets && { response: secrets }, int64: int64Of(contract, content.schema) });
  });
  // If a response may be bytes, the plain row has that one: only bytes need an uncompressed body.
  const main = contents.find(({ type }) => type === "bytes") ?? contents[0];
  return defined({ response: responseRow(main), alternatives: rows.length === 1 ? undefined : rows });
}

function responseRow({ status, type, mediaType, schema }: SuccessContent): SuccessResponse {
  const isText = type === "events" && schema?.type === "string";
  return defined({ status, type, mediaType, data: type === "events" && !isText ? ("json" as const) : undefined });
}

/** The value of the `Accept` header. */
export function acceptOf({ responses }: ContractOperation): string {
  const statuses = Object.entries(responses).sort(([a], [b]) => (a < b ? -1 : 1));
  const types = statuses.flatMap(([, { content = {} }]) => Object.keys(content));
  return [...new Set(types)].join(", ") || "*/*";
}
