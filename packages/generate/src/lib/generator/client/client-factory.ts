import type { Operation, Success } from "@keywright/core/client";
import { clientOptions, credentialsOf } from "./client-options.ts";
import type { Contract } from "../../contract/index.ts";
import { errorPartsOf } from "../response/error-places.ts";
import { methodExample } from "./method-example.ts";
import type { ClientOperation } from "../rows/operation-rows.ts";
import { stylesOf } from "../rows/pagination-row.ts";
import { needsStyles } from "../request/parameters.ts";
import { type Code, clientValue, code, joinCode, openapiValue, partsValue } from "../text/code.ts";
import { camelCase, docComment, key, pascalCase, variableName, variablePrefix, WIDTH } from "../text/print.ts";
import { usesToken } from "../rows/security.ts";
import { namedServers, serverUrl } from "../rows/servers.ts";

/** The client's interface and factory, which imports only the functions that it needs. */
export function clientFactory(contract: Contract, operations: readonly ClientOperation[]): Code {
  const rows = operations.map(({ row }) => row);
  const service = pascalCase(contract.service);
  const options = clientOptions(contract, operations);
  const create = rows.some(({ server }) => server !== undefined) ? openapiValue("createServerClients") : clientValue("createClient");
  const members = ["operations", ...contractParts(contract, operations)];
  const others = credentialsOf(rows).length === 0 ? "" : " Those that require other credentials need `credentials`.";
  return joinCode([
    options.source,
    docComment([`A client for the ${contract.service} service, with a method for each operation. It keeps no connection; create one client for each token.`]),
    `export interface ${service}Client extends ${service}Operations {\n  /** The same methods; they also return status and headers of the response. */\n  readonly raw: ${service}RawOperations;\n}\n\n`,
    docComment([
      `Returns a client for the ${contract.service} service. It sends no request until a method is called.`,
      `@param options \`baseUrl\` is required. Operations that require a token need \`token\`.${others}`,
      "@throws ConfigurationError for an invalid option, such as a `baseUrl` with a query.",
      `@example\n\`\`\`ts\n${factoryExample(contract, operations)}\n\`\`\``,
    ]),
    code`export function create${service}Client(options: ${options.name}): ${service}Client {\n`,
    returnSource(code`${create}<${service}Operations, ${service}RawOperations>`, code`{ ${joinCode(members, ", ")} }`),
    "}\n",
  ]);
}

/** The functions that some operations need, as properties of a contract. */
export function contractParts(contract: Contract, operations: readonly ClientOperation[]): Code[] {
  const rows = operations.map(({ row }) => row);
  const pages = stylesOf(rows).map((style) => [style, partsValue(`${camelCase(style)}Pages`)] as const);
  return [
    ...functionsOf("pages", pages),
    ...functionProperties(rows).map(([, property]) => property),
    ...responsesOf(rows),
    ...errorPartsOf(contract, operations),
    ...bodiesOf(rows),
  ];
}

const FETCH_PARTS = /^(writeUrl|writeHeaders|credentials|maskSecrets|readInt64)$/;

/** The functions that requests need which another client wrote, as properties of a contract. */
export function fetchParts(rows: readonly Operation[]): Code {
  const properties = functionProperties(rows).flatMap(([name, property]) => (FETCH_PARTS.test(name) ? [property] : []));
  return code`{ ${joinCode(["operations", ...properties, ...bodiesOf(rows)], ", ")} }`;
}

/** The writers of bodies that are not plain JSON. */
function bodiesOf(rows: readonly Operation[]): Code[] {
  return functionsOf(
    "bodies",
    Object.entries(WRITERS).filter(([format]) => rows.some(({ body }) => body?.as === format)),
  );
}

/** The call of `createClient`: on one line if it fits, otherwise one argument per line. */
function returnSource(create: Code, contract: Code): Code {
  const line = code`  return ${create}(${contract}, options);\n`;
  return line.text.length <= WIDTH ? line : code`  return ${create}(\n    ${contract},\n    options,\n  );\n`;
}

/** A property with functions by name; none without functions. */
function functionsOf(property: string, functions: readonly (readonly [name: string, value: Code])[]): Code[] {
  const members = functions.map(([name, value]) => code`${key(name)}: ${value}`);
  return members.length === 0 ? [] : [code`${property}: { ${joinCode(members, ", ")} }`];
}

/** Core's readers, by stream type. */
const STREAMS = { events: openapiValue("readEvents"), lines: openapiValue("readJsonLines"), sequence: openapiValue("readJsonSequence") };

/** The reader of responses; none for a client whose responses are plain. */
function responsesOf(rows: readonly Operation[]): Code[] {
  const types = new Set<string>(rows.flatMap(successesOf).map(({ response }) => response.type));
  const streams = functionsOf(
    "streams",
    Object.entries(STREAMS).filter(([type]) => types.has(type)),
  );
  const headers = rows.some((row) => row.headers !== undefined) ? [code`headers: ${openapiValue("readHeaderValues")}`] : [];
  const isPlain = rows.every(({ method, alternatives }) => method !== "HEAD" && alternatives === undefined);
  const parts = [...streams, ...headers];
  if (parts.length === 0 && !types.has("location") && isPlain) return [];
  const places = parts.length === 0 ? code`{}` : code`{ ${joinCode(parts, ", ")} }`;
  return [code`readAnswer: ${openapiValue("responseReader")}(${places})`];
}

