import type { FormStyle } from "@keywright/core/client";
import { type Contract, type ContractOperation, deref, type Encoding, type MediaType, type Named, type Schema } from "../../contract/index.ts";
import { isJson } from "../../contract/media-type.ts";
import { propertiesOf, typesOf } from "../schemas/schema-types.ts";

/** The form properties with another style than the default (OpenAPI 3.1, Encoding Object). */
export function formStyles(contract: Contract, { id }: ContractOperation, content: MediaType): Named<FormStyle> | undefined {
  const properties = propertiesOf(contract, content.schema);
  const styles: { [name: string]: FormStyle } = {};
  for (const [name, encoding] of Object.entries(content.encoding ?? {})) {
    const property = properties[name];
    const style =
      property === undefined
        ? { problem: "belongs to no property of the form: correct the name" }
        : encoding.contentType === undefined
          ? styleOf(contract, property, encoding)
          : contentStyle(contract, property, encoding.contentType);
    if (typeof style === "object") contract.report(encoding, `${id}: the encoding of ${name} ${style.problem}`);
    else if (style !== undefined) styles[name] = style;
  }
  return Object.keys(styles).length === 0 ? undefined : styles;
}

/** The writer of a form: `form` if every property is a string, a number or a boolean. */
export function formFormat(contract: Contract, schema: Schema | undefined): "form" | "styled-form" {
  const isFlat = (property: Schema): boolean => {
    const types = typesOf(contract, property);
    return types.length > 0 && !types.some(isComposite);
  };
  const { additionalProperties } = deref(contract, schema ?? {});
  const others = typeof additionalProperties === "object" && additionalProperties !== null ? [additionalProperties] : [];
  return additionalProperties !== true && [...Object.values(propertiesOf(contract, schema)), ...others].every(isFlat) ? "form" : "styled-form";
}

/** The style of a property, `undefined` for the default, or the reason why it is not supported. */
type Style = FormStyle | undefined | { readonly problem: string };

function contentStyle(contract: Contract, property: Schema, mediaType: string): Style {
  const types = typesOf(contract, property);
  if (isJson(mediaType)) return types.join() === "array" ? "json" : undefined;
  if (mediaType === "text/plain" && !types.some(isComposite)) return undefined;
  return { problem: `has the contentType ${mediaType}, which is not supported for a field: use application/json, or remove the encoding` };
}

const DELIMITED: Named<FormStyle> = { form: "comma", spaceDelimited: "space", pipeDelimited: "pipe" };

function styleOf(contract: Contract, property: Schema, encoding: Encoding): Style {
  const { style = "form", explode = style === "form" } = encoding;
  const [type, ...others] = typesOf(contract, property);
  if (type === "object" && others.length === 0) {
    if (style !== "deepObject") return { problem: `writes an object in the style ${style}: use deepObject, or remove the encoding, so that the field is JSON` };
    const isDeep = Object.values(propertiesOf(contract, property)).some((member) => typesOf(contract, member).some(isComposite));
    return isDeep ? { problem: "is deepObject, which is not defined for nested objects and arrays: remove the encoding, so that the field is JSON" } : "deep";
  }
  if (type !== "array" || others.length > 0 || (style === "form" && explode)) return undefined;
  const delimited = DELIMITED[style];
  if (delimited === undefined || explode)
    return { problem: `has the style ${style} with "explode: ${String(explode)}", which OpenAPI does not define for an array` };
  const isComposed = typesOf(contract, deref(contract, property).items).some(isComposite);
  return isComposed ? { problem: "joins objects or arrays by a delimiter: remove the encoding, so that each is a JSON field" } : delimited;
}

function isComposite(type: string): boolean {
  return type === "object" || type === "array";
}
