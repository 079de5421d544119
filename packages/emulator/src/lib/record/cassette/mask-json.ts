import { isObject, type Json } from "../../core/values/json.ts";
import { branchesIn, propertyOf } from "../../core/schemas/schema-branches.ts";
import { isLikeASecret } from "../../core/schemas/secret-names.ts";
import { typeOf } from "./exact-json.ts";

/** What a value contains by the schemas of a contract. */
export interface MaskedJson {
  readonly value: unknown;
  /** JSON Pointers of the properties that no schema names. */
  readonly unknown: readonly string[];
  /** The texts that were replaced. */
  readonly secrets: readonly string[];
}

/**
 * Masks values with `x-secret`: texts by placeholders, base64 by as many bytes of `x`, numbers by
 * 0, booleans by false. Names of properties stay.
 *
 * @param schema `undefined` if the contract does not describe the value.
 */
export function maskJson(document: Json, schema: Json | undefined, value: unknown, mask: (secret: string) => string): MaskedJson {
  const branches = branchesIn(document);
  const unknown: string[] = [];
  const secrets: string[] = [];
  return { value: walk(value, branches([schema]), "", false), unknown, secrets };

  function walk(at: unknown, schemas: readonly Json[], pointer: string, isHidden: boolean): unknown {
    const hidden = isHidden || schemas.some((each) => each["x-secret"] === true);
    if (Array.isArray(at)) {
      const items = branches(schemas.map((each) => each["items"]));
      return at.map((item, index) => walk(item, items, `${pointer}/${index}`, hidden));
    }
    if (!isObject(at)) return hidden ? hide(at, schemas) : at;
    const isOpen = schemas.every((each) => each["properties"] === undefined) || schemas.some((each) => each["additionalProperties"] === true);
    const properties = Object.entries(at).map(([name, property]): [string, unknown] => {
      const below = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const own = branches(propertyOf(schemas, name));
      const isUnknown = own.length === 0 && !isOpen;
      if (isUnknown && !hidden) unknown.push(below);
      return [name, walk(property, own, below, hidden || (own.length === 0 && isLikeASecret(name)))];
    });
    return Object.fromEntries(properties);
  }

  function hide(at: unknown, schemas: readonly Json[]): unknown {
    const type = typeOf(at);
    if (type === "null" || at === "") return at;
    if (type !== "string") return type === "number" ? 0 : false;
    const text = String(at);
    secrets.push(text);
    const isBase64 = schemas.some((each) => each["contentEncoding"] === "base64");
    return isBase64 ? Buffer.alloc(Buffer.byteLength(text, "base64"), "x").toString("base64") : mask(text);
  }
}
