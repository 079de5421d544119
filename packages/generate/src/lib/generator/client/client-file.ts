import { clientFactory } from "./client-factory.ts";
import { typeNamesIn } from "../text/source-text.ts";
import { type Contract, type ContractOperation, deref, type Json, schemasOf, withPlace } from "../../contract/index.ts";
import { methodExample } from "./method-example.ts";
import type { OperationRow } from "../rows/operation-rows.ts";
import { isPositionBody, itemType, positionType } from "../rows/pagination-row.ts";
import { parameterDocs } from "./parameter-docs.ts";
import { parameterType } from "../request/parameter-schema.ts";
import { inputParameters } from "../request/parameters.ts";
import { bodyOf, bodyType } from "../request/request-body.ts";
import { errorTypes } from "./error-types.ts";
import { idempotencyParameter } from "../request/idempotency.ts";
import { pollResultOf } from "../rows/poll.ts";
import { successContent, successStatuses } from "../response/response.ts";
import { securitySentence } from "../rows/security.ts";
import { contentType, rawType, successType } from "../response/success-type.ts";
import { deprecation, docComment, key, pascalCase } from "../text/print.ts";
import { isMixedMap, isOpenEnum, typeName } from "../schemas/schema-types.ts";

/** The types of core that `client.ts` can need. */
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

/** Returns `client.ts`: types of resources and inputs, the methods with their documentation, and the client's factory. */
export function clientFile(contract: Contract, operations: readonly ContractOperation[], rows: readonly OperationRow[]): string {
  const methods = operations.flatMap(
    (operation, index) => withPlace(contract, operation, () => describeMethod(contract, operation, rows[index] as OperationRow)) ?? [],
  );
  const service = pascalCase(contract.service);
  const factory = clientFactory(contract, operations, rows);
  const errors = errorTypes(contract, operations);
  const body = [
    ...resourceTypes(contract),
    ...methods.flatMap(({ input }) => (input === undefined || input.source === "" ? [] : [input.source])),
    `/** The operations of the ${contract.service} service, as methods with the name of their \`operationId\`. */\nexport interface ${service}Operations {\n${methods.map(({ source }) => source).join("\n")}}\n`,
    `/** The same methods; they also return status and headers of a successful response, and throw the same errors. A paginated operation returns one page. */\nexport interface ${service}RawOperations {\n${methods.map(({ raw }) => raw).join("\n")}}\n`,
    ...(errors === "" ? [] : [errors]),
    factory.source,
  ].join("\n");
  const names = typeNamesIn(body);
  const used = CORE_TYPES.filter((name) => names.has(name));
  const hasErrors = errors !== "";
  const imports = [
    `import type { ${used.join(", ")} } from "@keywright/core";\n`,
    ...(hasErrors ? ['import type { ErrorGuard } from "@keywright/core/client";\n'] : []),
    `import { ${[...factory.imports, ...(hasErrors ? ["isErrorOf"] : []), ...factory.types.map((type) => `type ${type}`)].sort().join(", ")} } from "@keywright/core/client";\n`,
    'import { operations } from "./operations.ts";\nimport type * as schema from "./schema.ts";\n',
  ];
  return `${imports.join("")}\n${body}`;
}

function resourceTypes(contract: Contract): string[] {
  return schemasOf(contract).map(([schema, definition]) => {
    const name = typeName(contract, schema);
    const doc = docComment([definition["description"] as string | undefined, deprecation(definition)]);
    return isInterface(definition) ? `${doc}export interface ${name} extends schema.${name} {}\n` : `${doc}export type ${name} = schema.${name};\n`;
  });
}

/** Editors show an interface by its name; unions, arrays and split objects cannot be interfaces. */
function isInterface(schema: Json): boolean {
  const isObject = schema["type"] === "object" || (schema["type"] === undefined && (schema["properties"] ?? schema["allOf"]) !== undefined);
  return (
    isObject &&
    !isMixedMap(schema) &&
    schema["oneOf"] === undefined &&
    schema["anyOf"] === undefined &&
    schema["x-exclusive"] === undefined &&
    !isOpenEnum(schema)
  );
}

interface Input {
  readonly type: string;
  /** The declaration of the type; empty if the input is the body itself. */
  readonly source: string;
  readonly optional: boolean;
}

interface Method {
  readonly input: Input | undefined;
  readonly source: string;
  readonly raw: string;
}

function describeMethod(contract: Contract, operation: ContractOperation, row: OperationRow): Method {
  const input = describeInput(contract, operation, row);
  const first = successType(contract, operation);
  const result = row.poll && pollResultOf(contract, row.poll);
  const success = result ? contentType(contract, result.operation, result.content) : first;
  const { pagination } = row;
  const parameters = input === undefined ? "call?: CallOptions" : `${parameterName(row)}${input.optional ? "?" : ""}: ${input.type}, call?: CallOptions`;
  const returns =
    pagination === undefined
      ? `Promise<${success}>`
      : `Paginator<${itemType(contract, operation, pagination)}, ${positionType(contract, operation, pagination)}>`;
  const doc = docComment(methodDocs(contract, operation, row, input), "  ");
  return {
    input,
    source: `${doc}  ${operation.id}(${parameters}): ${returns};\n`,
    raw: `  /** {@link ${pascalCase(contract.service)}Operations.${operation.id}} with status and headers. */\n  ${operation.id}(${parameters}): Promise<${rawType(first, row.headers)}>;\n`,
  };
}

