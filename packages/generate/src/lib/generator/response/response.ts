import { type Contract, ContractError, type ContractOperation, deref, type Json } from "../../contract/index.ts";
import { eventDataOf } from "./event-data.ts";
import { essenceOf, isJson, type StreamRow, streamOf } from "../schemas/media-type.ts";
import { int64Of, secretsOf, type ValueTree } from "../schemas/value-trees.ts";

/** The success response of a row. */
export interface ResponseRow {
  readonly status: number | undefined;
  readonly type: "json" | "text" | "bytes" | "none" | StreamRow | "location";
  readonly mediaType: string | undefined;
  readonly data?: "json" | undefined;
}

/** One of the success responses of an operation, in one media type. */
export interface SuccessContent {
  /** `undefined` for a range or `default`. */
  readonly status: number | undefined;
  readonly mediaType: string | undefined;
  readonly type: ResponseRow["type"];
  /** The schema of the body, or of an item of a stream. */
  readonly schema: Json | undefined;
  readonly description: string;
  readonly response: Json;
}

/** The redirect statuses that can be a result: their address is the value. */
const REDIRECTS = ["301", "302", "303", "307", "308"];

/** The success statuses, as in the contract. */
export function successStatuses({ definition }: Pick<ContractOperation, "definition">): string[] {
  const statuses = Object.keys(definition["responses"] as Json);
  const named = statuses.filter((status) => status.startsWith("2"));
  if (named.length > 0) return named;
  const redirects = statuses.filter((status) => REDIRECTS.includes(status));
  return redirects.length > 0 ? redirects : statuses.filter((status) => status === "default");
}

/** The schemas of an operation's JSON error bodies. */
export function failureSchemas(contract: Contract, operation: ContractOperation): readonly { readonly status: string; readonly schema: Json }[] {
  const successes = successStatuses(operation);
  return Object.entries(operation.definition["responses"] as Json).flatMap(([status, response]) => {
    if (successes.includes(status)) return [];
    const content = Object.entries((deref(contract, response)["content"] ?? {}) as { readonly [mediaType: string]: Json });
    return content.flatMap(([mediaType, { schema }]) => (isJson(mediaType) && schema !== undefined ? [{ status, schema: schema as Json }] : []));
  });
}

/** The success responses of an operation by status and media type. The plain row has the first one. */
export function successContents(contract: Contract, operation: ContractOperation): readonly [SuccessContent, ...SuccessContent[]] {
  const { id, method, definition } = operation;
  const responses = definition["responses"] as { readonly [status: string]: Json };
  const statuses = successStatuses(operation);
  const contents = statuses.flatMap((status): SuccessContent[] => {
    const response = deref(contract, responses[status]);
    const exact = /^\d{3}$/.test(status) ? Number(status) : undefined;
    if (exact === undefined && statuses.length > 1)
      contract.refuse(
        responses[status],
        `${id} has ${status} together with ${statuses.filter((other) => other !== status).join(", ")}: list each successful status`,
      );
    const common = { status: exact, description: String(response["description"] ?? ""), response };
    if (REDIRECTS.includes(status)) {
      const names = Object.keys((response["headers"] ?? {}) as Json).map((name) => name.toLowerCase());
      if (!names.includes("location"))
        contract.refuse(response, `${id} has the status ${status} without a Location header: document it, because the method returns its address`);
      return [{ ...common, mediaType: undefined, type: "location", schema: undefined }];
    }
    const content = Object.entries((response["content"] ?? {}) as { readonly [mediaType: string]: Json });
    if (content.length === 0 || method === "HEAD") return [{ ...common, mediaType: undefined, type: "none", schema: undefined }];
    return content.map(([mediaType, media]) => {
      const type = bodyKind(mediaType);
      return { ...common, mediaType: essenceOf(mediaType), type, schema: schemaOf(contract, operation, mediaType, media, type) };
    });
  });
  refuseAmbiguous(contract, operation, contents);
  const [first, ...others] = contents;
  if (first === undefined)
    throw new ContractError(`${id} has no successful status; it has ${Object.keys(responses).join(", ") || "none"}: document the response for success`);
  return [first, ...others];
}

/** The first success response of an operation. Most have only one. */
export function successContent(contract: Contract, operation: ContractOperation): SuccessContent {
  return successContents(contract, operation)[0];
}

