import { clientFactory } from "./client-factory.ts";
import { type Contract, deref, type Parameter, type Schema, schemasOf, withPlace } from "../../contract/index.ts";
import { methodExample } from "./method-example.ts";
import type { ClientModel, ClientOperation } from "../rows/operation-rows.ts";
import { isPositionBody, itemType, positionType } from "../rows/pagination-row.ts";
import { parameterType, schemaOf } from "../request/parameter-schema.ts";
import { bodyType } from "../request/request-body.ts";
import { errorTypes } from "./error-types.ts";
import { idempotencyParameter } from "../request/idempotency.ts";
import { securitySentence } from "../rows/security.ts";
import { contentType, rawType, successType } from "../response/success-type.ts";
import { type Code, code, coreType, importStatements, joinCode } from "../text/code.ts";
import { inheritedType } from "../text/inherited-names.ts";
import { deprecation, docComment, key, pascalCase } from "../text/print.ts";
import { alternativesOf, isMixedMap, isOpenEnum, typeName } from "../schemas/schema-types.ts";

/** The types of core that `client.ts` can need, in the order of its import. */
const CORE_TYPES = [
  "BinaryInput",
  "FileInput",
  "MergePatch",
  "BinaryContent",
  "CallOptions",
  "ClientOptions",
  "Filter",
  "Paginator",
  "HttpResponse",
  "ServerSentEvent",
];

/** Returns `client.ts`: types of resources and inputs, documented methods, and the factory. */
export function clientFile({ contract, operations, extension }: ClientModel): string {
  const methods = operations.flatMap((operation) => withPlace(contract, operation, () => describeMethod(contract, operation)) ?? []);
  const service = pascalCase(contract.service);
  const sources = (part: "source" | "raw"): Code =>
    joinCode(
      methods.map((method) => method[part]),
      "\n",
    );
  const { text, imports } = joinCode(
    [
      ...resourceTypes(contract),
      ...methods.flatMap(({ input }) => input?.source ?? []),
      code`/** The operations of the ${contract.service} service, as methods with the name of their \`operationId\`. */\nexport interface ${service}Operations {\n${sources("source")}}\n`,
      code`/** The same methods; they also return status and headers of a successful response, and throw the same errors. A paginated operation returns one page. */\nexport interface ${service}RawOperations {\n${sources("raw")}}\n`,
      ...[errorTypes(contract, operations) ?? []].flat(),
      clientFactory(contract, operations),
    ],
    "\n",
  );
  const plain = imports.flatMap(({ entry, name }) => (entry === "@keywright/core" ? [name] : []));
  const core = [...new Set(plain)].sort((a, b) => CORE_TYPES.indexOf(a) - CORE_TYPES.indexOf(b));
  return [
    `import type { ${core.join(", ")} } from "@keywright/core";\n`,
    importStatements(imports),
    `import { operations } from "./operations.${extension}";\nimport type * as schema from "./schema.${extension}";\n\n${text}`,
  ].join("");
}

function resourceTypes(contract: Contract): string[] {
  return schemasOf(contract).map(([schema, definition]) => {
    const name = typeName(contract, schema);
    const doc = docComment([definition.description, deprecation(definition)]);
    return isInterface(definition) ? `${doc}export interface ${name} extends schema.${name} {}\n` : `${doc}export type ${name} = schema.${name};\n`;
  });
}

/** Editors show an interface by its name; unions, arrays and split objects cannot be interfaces. */
function isInterface(schema: Schema): boolean {
  const isObject = schema.type === "object" || (schema.type === undefined && (schema.properties ?? schema.allOf) !== undefined);
  return isObject && !isMixedMap(schema) && alternativesOf(schema) === undefined && schema["x-exclusive"] === undefined && !isOpenEnum(schema);
}

interface Input {
  readonly type: Code;
  /** The declaration of the type; absent if the input is the body itself. */
  readonly source?: Code;
  readonly optional: boolean;
}

interface Method {
  readonly input: Input | undefined;
  readonly source: Code;
  readonly raw: Code;
}

