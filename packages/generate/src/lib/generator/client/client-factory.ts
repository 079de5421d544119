import { clientOptions, credentialsOf } from "./client-options.ts";
import type { Contract, ContractOperation } from "../../contract/index.ts";
import { errorPartsOf } from "../response/error-places.ts";
import { methodExample } from "./method-example.ts";
import type { OperationRow } from "../rows/operation-rows.ts";
import { stylesOf } from "../rows/pagination-row.ts";
import { needsStyles } from "../request/parameters.ts";
import { camelCase, constantName, docComment, key, pascalCase, WIDTH } from "../text/print.ts";
import type { ResponseRow } from "../response/response.ts";
import { usesToken } from "../rows/security.ts";
import { namedServers, serverUrl } from "../rows/servers.ts";

/** Core's readers, by stream type. */
const STREAMS: { readonly [type: string]: string } = { events: "readEvents", lines: "readJsonLines", sequence: "readJsonSequence" };

/** The factory of a client, and what its module imports from core. */
export interface ClientFactory {
  readonly source: string;
  /** Names from `@keywright/core/client`. */
  readonly imports: readonly string[];
  /** Names of types from `@keywright/core/client`. */
  readonly types: readonly string[];
}

/** The interface and the factory of a client. The factory imports only the functions that its contract needs, so that a bundler drops the others. */
export function clientFactory(contract: Contract, operations: readonly ContractOperation[], rows: readonly OperationRow[]): ClientFactory {
  const service = pascalCase(contract.service);
  const functions = functionsOf(rows);
  const options = clientOptions(contract, operations, rows);
  const create = rows.some(({ server }) => server !== undefined) ? "createServerClients" : "createClient";
  const styles = stylesOf(rows);
  const answers = answersOf(rows);
  const errors = errorPartsOf(contract, operations);
  const formats = formatsOf(rows);
  const members = [
    "operations",
    ...(styles.length === 0 ? [] : [`pages: { ${styles.map(([name, { reader }]) => `${key(name)}: ${reader}`).join(", ")} }`]),
    ...functions,
    ...(answers === undefined ? [] : [`readAnswer: answerReader(${answers.source})`]),
    ...errors.members,
    ...(formats.length === 0 ? [] : [`bodies: { ${formats.map(([format, writer]) => `${key(format)}: ${writer}`).join(", ")} }`]),
  ];
  const imports = [
    create,
    ...styles.map(([, { reader }]) => reader),
    ...functions.map(importOf),
    ...(answers?.imports ?? []),
    ...errors.imports,
    ...formats.map(([, writer]) => writer),
  ];
  const source = [
    options.source,
    docComment([`A client for the ${contract.service} service, with a method for each operation. It keeps no connection; create one client for each token.`]),
    `export interface ${service}Client extends ${service}Operations {\n  /** The same methods; they also return status and headers of the response. */\n  readonly raw: ${service}RawOperations;\n}\n\n`,
    docComment([
      `Returns a client for the ${contract.service} service. It sends no request until a method is called.`,
      `@param options \`baseUrl\` is required. Operations that require a token need \`token\`.${credentialsOf(rows).length === 0 ? "" : " Those that require other credentials need `credentials`."}`,
      "@throws ConfigurationError for an invalid option, such as a `baseUrl` with a query.",
      `@example\n\`\`\`ts\n${factoryExample(contract, operations, rows)}\n\`\`\``,
    ]),
    `export function create${service}Client(options: ${options.name}): ${service}Client {\n`,
    `${returnSource(`${create}<${service}Operations, ${service}RawOperations>`, `{ ${members.join(", ")} }`)}}\n`,
  ].join("");
  return { source, imports: imports.sort(), types: options.hasUsers ? ["UserCredentials"] : [] };
}

/** The call of `createClient`: on one line if it fits, otherwise one argument per line. */
function returnSource(create: string, contract: string): string {
  const line = `  return ${create}(${contract}, options);\n`;
  return line.length <= WIDTH ? line : `  return ${create}(\n    ${contract},\n    options,\n  );\n`;
}

/** The argument of `answerReader`, and its imports; `undefined` for a client whose responses are plain. */
function answersOf(rows: readonly OperationRow[]): Pick<ClientFactory, "source" | "imports"> | undefined {
  const types = new Set(rows.flatMap(successesOf).map(({ type }) => type as string));
  const streams = Object.entries(STREAMS).filter(([type]) => types.has(type));
  const hasHeaders = rows.some(({ headers }) => headers !== undefined);
  const isPlain = rows.every(({ method, alternatives }) => method !== "HEAD" && alternatives === undefined);
  if (streams.length === 0 && !hasHeaders && !types.has("location") && isPlain) return undefined;
  const parts = [
    ...(streams.length === 0 ? [] : [`streams: { ${streams.map(([type, reader]) => `${type}: ${reader}`).join(", ")} }`]),
    ...(hasHeaders ? ["headers: readHeaderValues"] : []),
  ];
  const source = parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
  return { source, imports: ["answerReader", ...streams.map(([, reader]) => reader), ...(hasHeaders ? ["readHeaderValues"] : [])] };
}

