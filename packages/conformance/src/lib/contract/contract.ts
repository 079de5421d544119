import {
  checkReply,
  compileSchemas,
  createSchemaChecks,
  describeIssue,
  isJson,
  isObject,
  type Json,
  objectAt,
  type OperationSpec as Spec,
  readOperations,
  type SchemaChecks,
} from "@keywright/emulator/contract";
import { mediaTypeOf, type Received } from "../http/exchange.ts";

/** An operation of the contract. */
export interface OperationSpec extends Omit<Spec, "path"> {
  /** `undefined` if the address comes from a response. */
  readonly path: string | undefined;
  readonly scheme: "none" | "basic" | "bearer";
  readonly scopes: readonly string[];
  /** Whether it only reads. */
  readonly isSafe: boolean;
  /** The sentences of the rules that a schema cannot express, by rule. */
  readonly rules: ReadonlyMap<string, string>;
  /** The media type of the request body; `undefined` if there is none. */
  readonly mediaType: string | undefined;
  readonly success: number;
  /** Whether the body of its success response is a file, which can have any content. */
  readonly isFile: boolean;
  /** Returns what the contract does not allow: status, headers, media type and body. */
  check(response: Received): readonly string[];
}

/** The operations of a contract by their ids, in its order. */
export type Operations = ReadonlyMap<string, OperationSpec>;

const MOST_PROBLEMS = 3;

/** Returns the operations of a service's document, such as `@keywright/vault/openapi.json`. */
export function operationsOf(document: Json): Operations {
  const checks = createSchemaChecks(document, compileSchemas(document));
  const basic = Object.entries(objectAt(document, "components", "securitySchemes")).filter(([, scheme]) => isObject(scheme) && scheme["scheme"] === "basic");
  const isBasic = (scheme: string): boolean => basic.some(([name]) => name === scheme);
  const atPaths = readOperations(document).map((spec) => complete(spec, isBasic, checks));
  const addresses = readOperations({ ...document, paths: objectAt(document, "components", "pathItems") });
  const atAddresses = addresses.map((spec) => ({ ...complete(spec, isBasic, checks), path: undefined }));
  return new Map([...atPaths, ...atAddresses].map((spec) => [spec.id, spec]));
}

function complete(spec: Spec, isBasic: (scheme: string) => boolean, checks: SchemaChecks): OperationSpec {
  const { definition = {}, security, responses, body } = spec;
  const success = [...responses.keys()].find((status) => status < 300) ?? 0;
  const types = [...(responses.get(success)?.content.keys() ?? [])];
  return {
    ...spec,
    scheme: security === undefined ? "none" : isBasic(security.scheme) ? "basic" : "bearer",
    scopes: security?.scopes ?? [],
    isSafe: definition["x-retry"] === "safe",
    rules: new Map(Object.entries(objectAt(definition, "x-source")).map(([rule, sentence]) => [rule, String(sentence)])),
    mediaType: body?.content.keys().next().value,
    success,
    isFile: types.length > 0 && types.every((type) => !isJson(type) && !type.startsWith("text/")),
    check: (response) => [...new Set(problemsOf(spec, response, checks))].slice(0, MOST_PROBLEMS),
  };
}

/** The texts have names and rules, and no values, because a value can be a secret. */
function problemsOf(spec: Spec, { status, headers, size, text, bytes, json }: Received, checks: SchemaChecks): readonly string[] {
  const type = mediaTypeOf(headers["content-type"]);
  if (size > 0 && type === "") return ["the media type is missing"];
  if (size > 0 && isJson(type) && json === undefined) return ["the body is not JSON"];
  const content = isJson(type) ? json?.value : type.startsWith("text/") ? text : bytes;
  const issues = checkReply(spec, { status, headers, body: size === 0 ? undefined : content }, checks);
  // An empty file has no bytes either.
  return issues.filter((issue) => issue.in !== "body" || size > 0 || headers["content-length"] !== "0").map(describeIssue);
}
