import type { Contract, ContractOperation, Json } from "./contract.ts";
import { methodExample } from "./method-example.ts";
import type { OperationRow } from "./operation-rows.ts";
import { camelCase, constantName, docComment, key, pascalCase, WIDTH } from "./print.ts";

/** Page readers of core, by pagination style. */
const READERS: { readonly [style: string]: string } = {
  "cursor-body": "cursorBodyPages",
  "next-link": "nextLinkPages",
  "next-link-live": "liveNextLinkPages",
  offset: "offsetPages",
  "scim-index": "scimIndexPages",
};

/** The factory of a client, and what its module imports from core. */
export interface ClientFactory {
  readonly source: string;
  /** Names from `@keywright/core/client`. */
  readonly imports: readonly string[];
}

/** The interface and the factory of a client. The factory names only the functions that its contract needs, so that a bundler drops the others. */
export function clientFactory(contract: Contract, operations: readonly ContractOperation[], rows: readonly OperationRow[]): ClientFactory {
  const service = pascalCase(contract.service);
  const functions = functionsOf(rows);
  const readers = readersOf(rows);
  const members = [
    "operations",
    ...(readers.length === 0 ? [] : [`pages: { ${readers.map(([style, reader]) => `${key(style)}: ${reader}`).join(", ")} }`]),
    ...functions,
  ];
  const source = [
    docComment([
      `Client of the ${contract.service} service: a method for each operation of its contract. It holds no connection; create one client for each token.`,
    ]),
    `export interface ${service}Client extends ${service}Operations {\n  /** The same methods, with status and headers of the response. */\n  readonly raw: ${service}RawOperations;\n}\n\n`,
    docComment([
      `Creates a client of the ${contract.service} service. Nothing is sent before a method is called.`,
      "@param options `baseUrl` is required. `token` is required by every operation that needs a token.",
      "@throws ConfigurationError if an option cannot work, such as a `baseUrl` with a query.",
      `@example\n\`\`\`ts\n${factoryExample(contract, operations, rows)}\n\`\`\``,
    ]),
    `export function create${service}Client(options: ClientOptions): ${service}Client {\n`,
    `${returnSource(`createClient<${service}Operations, ${service}RawOperations>`, `{ ${members.join(", ")} }`)}}\n`,
  ].join("");
  return { source, imports: ["createClient", ...readers.map(([, reader]) => reader), ...functions].sort() };
}

/** The call of `createClient`: on one line if it fits, otherwise an argument a line. */
function returnSource(create: string, contract: string): string {
  const line = `  return ${create}(${contract}, options);\n`;
  return line.length <= WIDTH ? line : `  return ${create}(\n    ${contract},\n    options,\n  );\n`;
}

function readersOf(rows: readonly OperationRow[]): (readonly [style: string, reader: string])[] {
  const styles = new Set(rows.map(({ pagination }) => (pagination as Json | undefined)?.["style"]));
  return Object.entries(READERS).filter(([style]) => styles.has(style));
}

function functionsOf(rows: readonly OperationRow[]): string[] {
  const needed: readonly (readonly [boolean, string])[] = [
    [rows.some(({ pathParameters, queryParameters }) => pathParameters !== undefined || queryParameters !== undefined), "writeUrl"],
    [rows.some(({ address }) => address !== undefined), "pinAddress"],
    [rows.some(({ body }) => body?.["mediaType"] === "application/x-www-form-urlencoded"), "writeForm"],
    [rows.some(({ security }) => security.scheme === "basic"), "basicCredentials"],
    [rows.some(({ response }) => response.type === "bytes"), "readBytes"],
    [rows.some(({ secrets }) => secrets?.response !== undefined), "maskSecrets"],
    [rows.some(({ int64 }) => int64 !== undefined), "readInt64"],
  ];
  return needed.flatMap(([isNeeded, name]) => (isNeeded ? name : []));
}

/** Creates the client and calls the first operation that reads with a token and needs no input. */
function factoryExample(contract: Contract, operations: readonly ContractOperation[], rows: readonly OperationRow[]): string {
  const service = camelCase(contract.service);
  const options = `baseUrl: "${exampleUrl(contract)}", token: process.env.KEYWRIGHT_${constantName(contract.service)}_TOKEN`;
  const calls = operations.flatMap((operation, index) => {
    const row = rows[index] as OperationRow;
    const call = methodExample(contract, operation, row);
    return row.retry === "safe" && row.security.scheme === "bearer" && call.includes(`${service}.${row.id}()`) ? [call] : [];
  });
  return [`const ${service} = create${pascalCase(service)}Client({ ${options} });`, ...calls.slice(0, 1)].join("\n");
}

/** The address of the contract's first server, with the defaults of its variables; empty if it has none. */
export function serverUrl({ document }: Contract): string {
  const [server] = (document["servers"] ?? []) as readonly {
    readonly url: string;
    readonly variables?: { readonly [name: string]: { readonly default: string } };
  }[];
  return (server?.url ?? "").replaceAll(/\{(\w+)\}/g, (_all, name: string) => server?.variables?.[name]?.default ?? "");
}

/** The first server of the contract. A host in `.invalid` exists nowhere (RFC 6761 §6.4); the contract's examples use another one. */
function exampleUrl(contract: Contract): string {
  const url = serverUrl(contract);
  return URL.canParse(url) && !new URL(url).hostname.endsWith(".invalid") ? url : `https://${contract.service}.example.com`;
}
