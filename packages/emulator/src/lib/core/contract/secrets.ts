import { lengthOf } from "../bytes/bytes.ts";
import { isObject, type Json, objectAt } from "../values/json.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import { decodeForm } from "./parameter-styles.ts";
import { isLikeASecret } from "../schemas/secret-names.ts";
import { type Branches, elementOf, propertyOf } from "../schemas/schema-branches.ts";

const MASK = "…";

/** Masks what a contract calls secret: properties with `x-secret`, and credentials. */
export interface Secrets {
  /**
   * Returns a value as JSON: bytes as their size, secrets masked, also properties named like one.
   *
   * @param schemas `undefined` if nothing is to be masked.
   */
  mask(schemas: readonly Json[] | undefined, value: unknown): unknown;
  /** Returns a query with masked values of secret parameters. */
  maskQuery(operation: OperationSpec | undefined, query: string): string;
  /** Headers with credentials, in lower case. */
  readonly headers: readonly string[];
}

/** Returns the secrets of an OpenAPI document. */
export function secretsOf(document: Json, branches: Branches): Secrets {
  const keys = Object.values(objectAt(document, "components", "securitySchemes")).filter(isObject);
  const keysIn = (place: string): readonly string[] => keys.filter((scheme) => scheme["in"] === place).map(({ name }) => String(name));

  function mask(own: readonly unknown[] | undefined, value: unknown): unknown {
    if (value === undefined || value === null) return value;
    const all = own && branches(own);
    if (all?.some((schema) => schema["x-secret"] === true) === true) return MASK;
    if (value instanceof Uint8Array) return sizeOf(value);
    if (Array.isArray(value)) return value.map((each) => mask(all && elementOf(all), each));
    if (!isObject(value)) return value;
    const properties = Object.entries(value).map(([name, property]): [string, unknown] => {
      const inner = all && propertyOf(all, name);
      const isUnknown = inner?.some(isObject) === false;
      return [name, isUnknown && isLikeASecret(name) ? MASK : mask(inner, property)];
    });
    return Object.fromEntries(properties);
  }

  return {
    mask,
    maskQuery(operation, query) {
      const declared = operation?.parameters.filter(({ schema }) => branches([schema]).some((each) => each["x-secret"] === true)) ?? [];
      // RFC 6750 §2.3: a client can send its token as this parameter.
      const names = new Set([...keysIn("query"), ...declared.map(({ name }) => name), "access_token"]);
      return query.replaceAll(/([^&=]+)=[^&]*/g, (pair, name: string) => (names.has(decodeForm(name)) ? `${name}=${MASK}` : pair));
    },
    headers: ["authorization", ...keysIn("header").map((name) => name.toLowerCase())],
  };
}

/** Returns the first characters of the credentials in a header. */
export function maskToken(header: string): string {
  return `${tokenOf(header).slice(0, 4)}${MASK}`;
}

/** Returns the credentials in a header, without their scheme. */
export function tokenOf(header: string): string {
  return header.replace(/^\w+ +/, "");
}

/** Returns the size of a body as text. */
export function sizeOf(body: string | Uint8Array): string {
  return `${lengthOf(body)} bytes`;
}
