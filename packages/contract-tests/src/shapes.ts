import type { Operation } from "@keywright/core/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";

/** Checks a value by the schema of an operation's success response. */
export type ExpectShape = (operation: Operation, value: unknown) => void;

type Json = { readonly [name: string]: unknown };

/**
 * Creates a check of success responses by the schemas of a contract.
 *
 * @param document The contract as one document: `@keywright/<service>/openapi.json`.
 */
export function createShapes(document: object): ExpectShape {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The default export of a CommonJS module, as TypeScript sees it.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, "contract");
  return (operation, value) => {
    const pointer = schemaPointer(document as Json, operation);
    const reference = `contract#${pointer.map((name) => `/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`;
    const validate = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference });
    validate(value);
    expect(validate.errors ?? [], `the response of ${operation.id} matches its schema`).toEqual([]);
  };
}

/** Returns the path of the schema of an operation's success response. */
function schemaPointer(document: Json, { path, method, response }: Operation): string[] {
  const pointer = ["paths", path, method.toLowerCase(), "responses", String(response.status)];
  const ref = (valueAt(document, pointer) as Json)["$ref"];
  const holder = typeof ref === "string" ? ref.slice(2).split("/") : pointer;
  return [...holder, "content", response.mediaType as string, "schema"];
}

function valueAt(document: Json, pointer: readonly string[]): unknown {
  return pointer.reduce<unknown>((at, name) => (at as Json)[name], document);
}
