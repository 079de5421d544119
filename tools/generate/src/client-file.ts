import { clientFactory } from "./client-factory.ts";
import { type Contract, ContractError, type ContractOperation, deref, type Json, schemasOf, withPlace } from "./contract.ts";
import { methodExample } from "./method-example.ts";
import type { OperationRow } from "./operation-rows.ts";
import { parametersOf } from "./parameters.ts";
import { bodyOf } from "./request-body.ts";
import { successContent } from "./response.ts";
import { docComment, key, pascalCase } from "./print.ts";
import { isOpenEnum, typeName, typeOf } from "./schema-types.ts";

/** `client.ts`: the names that users read: resources, inputs, the methods with their documentation, and the client's factory. */
export function clientFile(contract: Contract, operations: readonly ContractOperation[], rows: readonly OperationRow[]): string {
  const methods = operations.flatMap(
    (operation, index) => withPlace(contract, operation, () => describeMethod(contract, operation, rows[index] as OperationRow)) ?? [],
  );
  const service = pascalCase(contract.service);
  const factory = clientFactory(contract, operations, rows);
  const body = [
    ...resourceTypes(contract),
    ...methods.flatMap(({ input }) => (input === undefined || input.source === "" ? [] : [input.source])),
    `/** The operations of the ${contract.service} service: a method each, named by its \`operationId\`. */\nexport interface ${service}Operations {\n${methods.map(({ source }) => source).join("\n")}}\n`,
    `/** The same calls with status and headers of a successful answer; what fails is thrown just so. A paginated operation gives one page. */\nexport interface ${service}RawOperations {\n${methods.map(({ raw }) => raw).join("\n")}}\n`,
    factory.source,
  ].join("\n");
  const used = ["BinaryContent", "CallOptions", "ClientOptions", "Filter", "Paginator", "HttpResponse"].filter((name) =>
    new RegExp(`[:<] ?${name}[;<>)]`).test(body),
  );
  const imports = [
    `import type { ${used.join(", ")} } from "@keywright/core";\n`,
    `import { ${factory.imports.join(", ")} } from "@keywright/core/client";\n`,
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

/** An interface shows by its name in an editor; unions, arrays and split objects cannot be one. */
function isInterface(schema: Json): boolean {
  const isObject = schema["type"] === "object" || schema["properties"] !== undefined || schema["allOf"] !== undefined;
  return isObject && schema["oneOf"] === undefined && schema["anyOf"] === undefined && schema["x-exclusive"] === undefined && !isOpenEnum(schema);
}

interface Input {
  readonly type: string;
  /** The declaration of the type; empty where the input is the body itself. */
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
  const success = successType(contract, operation, row);
  const pagination = row.pagination as Json | undefined;
  const parameters = input === undefined ? "call?: CallOptions" : `${parameterName(row)}${input.optional ? "?" : ""}: ${input.type}, call?: CallOptions`;
  const returns = pagination === undefined ? `Promise<${success}>` : `Paginator<${itemType(contract, operation, pagination)}, ${positionType(pagination)}>`;
  const doc = docComment(methodDocs(contract, operation, row, input), "  ");
  return {
    input,
    source: `${doc}  ${operation.id}(${parameters}): ${returns};\n`,
    raw: `  /** {@link ${pascalCase(contract.service)}Operations.${operation.id}} with status and headers. */\n  ${operation.id}(${parameters}): Promise<HttpResponse<${success}>>;\n`,
  };
}

function parameterName(row: OperationRow): string {
  return isCursorBody(row) ? "start" : "input";
}

function isCursorBody(row: OperationRow): boolean {
  return (row.pagination as Json | undefined)?.["style"] === "cursor-body";
}

function describeInput(contract: Contract, operation: ContractOperation, row: OperationRow): Input | undefined {
  const body = bodyOf(contract, operation);
  const bodyType = body === undefined ? undefined : typeOf(contract, body.content["schema"] as Json, `the body of ${operation.id}`);
  if (isCursorBody(row)) return { type: bodyType as string, source: "", optional: true };
  const members: string[] = [];
  let optional = true;
  if (row.address !== undefined) {
    optional = false;
    members.push(
      `${docComment(["The address from a response of the service. It must be at the origin of `baseUrl`; a path from the root is resolved against that origin."], "  ")}  readonly ${key(row.address)}: string;\n`,
    );
  }
  for (const place of ["path", "query"] as const) {
    for (const parameter of parametersOf(contract, operation, place)) {
      const name = String(parameter["name"]);
      const type = parameter["x-filter"] === undefined ? typeOf(contract, parameter["schema"] as Json, `the parameter ${name} of ${operation.id}`) : "Filter";
      if (parameter["required"] === true) optional = false;
      members.push(
        `${docComment([parameterDoc(contract, parameter), deprecation(parameter)], "  ")}  readonly ${key(name)}${parameter["required"] === true ? "" : "?"}: ${type.endsWith("[]") ? `readonly ${type}` : type};\n`,
      );
    }
  }
  if (row.security.scheme === "basic") {
    optional = false;
    members.push("  /** The client id that the service gave to the application. It holds no colon. */\n  readonly clientId: string;\n");
    members.push("  /** The client secret that belongs to it. */\n  readonly clientSecret: string;\n");
  }
  if (body !== undefined) {
    const description =
      (deref(contract, operation.definition["requestBody"])["description"] as string | undefined) ??
      (deref(contract, body.content["schema"])["description"] as string | undefined);
    members.push(`${docComment([description], "  ")}  readonly body${body.required ? "" : "?"}: ${bodyType};\n`);
  }
  if (body?.required === true) optional = false;
  if (members.length === 0) return undefined;
  const type = `${pascalCase(operation.id)}Input`;
  return {
    type,
    optional,
    source: `/** The input of {@link ${pascalCase(contract.service)}Operations.${operation.id}}. */\nexport interface ${type} {\n${members.join("")}}\n`,
  };
}

function parameterDoc(contract: Contract, parameter: Json): string {
  const schema = deref(contract, parameter["schema"]);
  const facts: string[] = [];
  if (schema["minimum"] !== undefined || schema["maximum"] !== undefined) {
    facts.push(
      schema["maximum"] === undefined ? `At least ${String(schema["minimum"])}.` : `From ${String(schema["minimum"])} to ${String(schema["maximum"])}.`,
    );
  }
  if (schema["pattern"] !== undefined && schema["x-expected"] === undefined) facts.push(`Matches \`${String(schema["pattern"])}\`.`);
  if (schema["default"] !== undefined) facts.push(`Default: ${JSON.stringify(schema["default"])}.`);
  return [String(parameter["description"] ?? "").trim(), ...facts].join(" ");
}

function successType(contract: Contract, operation: ContractOperation, row: OperationRow): string {
  if (row.response.type === "none") return "void";
  if (row.response.type === "text") return "string";
  if (row.response.type === "bytes") return "BinaryContent";
  return typeOf(contract, successContent(contract, operation).schema as Json, `the answer of ${operation.id}`);
}

/** The type of an item of a list that pages. */
export function itemType(contract: Contract, operation: ContractOperation, pagination: Json): string {
  const schema = successContent(contract, operation).schema as Json;
  const list = pagination["style"] === "offset" ? schema : memberOf(contract, schema, pagination["items"] as string);
  const items = list === undefined ? undefined : deref(contract, list)["items"];
  if (items === undefined)
    throw new ContractError(
      `${operation.id}: x-pagination says that its items are in ${String(pagination["items"] ?? "the body")}, which is not an array there`,
    );
  return typeOf(contract, items as Json, `the items of ${operation.id}`);
}

function memberOf(contract: Contract, schema: Json, name: string): unknown {
  return ((deref(contract, schema)["properties"] ?? {}) as Json)[name];
}

function positionType(pagination: Json): string {
  switch (pagination["style"]) {
    case "offset":
    case "scim-index":
      return "number";
    case "next-link":
      return "string | undefined";
    default:
      return "string";
  }
}

function methodDocs(contract: Contract, operation: ContractOperation, row: OperationRow, input: Input | undefined): (string | undefined)[] {
  const { definition, id } = operation;
  const { description } = successContent(contract, operation);
  const failures = Object.entries(definition["responses"] as Json)
    .filter(([status]) => !status.startsWith("2"))
    .map(([status]) => status)
    .join(", ");
  const addressError =
    row.address === undefined
      ? undefined
      : `@throws ArgumentError if \`${row.address}\` is not an address at the origin of \`baseUrl\`. Nothing is sent: tokens are only sent to that origin.`;
  const inputDoc = input === undefined ? undefined : `@param ${parameterName(row)} ${inputSummary(contract, operation, row)}`;
  return [
    endSentence(definition["summary"] as string),
    definition["description"] as string | undefined,
    securityDoc(row),
    inputDoc,
    "@param call For this call: signal, deadlines, when to repeat, headers.",
    `@returns ${returnsDoc(row, description)}`,
    addressError,
    failures === "" ? undefined : `@throws ApiError ${failures}.`,
    `@example\n\`\`\`ts\n${methodExample(contract, operation, row)}\n\`\`\``,
    deprecation(definition),
    `@see specs/${contract.service} \`${id}\``,
  ];
}

/** The tag of what the contract marks as deprecated. */
function deprecation({ deprecated }: Json): string | undefined {
  return deprecated === true ? "@deprecated The service may take it away." : undefined;
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function securityDoc({ security, retry }: OperationRow): string {
  const scopes = security.scopes.map((scope) => `\`${scope}\``).join(", ");
  const needs = {
    none: "Needs no credential.",
    basic: "Needs the client id and secret.",
    bearer: scopes === "" ? "Needs a token." : `Needs a token with ${scopes}.`,
  }[security.scheme];
  return `${needs} ${retry === "safe" ? "Safe to repeat." : "Not repeated unless it is known not to have happened."}`;
}

function inputSummary(contract: Contract, operation: ContractOperation, row: OperationRow): string {
  const body = bodyOf(contract, operation);
  if (isCursorBody(row))
    return `${endSentence((deref(contract, body?.content["schema"])["description"] as string | undefined) ?? "Where to start")} Default: \`{}\`.`;
  const names = (["path", "query"] as const).flatMap((place) =>
    parametersOf(contract, operation, place).map((parameter) => `\`${String(parameter["name"])}${parameter["required"] === true ? "" : "?"}\``),
  );
  if (row.address !== undefined) names.push(`\`${row.address}\``);
  if (row.security.scheme === "basic") names.push("`clientId`", "`clientSecret`");
  if (body !== undefined) names.push(`\`body\` (${body.mediaType})`);
  return `${names.join(", ")}.`;
}

function returnsDoc(row: OperationRow, description: string): string {
  const text = endSentence(description.trim());
  if (row.pagination === undefined) return text;
  return `Iterates items; \`pages()\` iterates pages, each with the position to resume at. Each page: ${text}`;
}
