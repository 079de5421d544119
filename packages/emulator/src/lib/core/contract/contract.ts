import type { AnyReply, EmulatorRequest } from "../http/http.ts";
import { describeIssue, type Issue } from "../values/issues.ts";
import type { Json } from "../values/json.ts";
import { type OperationSpec, type Place, readOperations } from "../schemas/operation-spec.ts";
import { checkReply } from "./check-reply.ts";
import { parseParameters } from "./parameter-styles.ts";
import { parseBody } from "./request-body.ts";
import { type Secrets, secretsOf } from "./secrets.ts";
import { type Branches, branchesIn } from "../schemas/schema-branches.ts";
import { secretNamesOf } from "../schemas/secret-names.ts";
import { createSchemaChecks } from "../schemas/schema-checks.ts";
import type { ValidatorOf } from "../schemas/validator-runtime.ts";
import { whenReady } from "../values/when-ready.ts";

/** Reads requests and checks requests, responses and values by an OpenAPI document. */
export interface Contract {
  readonly operations: readonly OperationSpec[];
  /** The properties that are secret. */
  secretNames(): ReadonlySet<string>;
  /** Reads and checks path, query, headers and body of a request. */
  checkRequest(
    operation: OperationSpec,
    request: EmulatorRequest,
    path: { readonly [name: string]: string },
    limitBytes: number,
  ): CheckedRequest | Promise<CheckedRequest>;
  /** Returns what in a reply is undocumented. Empty if the reply is valid. */
  checkReply(operation: OperationSpec, reply: AnyReply): readonly Issue[];
  /** Returns the problems of a value against a named schema, such as `Item`. */
  checkSchema(name: string, value: unknown): readonly Issue[];
  /** As `checkSchema`, for a value from a test: properties without a schema are issues. */
  checkGiven(name: string, value: unknown): readonly Issue[];
  readonly branches: Branches;
  readonly secrets: Secrets;
}

/** The values, the issues and the body's length as sent, or why the body was not read. */
export type CheckedRequest =
  | { readonly input: RequestInput; readonly issues: readonly Issue[]; readonly bodyLength: number }
  | "too-large"
  | "unsupported-media-type";

/** The values of a request. They have the types of the contract if there are no issues. */
export type RequestInput = { readonly [place in Place]: { readonly [name: string]: unknown } } & { readonly body: unknown };

/**
 * Creates a contract from an OpenAPI document and the validators of its schemas.
 *
 * @throws Error if a reference has no target.
 */
export function contractWith(document: Json, validatorOf: ValidatorOf): Contract {
  const operations = readOperations(document);
  const checks = createSchemaChecks(document, validatorOf);
  const branches = branchesIn(document);
  let secretNames: ReadonlySet<string> | undefined;
  return {
    operations,
    secretNames: () => (secretNames ??= secretNamesOf(document)),
    checkRequest(operation, request, path, limitBytes) {
      const parsed = parseParameters(operation, { path, query: request.query, header: (name) => request.header(name) }, checks);
      const { issues, path: inPath, query, header, cookie } = parsed;
      if (issues.length > 0) return { input: { path: inPath, query, header, cookie, body: undefined }, issues, bodyLength: 0 };
      return whenReady(parseBody(operation, request, checks, limitBytes), (body): CheckedRequest => {
        if (typeof body === "string") return body;
        return { input: { path: inPath, query, header, cookie, body: body.value }, issues: body.issues, bodyLength: body.length };
      });
    },
    checkReply: (operation, reply) => checkReply(operation, reply, checks),
    branches,
    secrets: secretsOf(document, branches),
    checkSchema: checks.checkNamed,
    // The generator closes the schemas that its option `--given` names.
    checkGiven: (name, value) => checks.check("body", { $ref: `#/components/schemas/given.${name}` }, value),
  };
}

const shared = new WeakMap<Json, Contract>();

/** Returns the contract of a document, which all emulators of a process share. */
export function contractOf(document: Json, validatorOf: ValidatorOf): Contract {
  const contract = shared.get(document) ?? contractWith(document, validatorOf);
  shared.set(document, contract);
  return contract;
}

/**
 * Checks a value from a test against a schema. Properties without a schema are errors.
 *
 * @param what Name of the value, at the start of the message.
 * @throws TypeError with all problems.
 */
export function checkGiven<Value>(what: string, contract: Contract, schema: string, value: unknown): asserts value is Value {
  const issues = contract.checkGiven(schema, value);
  if (issues.length > 0) throw new TypeError(`${what}: ${issues.map(describeIssue).join("; ")}`);
}