function describeMethod(contract: Contract, operation: ClientOperation): Method {
  const { id, row, polled } = operation;
  const input = describeInput(contract, operation);
  const first = successType(contract, operation, operation.successes);
  const success = polled ? contentType(contract, polled.operation, polled.content) : first;
  const call = code`call?: ${coreType("CallOptions")}`;
  const parameters = input === undefined ? call : code`${parameterName(operation)}${input.optional ? "?" : ""}: ${input.type}, ${call}`;
  const returns =
    row.pagination === undefined
      ? code`Promise<${success}>`
      : code`${coreType("Paginator")}<${itemType(contract, operation, row.pagination)}, ${positionType(contract, operation, row.pagination)}>`;
  const doc = docComment(methodDocs(contract, operation, input), "  ");
  const rawDoc = `  /** {@link ${pascalCase(contract.service)}Operations.${id}} with status and headers. */\n`;
  return {
    input,
    source: code`${doc}  ${id}(${parameters}): ${returns};\n`,
    raw: code`${rawDoc}  ${id}(${parameters}): Promise<${rawType(contract, first, row.headers, operation.successes)}>;\n`,
  };
}

function parameterName({ row }: ClientOperation): string {
  return isPositionBody(row) ? "start" : "input";
}

/** A property of a method's input. */
interface Member {
  readonly name: string;
  readonly type: string | Code;
  readonly required: boolean;
  readonly docs: readonly (string | undefined)[];
}

function describeInput(contract: Contract, operation: ClientOperation): Input | undefined {
  const { id, row, sent } = operation;
  const body = sent && bodyType(contract, operation, sent);
  if (body !== undefined && isPositionBody(row)) return { type: body, optional: true };
  const members: readonly Member[] = [
    ...addressProperty(operation),
    ...operation.inputs.map((parameter) => ({
      name: parameter.name,
      type: parameter["x-filter"] === undefined ? parameterType(contract, parameter) : coreType("Filter"),
      required: parameter.required === true,
      docs: parameterDocs(contract, parameter),
    })),
    ...keyProperty(operation),
    ...(row.security.scheme === "basic" ? APPLICATION : []),
    ...(sent === undefined || body === undefined ? [] : [{ name: "body", type: body, required: sent.required, docs: [sent.description] }]),
  ];
  if (members.length === 0) return undefined;
  const name = `${pascalCase(id)}Input`;
  const lines = members.map(
    ({ name: member, type, required, docs }) =>
      code`${docComment(docs, "  ")}  readonly ${key(member)}${required ? "" : "?"}: ${required ? "" : inheritedType(member)}${type};\n`,
  );
  return {
    type: code`${name}`,
    optional: members.every(({ required }) => !required),
    source: code`/** The input of {@link ${pascalCase(contract.service)}Operations.${id}}. */\nexport interface ${name} {\n${joinCode(lines)}}\n`,
  };
}

function addressProperty({ row }: ClientOperation): Member[] {
  const doc = "The address from a response of the service. It must have the origin of `baseUrl`; an absolute path is resolved against that origin.";
  return row.address === undefined ? [] : [{ name: row.address, type: "string", required: true, docs: [doc] }];
}

function keyProperty(operation: ClientOperation): Member[] {
  const parameter = idempotencyParameter(operation);
  if (parameter === undefined) return [];
  const doc = `${parameter.description?.trim() ?? ""} Default: a new UUID for each call, which all its attempts send.`;
  return [{ name: parameter.name, type: "string", required: false, docs: [doc.trim()] }];
}

/** The documentation of a parameter: description, range, and how it is sent if not obvious. */
function parameterDocs(contract: Contract, parameter: Parameter): (string | undefined)[] {
  const schema = deref(contract, schemaOf(contract, parameter).schema);
  const facts = limitsOf(schema);
  if (schema.pattern !== undefined && schema["x-expected"] === undefined) facts.push(`Matches \`${schema.pattern}\`.`);
  if (schema.default !== undefined) facts.push(`Default: ${JSON.stringify(schema.default)}.`);
  if (parameter.in === "cookie") facts.push("Sent as a cookie. Browsers do not send it, because programs cannot set cookies there.");
  return [[parameter.description?.trim() ?? "", ...facts].join(" "), deprecation(parameter)];
}

function limitsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`From ${minimum} to ${maximum}.`];
  const limits: readonly (readonly [string, number | undefined])[] = [
    ["At least", minimum],
    ["More than", exclusiveMinimum],
    ["At most", maximum],
    ["Less than", exclusiveMaximum],
  ];
  return limits.flatMap(([words, limit]) => (limit === undefined ? [] : `${words} ${limit}.`));
}

/** The credentials of an application at a token endpoint. */
const APPLICATION: readonly Member[] = [
  { name: "clientId", type: "string", required: true, docs: ["The client id of the application, without a colon."] },
  { name: "clientSecret", type: "string", required: true, docs: ["The client secret of the application."] },
];

/** The docs of the function of an operation. */
export function functionDocs(contract: Contract, operation: ClientOperation): string {
  const example = methodExample(contract, operation, (settings, id, input) => `${id}(${[settings, input].filter(Boolean).join(", ")})`).text;
  const docs = methodDocs(contract, operation, describeInput(contract, operation), example);
  const at = docs.findIndex((text) => text?.startsWith("@param"));
  return docComment([
    ...docs.slice(0, at),
    "@param settings The options of the client: one object for all calls, which the first call reads.",
    ...docs.slice(at),
  ]);
}

function methodDocs(
  contract: Contract,
  operation: ClientOperation,
  input: Input | undefined,
  example = methodExample(contract, operation).text,
): (string | undefined)[] {
  const { definition, id, row, polled, success, successes } = operation;
  const statuses = new Set(successes.map((content) => content.key));
  const failures = Object.keys(operation.responses)
    .filter((status) => !statuses.has(status))
    .join(", ");
  const addressError =
    row.address === undefined
      ? undefined
      : `@throws ArgumentError if \`${row.address}\` does not have the origin of \`baseUrl\`, the only origin that tokens are sent to. No request is sent.`;
  const inputDoc = input === undefined ? undefined : `@param ${parameterName(operation)} ${inputSummary(contract, operation)}`;
  return [
    endSentence(definition.summary ?? ""),
    definition.description,
    securityDoc(operation),
    row.poll && "Polls until the result is ready, within `totalTimeoutMs`. `raw` returns the first response.",
    inputDoc,
    "@param call Options for this call: signal, timeouts, retries, headers.",
    `@returns ${returnsDoc(operation, (polled?.content ?? success).description)}`,
    addressError,
    failures === "" ? undefined : `@throws ApiError ${failures}.`,
    `@example\n\`\`\`ts\n${example}\n\`\`\``,
    deprecation(definition),
    `@see ${contract.source} \`${id}\``,
  ];
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const RETRIES = {
  safe: "Retried automatically.",
  "with-key": "Retried automatically, with the same idempotency key.",
  never: "Not retried unless the client knows that the service did not process it.",
};

function securityDoc({ row: { security, retry } }: ClientOperation): string {
  return `${securitySentence(security)} ${RETRIES[retry]}`;
}

function inputSummary(contract: Contract, { row, sent, inputs }: ClientOperation): string {
  if (isPositionBody(row)) return `${endSentence(deref(contract, sent?.content.schema ?? {}).description ?? "The start position")} Default: \`{}\`.`;
  const names = inputs.map(({ name, required }) => `\`${name}${required === true ? "" : "?"}\``);
  if (row.idempotencyKey !== undefined) names.push(`\`${row.idempotencyKey}?\``);
  if (row.address !== undefined) names.push(`\`${row.address}\``);
  if (row.security.scheme === "basic") names.push("`clientId`", "`clientSecret`");
  if (sent !== undefined) names.push(`\`body\` (${sent.mediaType})`);
  return `${names.join(", ")}.`;
}

function returnsDoc({ row }: ClientOperation, description: string): string {
  const text = endSentence(description.trim());
  if (row.pagination === undefined) return text;
  return `Iterates items; \`pages()\` iterates pages, each with the position after it. Each page: ${text}`;
}
