import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json } from "../../src/lib/core/schemas/operation-spec.ts";

/** A parameter of an operation, as its contract has it. */
export interface ContractParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Json;
  /** Whether a value fits. */
  readonly fits: (value: unknown) => boolean;
}

/** What a contract says of an operation, read here anew: the emulator is not asked about itself. */
export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly scheme: "basic" | "bearer" | undefined;
  readonly parameters: readonly ContractParameter[];
  readonly body: { readonly mediaType: string; readonly required: boolean; readonly schema: Json; readonly fits: (value: unknown) => boolean } | undefined;
  readonly statuses: readonly number[];
  /** What is wrong with an answer, nothing where the contract has it. */
  replyIssues(status: number, mediaType: string | undefined, text: string): readonly string[];
}

/** Reads a contract with a validator of its own. */
export function contractOperations(document: Json): readonly ContractOperation[] {
  const ajv = new Ajv2020({ strict: false });
  // The default export of a CommonJS module, as TypeScript sees it.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, "contract");

  const at = (pointer: readonly string[]): Json => pointer.reduce<unknown>((value, name) => (value as Json)[name], document) as Json;
  /** Where a value stands that may be a reference. */
  const resolved = (pointer: readonly string[]): readonly string[] => {
    const ref = at(pointer)["$ref"];
    return typeof ref === "string" ? resolved(ref.slice(2).split("/")) : pointer;
  };
  const validator = (pointer: readonly string[]): ValidateFunction =>
    ajv.compile({ $ref: `contract#${pointer.map((name) => `/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}` });
  const lazily = (pointer: readonly string[]): ((value: unknown) => boolean) => {
    let validate: ValidateFunction | undefined;
    return (value) => (validate ??= validator(pointer))(value) as boolean;
  };

  return Object.entries(document["paths"] as Json).flatMap(([path, item]) =>
    Object.entries(item as { [method: string]: Json })
      .filter(([, definition]) => definition["operationId"] !== undefined)
      .map(([method, definition]): ContractOperation => {
        const here = ["paths", path, method];
        const parameters = [
          ["paths", path, "parameters"],
          [...here, "parameters"],
        ].flatMap((list) => Object.keys(at(list) ?? []).map((index) => resolved([...list, index])));
        const body = definition["requestBody"] === undefined ? undefined : resolved([...here, "requestBody"]);
        const bodyType = body === undefined ? undefined : Object.keys(at(body)["content"] as Json)[0];
        const [security] = (definition["security"] ?? []) as readonly Json[];
        const statuses = Object.keys(definition["responses"] as Json).map(Number);
        const replies = new Map(statuses.map((status) => [status, readReply(resolved([...here, "responses", String(status)]))]));
        return {
          id: definition["operationId"] as string,
          method: method.toUpperCase(),
          path,
          scheme: Object.keys(security ?? {}).map((name) =>
            at(["components", "securitySchemes", name])["scheme"] === "basic" ? "basic" : "bearer",
          )[0] as ContractOperation["scheme"],
          parameters: parameters.map((pointer) => {
            const { name, in: place, required, schema } = at(pointer) as { name: string; in: "path" | "query"; required?: boolean; schema: Json };
            return { name, in: place, required: required === true, schema, fits: lazily([...pointer, "schema"]) };
          }),
          body:
            body === undefined || bodyType === undefined
              ? undefined
              : {
                  mediaType: bodyType,
                  required: at(body)["required"] === true,
                  schema: at([...body, "content", bodyType, "schema"]),
                  fits: lazily([...body, "content", bodyType, "schema"]),
                },
          statuses,
          replyIssues: (status, mediaType, text) => replies.get(status)?.(mediaType, text) ?? [`${status} is not documented`],
        };
      }),
  );

  function readReply(pointer: readonly string[]): (mediaType: string | undefined, text: string) => readonly string[] {
    const types = Object.keys((at(pointer)["content"] ?? {}) as Json);
    const validators = new Map<string, ValidateFunction>();
    return (mediaType, text) => {
      if (types.length === 0) return text === "" ? [] : ["has a body where none is documented"];
      const type = mediaType?.split(";")[0] ?? "";
      if (!types.includes(type)) return [`is of type ${type}`];
      if (!/[/+]json$/.test(type)) return [];
      const validate = validators.get(type) ?? validator([...pointer, "content", type, "schema"]);
      validators.set(type, validate);
      return validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
    };
  }
}