/** The success responses of a row. */
function successesOf({ response, alternatives }: OperationRow): readonly ResponseRow[] {
  return alternatives?.map((alternative) => alternative.response) ?? [response];
}

/** The imported name of a property of the contract: `poll: pollResult`. */
function importOf(member: string): string {
  return member.replace(/^\w+: /, "");
}

/** Writers of core, by the format of bodies that are not plain JSON. */
const WRITERS: { readonly [format: string]: string } = {
  form: "writeForm",
  "styled-form": "writeStyledForm",
  bytes: "writeBytes",
  text: "writeText",
  lines: "writeLines",
  multipart: "writeMultipart",
  int64: "writeInt64",
};

function formatsOf(rows: readonly OperationRow[]): (readonly [format: string, writer: string])[] {
  const formats = new Set(rows.map(({ body }) => body?.["as"]));
  return Object.entries(WRITERS).filter(([format]) => formats.has(format));
}

function functionsOf(rows: readonly OperationRow[]): string[] {
  const hasUrl = rows.some(({ pathParameters, queryParameters }) => pathParameters !== undefined || queryParameters !== undefined);
  const isStyled = rows.some(needsStyles);
  const hasHeaders = rows.some(({ headerParameters, cookieParameters }) => headerParameters !== undefined || cookieParameters !== undefined);
  const hasKeys = rows.some(({ idempotencyKey }) => idempotencyKey !== undefined);
  const needed: readonly (readonly [boolean, string])[] = [
    [hasUrl && !isStyled, "writeUrl"],
    [hasUrl && isStyled, "writeUrl: writeStyledUrl"],
    [hasHeaders && !hasKeys, "writeHeaders"],
    [hasHeaders && hasKeys, "writeHeaders: writeKeyedHeaders"],
    [hasKeys && !hasHeaders, "writeHeaders: writeIdempotencyKey"],
    [rows.some(({ address, poll }) => address !== undefined || (poll !== undefined && poll.input === undefined)), "pinAddress"],
    [rows.some(({ security }) => security.scheme === "basic"), "basicCredentials"],
    [rows.some(({ security }) => security.scheme === "named"), "credentials: namedCredentials"],
    [rows.flatMap(successesOf).some(({ type }) => type === "bytes"), "readBytes"],
    [rows.some(({ poll }) => poll !== undefined), "poll: pollResult"],
    [rows.some(({ secrets, alternatives = [] }) => [{ secrets }, ...alternatives].some((row) => row.secrets?.response !== undefined)), "maskSecrets"],
    [rows.some(({ int64, alternatives = [] }) => [{ int64 }, ...alternatives].some((row) => row.int64 !== undefined)), "readInt64"],
  ];
  return needed.flatMap(([isNeeded, name]) => (isNeeded ? name : []));
}

/** An example that creates the client and calls the first read operation with a token and without required input. */
function factoryExample(contract: Contract, operations: readonly ContractOperation[], rows: readonly OperationRow[]): string {
  const service = camelCase(contract.service);
  const options = [`baseUrl: "${exampleUrl(contract)}"`, ...exampleCredentials(contract, operations, rows)].join(", ");
  const calls = operations.flatMap((operation, index) => {
    const row = rows[index] as OperationRow;
    const call = methodExample(contract, operation, row);
    return row.retry === "safe" && ["bearer", "named"].includes(row.security.scheme) && call.includes(`${service}.${row.id}()`) ? [call] : [];
  });
  return [`const ${service} = create${pascalCase(service)}Client({ ${options} });`, ...calls.slice(0, 1)].join("\n");
}

/** An example of the client options for credentials and other servers. */
function exampleCredentials(contract: Contract, operations: readonly ContractOperation[], rows: readonly OperationRow[]): string[] {
  const variable = (name: string): string => `process.env.KEYWRIGHT_${constantName(contract.service)}_${constantName(name)}`;
  const given = (own: readonly OperationRow[]): string[] => {
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
function firstAlternative(row: OperationRow): OperationRow {
  const { anyOf } = row.security;
  return anyOf === undefined ? row : { ...row, security: { ...row.security, anyOf: anyOf.filter((all) => all.length > 0).slice(0, 1) } };
}

/** The first server of the contract. A host in `.invalid` never exists (RFC 6761 §6.4); the contract's examples use another one. */
function exampleUrl(contract: Contract): string {
  const url = serverUrl(contract);
  return URL.canParse(url) && !new URL(url).hostname.endsWith(".invalid") ? url : `https://${contract.service}.example.com`;
}