/** The reader for a body of a media type. */
function bodyKind(mediaType: string): ResponseRow["type"] {
  if (isJson(mediaType)) return "json";
  return streamOf(mediaType) ?? (essenceOf(mediaType).startsWith("text/") ? "text" : "bytes");
}

/** The schema of a body, or of the items of a stream: `itemSchema` (OpenAPI 3.2), otherwise `schema` if it is not an array of all items. */
function schemaOf(contract: Contract, { id }: ContractOperation, mediaType: string, media: Json, type: ResponseRow["type"]): Json | undefined {
  const schema = (media["itemSchema"] ?? media["schema"]) as Json | undefined;
  if (type === "bytes" || type === "text") {
    if (media["itemSchema"] !== undefined)
      contract.refuse(
        media,
        `${id}: ${mediaType} has an itemSchema, which is only supported for text/event-stream, application/x-ndjson, application/jsonl and application/json-seq: remove it`,
      );
    const { type: kind = "string" } = deref(contract, schema ?? {});
    if (![kind].flat().includes("string") || (schema?.["$ref"] !== undefined && deref(contract, schema)["type"] !== "string"))
      contract.refuse(
        media,
        `${id}: ${mediaType} has a schema of ${JSON.stringify(kind)}, which only JSON supports: its ${type === "text" ? "text is returned unchanged" : "bytes are returned unchanged"}; remove the schema, or write type: string`,
      );
    return undefined;
  }
  if (schema === undefined) {
    contract.refuse(media, `${id}: ${mediaType} has no schema, so its value has no type: add one (for a stream, an itemSchema)`);
    return { type: "null" };
  }
  if (type === "events") return eventDataOf(contract, id, media, schema);
  const resolved = deref(contract, schema);
  if (type !== "json" && media["itemSchema"] === undefined && resolved["type"] === "array") return resolved["items"] as Json;
  return schema;
}

function refuseAmbiguous(contract: Contract, { id, definition }: ContractOperation, contents: readonly SuccessContent[]): void {
  if (contents.length < 2) return;
  const keys = contents.map(({ status, mediaType }) => `${String(status)} ${String(mediaType)}`);
  const doubled = keys.find((key, index) => keys.indexOf(key) !== index);
  if (doubled !== undefined)
    contract.refuse(definition["responses"], `${id} has the status ${doubled} twice: media types are distinguished by name, without parameters; keep one`);
  for (const { mediaType, status } of contents)
    if (mediaType === "*/*")
      contract.refuse(
        definition["responses"],
        `${id} has the status ${String(status)} with */* together with other responses: write its media type, which distinguishes the values`,
      );
  if (definition["x-pagination"] !== undefined)
    contract.refuse(
      definition["responses"],
      `${id} is a paginated list with ${contents.length} successful responses: a page has one status and one media type; keep one`,
    );
}

/** Returns the row of the plain success response, and of all of them if there are several. */
export function successRows(
  contract: Contract,
  operation: ContractOperation,
): { readonly response: ResponseRow; readonly alternatives: readonly SuccessRow[] | undefined } {
  const contents = successContents(contract, operation);
  const rows = contents.map((content): SuccessRow => {
    const secrets = secretsOf(contract, content.schema);
    return { response: responseRow(content), secrets: secrets && { response: secrets }, int64: int64Of(contract, content.schema) };
  });
  // If a response may be bytes, the plain row has that one: only bytes need an uncompressed body.
  const main = contents.find(({ type }) => type === "bytes") ?? contents[0];
  return { response: responseRow(main), alternatives: rows.length === 1 ? undefined : rows };
}

/** A success response of a row, as `Success` in `@keywright/core`. */
export interface SuccessRow {
  readonly response: ResponseRow;
  readonly secrets: { readonly response: ValueTree } | undefined;
  readonly int64: ValueTree | undefined;
}

function responseRow({ status, type, mediaType, schema }: SuccessContent): ResponseRow {
  const isText = type === "events" && schema?.["type"] === "string";
  return { status, type, mediaType, ...(type === "events" && !isText ? { data: "json" as const } : {}) };
}

/** The value of the `Accept` header. */
export function acceptOf(contract: Contract, { definition }: ContractOperation): string {
  const statuses = Object.entries(definition["responses"] as Json).sort(([a], [b]) => (a < b ? -1 : 1));
  const types = statuses.flatMap(([, response]) => Object.keys((deref(contract, response)["content"] ?? {}) as Json));
  return [...new Set(types)].join(", ") || "*/*";
}
