import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Operation } from "@keywright/core/client";
import { serviceOf } from "@keywright/tool-mocks/clients";
import { exampleInputs } from "./contract-calls.ts";

/** What a generated function returned, in one form for all generators. */
export interface ForeignAnswer {
  readonly status: number | undefined;
  readonly data: unknown;
}

/** A function that is called with a credential: a token, or a client id and secret with a colon between them. */
type Call = (credential: string) => Promise<ForeignAnswer>;

/** What the program on top of a generated client exports. */
export interface ForeignProgram {
  /** A call of each generated function, with the input of the contract's example. */
  readonly calls: { readonly [operationId: string]: Call };
  /** Posts to an address with what the generated client is built on. */
  readonly postTo: (url: string) => Call;
}

/** A generator by others, used as its documentation shows. */
export interface ForeignGenerator {
  readonly name: string;
  /** Generates a client from the bundled document of a service into an empty folder, and writes {@link ForeignProgram} as `program.ts` there. */
  write(service: string, folder: string, baseUrl: string): Promise<void>;
}

/** The operations that a generator can know: those with a path. */
export function operationsWithPath(service: string): readonly Operation[] {
  return Object.values(serviceOf(service).table).filter(({ path }) => path !== "");
}

const heyApi: ForeignGenerator = {
  name: "@hey-api/openapi-ts",
  async write(service, folder, baseUrl) {
    const { createClient } = await import("@hey-api/openapi-ts");
    await createClient({ input: serviceOf(service).documentPath, output: folder, logs: { level: "warn" } });
    const call = (operation: Operation): string => {
      const given = Object.entries(partsOf(service, operation)).map(([part, value]) => `${part}: ${JSON.stringify(value)}, `);
      return `answerOf(await api.${operation.id}({ ${given.join("")}client: client(credential) }))`;
    };
    await writeProgram(folder, service, call, [
      'import { createClient } from "./client";',
      'import * as api from "./sdk.gen";',
      `const client = (auth: string) => createClient({ baseUrl: ${JSON.stringify(baseUrl)}, auth });`,
      "const answerOf = ({ data, response }: { data?: unknown; response?: Response }) => ({ data, status: response?.status });",
      'const security = [{ scheme: "bearer", type: "http" } as const];',
      "export const postTo = (address: string) => async (credential: string) => {",
      "  const { origin, pathname } = new URL(address);",
      "  return answerOf(await client(credential).post({ baseUrl: origin, url: pathname, security }));",
      "};",
    ]);
  },
};

const orval: ForeignGenerator = {
  name: "orval",
  async write(service, folder, baseUrl) {
    const { generate } = await import("orval"); // Keeps the console that it finds when it is loaded: that of the test.
    await writeFile(join(folder, "request.ts"), ORVAL_REQUEST);
    const mutator = { path: join(folder, "request.ts"), name: "request" };
    await generate({ input: serviceOf(service).documentPath, output: { target: join(folder, "client.ts"), client: "fetch", baseUrl, override: { mutator } } });
    const call = (operation: Operation): string => {
      const { path = {}, body, query } = partsOf(service, operation);
      const given = [...Object.values(path), ...(body === undefined ? [] : [body])].map((value) => JSON.stringify(value));
      if (operation.queryParameters !== undefined) given.push(query === undefined ? "undefined" : JSON.stringify(query));
      return `await api.${operation.id}(${[...given, "{ headers: headers(credential) }"].join(", ")})`;
    };
    await writeProgram(folder, service, call, [
      'import * as api from "./client";',
      'import { request } from "./request";',
      'const headers = (credential: string) => ({ authorization: credential.includes(":") ? `Basic ${btoa(credential)}` : `Bearer ${credential}` });',
      "type Answer = { data: unknown; status: number };",
      'export const postTo = (url: string) => (credential: string) => request<Answer>(url, { method: "POST", headers: headers(credential) });',
    ]);
  },
};

/** The function that orval asks of its users: it sends a request and reads the response. */
const ORVAL_REQUEST = `export async function request<T>(url: string, options: RequestInit): Promise<T> {
  const response = await fetch(url, options);
  const type = response.headers.get("content-type") ?? "";
  const data = type.includes("json") ? await response.json() : type.startsWith("text/") ? await response.text() : await response.blob();
  return { data, status: response.status, headers: response.headers } as T;
}
`;

export const foreignGenerators: readonly ForeignGenerator[] = [heyApi, orval];

async function writeProgram(folder: string, service: string, call: (operation: Operation) => string, lines: readonly string[]): Promise<void> {
  const calls = operationsWithPath(service).map((operation) => `  ${operation.id}: async (credential: string) => ${call(operation)},`);
  await writeFile(join(folder, "program.ts"), [...lines, "export const calls = {", ...calls, "};", ""].join("\n"));
}

/** The contract's example of an operation's input, by where each part is sent; a part without a value is absent. */
function partsOf(service: string, operation: Operation): { readonly path?: Json; readonly query?: Json; readonly body?: unknown } {
  const input = (exampleInputs(service, operation)[0]?.input ?? {}) as Json;
  if (operation.pagination?.style === "cursor-body") return { body: input };
  const [path, query] = [operation.pathParameters, operation.queryParameters].map((parameters = {}) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => name in parameters)),
  ) as [Json, Json];
  return {
    ...(Object.keys(path).length === 0 ? {} : { path }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(input["body"] === undefined ? {} : { body: input["body"] }),
  };
}

type Json = { readonly [name: string]: unknown };
