import { constraintsOf } from "../schemas/constraints.ts";
import type { Part } from "@keywright/core/client";
import { type Contract, type ContractOperation, deref, type Json, type MediaType, type Named, type Schema } from "../../contract/index.ts";
import { type Code, code, coreType, joinCode } from "../text/code.ts";
import { defined } from "../text/defined.ts";
import { isJson, isText } from "../../contract/media-type.ts";
import { inheritedType } from "../text/inherited-names.ts";
import { docComment, key } from "../text/print.ts";
import { alternativesOf, propertiesOf, requiredOf, typesOf } from "../schemas/schema-types.ts";
import { typeOf } from "../schemas/type-of.ts";
import { reportInt64 } from "../schemas/value-trees.ts";

/** A property of a multipart body, and its format. */
interface Property {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly as: Part["as"];
  readonly mediaType: string | undefined;
  /** Whether each element of the property is a separate part. */
  readonly isRepeated: boolean;
}

/** The rows of the parts of a multipart body, by name. */
export function partRows(contract: Contract, operation: ContractOperation, content: MediaType): Named<Part> {
  const { id } = operation;
  const schema = deref(contract, content.schema ?? {});
  const report = (node: unknown, problem: string): void => contract.report(node, `${id}: ${problem}`);
  if (!["boolean", "undefined"].includes(typeof schema.additionalProperties))
    report(schema, "a multipart body has additionalProperties, whose parts have no names in the contract: declare each part as a property");
  else if (Object.keys(propertiesOf(contract, schema)).length === 0 || alternativesOf(schema) !== undefined)
    report(content, "a multipart body must be an object with one property for each part; its schema is not: declare the parts");
  const parts = properties(contract, content);
  for (const [name, encoding] of Object.entries(content.encoding ?? {})) {
    if (!Object.hasOwn(propertiesOf(contract, schema), name)) report(encoding, `the encoding of ${name} belongs to no part of the body: correct the name`);
    // Files, texts and lists of them are sent the same with the default style.
    const part = parts.find((one) => one.name === name);
    const isPlain = part?.as !== "json" && encoding.contentType === undefined;
    const usual: Json = isPlain ? { style: "form", explode: part?.isRepeated ? true : encoding.explode, allowReserved: false } : {};
    for (const keyword of ["headers", "style", "explode", "allowReserved"])
      if (encoding[keyword] !== undefined && encoding[keyword] !== usual[keyword])
        report(encoding, `the encoding of the part ${name} has ${keyword}, which clients do not support: remove it`);
  }
  for (const { name, schema: part, as } of parts) if (as === "json") reportInt64(contract, operation, part, `the part ${name} of the body`);
  return Object.fromEntries(
    parts.map(({ name, schema: part, required, as, mediaType, isRepeated }) => [
      name,
      defined({
        as,
        mediaType,
        ...(required ? { required: true as const } : {}),
        ...(isRepeated ? { type: "array" as const } : {}),
        ...(as === "bytes" ? {} : constraintsOf(contract, part)),
      }),
    ]),
  );
}

/** The type of a multipart body in a method's input. */
export function partsType(contract: Contract, { id }: ContractOperation, content: MediaType): Code {
  const members = properties(contract, content).map(({ name, schema, required, as, isRepeated }) => {
    const file = coreType("FileInput");
    const type = as === "bytes" ? (isRepeated ? code`readonly ${file}[]` : file) : typeOf(contract, schema, `the part ${name} of ${id}`);
    const doc = docComment([deref(contract, schema).description?.replaceAll(/\s+/g, " ")], "    ");
    return code`${doc}    readonly ${key(name)}${required ? "" : "?"}: ${required ? "" : inheritedType(name)}${type};\n`;
  });
  return code`{\n${joinCode(members)}  }`;
}

function properties(contract: Contract, content: MediaType): Property[] {
  const required = requiredOf(contract, content.schema);
  return Object.entries(propertiesOf(contract, content.schema)).flatMap(([name, schema]) => {
    const resolved = deref(contract, schema);
    if (resolved.readOnly === true) return [];
    const { items } = resolved;
    const isList = typesOf(contract, schema).join() === "array";
    const element = isList ? deref(contract, items ?? {}) : resolved;
    const mediaType = content.encoding?.[name]?.contentType;
    const as = formOf(contract, element, mediaType);
    const isRepeated = isList && !(as === "json" && mediaType !== undefined);
    const written = mediaType ?? (as === "bytes" ? (element.contentMediaType ?? "*/*") : undefined);
    return [{ name, schema, required: required.has(name), as, mediaType: written, isRepeated }];
  });
}

/** Format of a part (OpenAPI 3.1, Special Considerations for multipart Content). */
function formOf(contract: Contract, element: Schema, mediaType: string | undefined): Part["as"] {
  if (mediaType !== undefined) return isJson(mediaType) ? "json" : isText(mediaType) && element.format !== "binary" ? "text" : "bytes";
  const { contentMediaType, contentEncoding, format } = element;
  if (format === "binary" || (typeof contentMediaType === "string" && contentEncoding === undefined && !isText(contentMediaType))) return "bytes";
  const types = typesOf(contract, element);
  if (types.length === 0) return "bytes";
  return types.some((type) => type === "object" || type === "array") ? "json" : "text";
}
