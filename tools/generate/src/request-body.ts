import { constraintsOf } from "./constraints.ts";
import { type Contract, type ContractOperation, deref, type Json } from "./contract.ts";
import { formStyles } from "./form-styles.ts";
import { essenceOf, requestFormat } from "./media-type.ts";
import { partRows, partsType } from "./multipart.ts";
import { isNullable, typeOf, typesOf } from "./schema-types.ts";
import { int64Of, unwritable } from "./value-trees.ts";

/** The body of a request: its media type, with its schema and examples. */
export interface RequestBody {
  readonly mediaType: string;
  readonly required: boolean;
  readonly content: Json;
}

/** The one media type of a request body, with its schema and examples. */
export function bodyOf(contract: Contract, { id, definition }: ContractOperation): RequestBody | undefined {
  if (definition["requestBody"] === undefined) return undefined;
  const body = deref(contract, definition["requestBody"]);
  const contents = Object.entries((body["content"] ?? {}) as { [mediaType: string]: Json });
  const [entry] = contents;
  if (contents.length !== 1) {
    const came = contents.map(([mediaType]) => mediaType).join(", ") || "none";
    contract.refuse(
      body["content"] ?? body,
      `${id}: the body must have one media type, because a method sends one; it has ${came}: leave out those that clients need not send, or give each an operation of its own`,
    );
  }
  return entry && { mediaType: entry[0], required: body["required"] === true, content: deref(contract, entry[1]) };
}

/** The row of a request body. */
export function bodyRow(contract: Contract, operation: ContractOperation): Json | undefined {
  const { id, method } = operation;
  const body = bodyOf(contract, operation);
  if (body === undefined) return undefined;
  const { mediaType, content } = body;
  const required = body.required ? { required: true } : {};
  const refuse = (problem: string): undefined => void contract.refuse(content, `${id}: ${problem}`);
  if (method === "GET") return refuse("a GET has a body, which fetch does not send (WHATWG Fetch §5.4): make it a POST, or move the values into the query");
  const format = requestFormat(mediaType);
  const schema = content["schema"];
  switch (format) {
    case undefined:
      return refuse(`a body of ${mediaType} is not supported: send multipart/form-data, application/x-ndjson or another media type`);
    case "json":
    case "form":
      break;
    case "multipart":
      return { mediaType: essenceOf(mediaType), ...required, as: format, parts: partRows(contract, operation, content) };
    case "lines":
      return { mediaType, ...required, as: format, items: constraintsOf(contract, lineSchema(contract, content)) };
    default: {
      const types = typesOf(contract, schema);
      if (types.length > 0 && !types.includes("string"))
        return refuse(`a body of ${mediaType} has a schema of ${types.join(" or ")}, which only JSON and forms write: say "type: string", or send JSON`);
      return { mediaType, ...required, as: format };
    }
  }
  if (int64Of(contract, schema) !== undefined) throw unwritable(operation, "the body", content);
  const types = typesOf(contract, schema);
  const [type] = types.length === 1 ? types : [];
  const nullable = isNullable(contract, schema) ? { nullable: true } : {};
  if (format === "json") return { mediaType, ...required, ...nullable, type, ...constraintsOf(contract, schema) };
  if (type !== "object") return refuse(`a body of ${mediaType} must be an object, whose properties become fields; its schema is another`);
  return { mediaType: essenceOf(mediaType), ...required, type, ...constraintsOf(contract, schema), styles: formStyles(contract, operation, content) };
}

/** The schema of one line: `itemSchema` of OpenAPI 3.2, or else the schema, or its items. */
function lineSchema(contract: Contract, { itemSchema, schema = {} }: Json): Json {
  if (itemSchema !== undefined) return itemSchema as Json;
  const { type, items = {} } = deref(contract, schema);
  return (type === "array" ? items : schema) as Json;
}

/** The type of a request body, as users give it. */
export function bodyType(contract: Contract, operation: ContractOperation, { mediaType, content }: RequestBody): string {
  const where = `the body of ${operation.id}`;
  switch (requestFormat(mediaType)) {
    case "bytes":
      return "BinaryInput";
    case "text":
      return "string";
    case "multipart":
      return partsType(contract, operation, content);
    case "lines": {
      const line = typeOf(contract, lineSchema(contract, content), where);
      return `Iterable<${line}> | AsyncIterable<${line}>`;
    }
    default:
      return typeOf(contract, (content["schema"] ?? {}) as Json, where);
  }
}