function parameterName(row: OperationRow): string {
  return isPositionBody(row.pagination) ? "start" : "input";
}

function describeInput(contract: Contract, operation: ContractOperation, row: OperationRow): Input | undefined {
  const body = bodyOf(contract, operation);
  const given = body === undefined ? undefined : bodyType(contract, operation, body);
  if (isPositionBody(row.pagination)) return { type: given as string, source: "", optional: true };
  const members: string[] = [];
  let optional = true;
  if (row.address !== undefined) {
    optional = false;
    members.push(
      `${docComment(["The address from a response of the service. It must have the origin of `baseUrl`; an absolute path is resolved against that origin."], "  ")}  readonly ${key(row.address)}: string;\n`,
    );
  }
  for (const parameter of inputParameters(contract, operation)) {
    const type = parameter["x-filter"] === undefined ? parameterType(contract, parameter) : "Filter";
    if (parameter["required"] === true) optional = false;
    members.push(
      `${docComment(parameterDocs(contract, parameter), "  ")}  readonly ${key(String(parameter["name"]))}${parameter["required"] === true ? "" : "?"}: ${type};\n`,
    );
  }
  const idempotency = idempotencyParameter(contract, operation);
  if (idempotency !== undefined) {
    const made = "Default: a new UUID for each call, which all its attempts send.";
    members.push(
      `${docComment([[String(idempotency["description"] ?? "").trim(), made].join(" ").trim()], "  ")}  readonly ${key(String(idempotency["name"]))}?: string;\n`,
    );
  }
  if (row.security.scheme === "basic") {
    optional = false;
    members.push("  /** The client id of the application, without a colon. */\n  readonly clientId: string;\n");
    members.push("  /** The client secret of the application. */\n  readonly clientSecret: string;\n");
  }
  if (body !== undefined) {
    const description =
      (deref(contract, operation.definition["requestBody"])["description"] as string | undefined) ??
      (deref(contract, body.content["schema"] ?? {})["description"] as string | undefined);
    members.push(`${docComment([description], "  ")}  readonly body${body.required ? "" : "?"}: ${given};\n`);
  }
  if (body?.required === true) optional = false;
  if (members.length === 0) return undefined;
  const name = `${pascalCase(operation.id)}Input`;
  return {
    type: name,
    optional,
    source: `/** The input of {@link ${pascalCase(contract.service)}Operations.${operation.id}}. */\nexport interface ${name} {\n${members.join("")}}\n`,
  };
}

function methodDocs(contract: Contract, operation: ContractOperation, row: OperationRow, input: Input | undefined): (string | undefined)[] {
  const { definition, id } = operation;
  const { description } = (row.poll && pollResultOf(contract, row.poll)?.content) ?? successContent(contract, operation);
  const failures = Object.entries(definition["responses"] as Json)
    .filter(([status]) => !successStatuses(operation).includes(status))
    .map(([status]) => status)
    .join(", ");
  const addressError =
    row.address === undefined
      ? undefined
      : `@throws ArgumentError if \`${row.address}\` does not have the origin of \`baseUrl\`, the only origin that tokens are sent to. No request is sent.`;
  const inputDoc = input === undefined ? undefined : `@param ${parameterName(row)} ${inputSummary(contract, operation, row)}`;
  return [
    endSentence(definition["summary"] as string),
    definition["description"] as string | undefined,
    securityDoc(row),
    row.poll && "Polls until the result is ready, within `totalTimeoutMs`. `raw` returns the first response.",
    inputDoc,
    "@param call Options for this call: signal, timeouts, retries, headers.",
    `@returns ${returnsDoc(row, description)}`,
    addressError,
    failures === "" ? undefined : `@throws ApiError ${failures}.`,
    `@example\n\`\`\`ts\n${methodExample(contract, operation, row)}\n\`\`\``,
    deprecation(definition),
    `@see ${contract.source} \`${id}\``,
  ];
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function securityDoc({ security, retry }: OperationRow): string {
  const repeated =
    retry === "safe"
      ? "Retried automatically."
      : retry === "with-key"
        ? "Retried automatically, with the same idempotency key."
        : "Not retried unless the client knows that the service did not process it.";
  return `${securitySentence(security)} ${repeated}`;
}

function inputSummary(contract: Contract, operation: ContractOperation, row: OperationRow): string {
  const body = bodyOf(contract, operation);
  if (isPositionBody(row.pagination))
    return `${endSentence((deref(contract, body?.content["schema"] ?? {})["description"] as string | undefined) ?? "The start position")} Default: \`{}\`.`;
  const names = inputParameters(contract, operation).map((parameter) => `\`${String(parameter["name"])}${parameter["required"] === true ? "" : "?"}\``);
  if (row.idempotencyKey !== undefined) names.push(`\`${row.idempotencyKey}?\``);
  if (row.address !== undefined) names.push(`\`${row.address}\``);
  if (row.security.scheme === "basic") names.push("`clientId`", "`clientSecret`");
  if (body !== undefined) names.push(`\`body\` (${body.mediaType})`);
  return `${names.join(", ")}.`;
}

function returnsDoc(row: OperationRow, description: string): string {
  const text = endSentence(description.trim());
  if (row.pagination === undefined) return text;
  return `Iterates items; \`pages()\` iterates pages, each with the position after it. Each page: ${text}`;
}
