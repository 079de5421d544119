import { isDeepStrictEqual } from "node:util";
import type { RequestBody as BodyRow } from "@keywright/core/client";
import { constraintsOf, rowType } from "../schemas/constraints.ts";
import { type Contract, type ContractOperation, deref, type MediaType, type Schema } from "../../contract/index.ts";
import { formFormat, formStyles } from "./form-styles.ts";
import { essenceOf, type RequestFormat, requestFormat } from "../../contract/media-type.ts";
import { partRows, partsType } from "./multipart.ts";
import { type Code, code, coreType } from "../text/code.ts";
import { defined } from "../text/defined.ts";
import { isNullable, propertiesOf, typesOf } from "../schemas/schema-types.ts";
import { typeOf } from "../schemas/type-of.ts";
import { int64Of, reportInt64 } from "../schemas/value-trees.ts";

/** The body of a request: its media type, with its schema and examples. */
export interface SentBody {
  readonly mediaType: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly content: MediaType;
}

/** The preference of clients among several media types. */
const PREFERRED: readonly (RequestFormat | undefined)[] = ["json", "multipart", "form", "lines", "text", "bytes"];

/** The media type of a request body that clients send. JSON comes first, and the first of it. */
export function bodyOf(contract: Contract, { id, body }: ContractOperation): SentBody | undefined {
  if (body === undefined) return undefined;
  const contents = Object.entries(body.content ?? {});
  const [entry] = PREFERRED.flatMap((format) => contents.filter(([type]) => requestFormat(type) === format)).concat(contents);
  const mediaTypes = contents.map(([mediaType]) => mediaType);
  // For bytes, the caller's Blob has the media type.
  const areBytes = mediaTypes.every((mediaType) => requestFormat(mediaType) === "bytes");
  const areSameJson = contents.every(([type, { schema }]) => requestFormat(type) === "json" && isDeepStrictEqual(schema, entry?.[1].schema));
  if (contents.length !== 1 && !((areBytes || areSameJson) && entry)) {
    const came = mediaTypes.join(", ") || "none";
    const problem = `${id}: the body must have one media type (several only for bytes, or for JSON of one schema); it has ${came}: remove those that clients need not send, or make an operation for each`;
    if (entry === undefined) contract.report(body.content ?? body, problem);
    else contract.note(body.content ?? body, problem, entry[0]);
  }
  if (entry === undefined) return undefined;
  const content = deref(contract, entry[1]);
  return {
    mediaType: areBytes ? mediaTypes.join(", ") : entry[0],
    required: body.required === true,
    description: body.description ?? deref(contract, content.schema ?? {}).description,
    content,
  };
}

/** Returns the row of a request body. */
export function bodyRow(contract: Contract, operation: ContractOperation, body: SentBody | undefined): BodyRow | undefined {
  const { id, method } = operation;
  if (body === undefined) return undefined;
  const { mediaType, content } = body;
  const { schema } = content;
  const required = body.required ? { required: true as const } : {};
  const report = (problem: string): undefined => void contract.report(content, `${id}: ${problem}`);
  if (method === "GET" || method === "HEAD")
    return report(`a ${method} has a body, which fetch does not send (WHATWG Fetch §5.4): make it a POST, or move the values into the query`);
  const format = requestFormat(mediaType);
  switch (format) {
    case undefined:
      return report(`a body of ${mediaType} is not supported: send multipart/form-data, application/x-ndjson or another media type`);
    case "json":
    case "form":
      break;
    case "multipart":
      return { mediaType: essenceOf(mediaType), ...required, as: format, parts: partRows(contract, operation, content) };
    case "lines":
      reportInt64(contract, operation, lineSchema(contract, content), "a line of the body");
      return defined({ mediaType, ...required, as: format, items: constraintsOf(contract, lineSchema(contract, content)) });
    default: {
      const types = typesOf(contract, schema);
      if (types.length > 0 && !types.includes("string"))
        contract.note(
          content,
          `${id}: a body of ${mediaType} has a schema of ${types.join(" or ")}, which only JSON and forms support: write "type: string", or send JSON`,
          format === "text" ? "a string, which is sent unchanged" : "bytes",
        );
      return { mediaType, ...required, as: format };
    }
  }
  const [only, ...others] = typesOf(contract, schema);
  const type = others.length === 0 ? rowType(only) : undefined;
  if (format === "json") {
    const nullable = isNullable(contract, schema) ? { nullable: true as const } : {};
    const int64 = int64Of(contract, schema, true);
    const written = int64 === undefined ? {} : { as: "int64" as const, int64 };
    return defined({ mediaType, ...required, ...nullable, ...written, type, ...constraintsOf(contract, schema) });
  }
  for (const [name, property] of Object.entries(propertiesOf(contract, schema)))
    if (isComposite(contract, property)) reportInt64(contract, operation, property, `the field ${name} of the body`);
  if (type !== "object") return report(`a body of ${mediaType} must be an object, whose properties become fields; its schema is not`);
  return defined({
    mediaType: essenceOf(mediaType),
    ...required,
    as: formFormat(contract, schema),
    type,
    ...constraintsOf(contract, schema),
    styles: formStyles(contract, operation, content),
  });
}

/** Whether a form field or its elements are written as JSON. */
function isComposite(contract: Contract, property: Schema): boolean {
  const { items } = deref(contract, property);
  return [property, items].some((part) => typesOf(contract, part).includes("object"));
}

/** The schema of one line: `itemSchema` of OpenAPI 3.2, otherwise the schema or its items. */
function lineSchema(contract: Contract, { itemSchema, schema = {} }: MediaType): Schema {
  if (itemSchema !== undefined) return itemSchema;
  const { type, items = {} } = deref(contract, schema);
  return type === "array" ? items : schema;
}

/** The type of a request body in a method's input. */
export function bodyType(contract: Contract, operation: ContractOperation, { mediaType, content }: SentBody): Code {
  const where = `the body of ${operation.id}`;
  switch (requestFormat(mediaType)) {
    case "bytes":
      return coreType("BinaryInput");
    case "text":
      return code`string`;
    case "multipart":
      return partsType(contract, operation, content);
    case "lines": {
      const line = typeOf(contract, lineSchema(contract, content), where);
      return code`Iterable<${line}> | AsyncIterable<${line}>`;
    }
    default: {
      const type = typeOf(contract, content.schema ?? {}, where);
      return essenceOf(mediaType) === "application/merge-patch+json" ? code`${coreType("MergePatch")}<${type}>` : code`${type}`;
    }
  }
}