/** The success responses of a row. */
function successesOf(row: Operation): readonly Success[] {
  return row.alternatives ?? [row];
}

/** Writers of core, by the format of bodies that are not plain JSON. */
const WRITERS = {
  form: partsValue("writeForm"),
  "styled-form": openapiValue("writeStyledForm"),
  bytes: openapiValue("writeBytes"),
  text: openapiValue("writeText"),
  lines: openapiValue("writeLines"),
  multipart: openapiValue("writeMultipart"),
  int64: openapiValue("writeInt64"),
};

/** Functions of core as properties of a contract, each with its name. */
function functionProperties(rows: readonly Operation[]): (readonly [name: string, property: Code])[] {
  const hasUrl = rows.some(({ pathParameters, queryParameters }) => pathParameters !== undefined || queryParameters !== undefined);
  const isStyled = rows.some(needsStyles);
  const hasHeaders = rows.some(({ headerParameters, cookieParameters }) => headerParameters !== undefined || cookieParameters !== undefined);
  const hasKeys = rows.some(({ idempotencyKey }) => idempotencyKey !== undefined);
  const all = rows.flatMap((row) => [row, ...(row.alternatives ?? [])]);
  const needed: readonly (readonly [isNeeded: boolean, value: Code, property?: string])[] = [
    [hasUrl && !isStyled, clientValue("writeUrl")],
    [hasUrl && isStyled, openapiValue("writeStyledUrl"), "writeUrl"],
    [hasHeaders && !hasKeys, openapiValue("writeHeaders")],
    [hasHeaders && hasKeys, openapiValue("writeKeyedHeaders"), "writeHeaders"],
    [hasKeys && !hasHeaders, openapiValue("writeIdempotencyKey"), "writeHeaders"],
    [rows.some(({ address, poll }) => address !== undefined || (poll !== undefined && poll.input === undefined)), partsValue("pinAddress")],
    [rows.some(({ security }) => security.scheme === "basic"), partsValue("basicCredentials")],
    [rows.some(({ security }) => security.scheme === "named"), openapiValue("namedCredentials"), "credentials"],
    [rows.flatMap(successesOf).some(({ response }) => response.type === "bytes"), partsValue("readBytes")],
    [rows.some(({ poll }) => poll !== undefined), openapiValue("pollResult"), "poll"],
    [all.some(({ secrets }) => secrets?.response !== undefined), clientValue("maskSecrets")],
    [all.some(({ int64 }) => int64 !== undefined), partsValue("readInt64")],
  ];
  return needed.flatMap(([isNeeded, value, property]) => {
    if (!isNeeded) return [];
    return property === undefined ? [[value.text, value]] : [[property, code`${property}: ${value}`]];
  });
}

/** An example that creates the client and calls the first read without required input. */
function factoryExample(contract: Contract, operations: readonly ClientOperation[]): string {
  const service = camelCase(contract.service);
  const options = [`baseUrl: "${exampleUrl(contract)}"`, ...exampleCredentials(contract, operations)].join(", ");
  const example = operations
    .filter(({ row }) => row.retry === "safe" && (row.security.scheme === "bearer" || row.security.scheme === "named"))
    .map((operation) => methodExample(contract, operation))
    .find(({ input }) => input === "");
  return [`const ${service} = create${pascalCase(service)}Client({ ${options} });`, ...(example === undefined ? [] : [example.text])].join("\n");
}

/** An example of the client options for credentials and other servers. */
function exampleCredentials(contract: Contract, operations: readonly ClientOperation[]): string[] {
  const rows = operations.map(({ row }) => row);
  const variable = (name: string): string => `process.env.${variablePrefix(contract)}_${variableName(name)}`;
  const given = (own: readonly Operation[]): string[] => {
    const credentials = credentialsOf(own.map(firstAlternative)).map(({ type, name }) => {
      const user = `{ username: "ada", password: ${variable(`${name}_PASSWORD`)} ?? "" }`;
      return `${key(name)}: ${type === "basic" ? user : variable(name)}`;
    });
    return [
      ...(usesToken(own.map(firstAlternative)) ? [`token: ${variable("token")}`] : []),
      ...(credentials.length === 0 ? [] : [`credentials: { ${credentials.join(", ")} }`]),
    ];
  };
  const servers = [...namedServers(contract, operations).keys()].map((name) => {
    const options = [`baseUrl: "https://${name}.example.com"`, ...given(rows.filter(({ server }) => server === name))];
    return `${key(name)}: { ${options.join(", ")} }`;
  });
  return [...given(rows.filter(({ server }) => server === undefined)), ...(servers.length === 0 ? [] : [`servers: { ${servers.join(", ")} }`])];
}

/** A row whose first credential is available. */
function firstAlternative(row: Operation): Operation {
  const { anyOf } = row.security;
  return anyOf === undefined ? row : { ...row, security: { ...row.security, anyOf: anyOf.filter((all) => all.length > 0).slice(0, 1) } };
}

/** The first server. A host in `.invalid` never exists (RFC 6761 §6.4): another replaces it. */
function exampleUrl(contract: Contract): string {
  const url = serverUrl(contract);
  return URL.canParse(url) && !new URL(url).hostname.endsWith(".invalid") ? url : `https://${contract.service}.example.com`;
}
