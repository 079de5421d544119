import { describe, expect, it } from "vitest";
import { toResponse, type DocumentedResponse, documentedResponses } from "./contract/contract-examples.ts";
import type { Json } from "./contract/contract-parts.ts";
import { type ExampleInput, exampleInputs, type OperationShape } from "./contract/example-inputs.ts";
import { type ExampleOptions, exampleOptions } from "./contract/example-options.ts";
import { type AnswerShape, bodyOf, documentedItems, itemsOf, successOf } from "./read-answer.ts";
import { checkRequest, type SentRequest } from "./wire/check-request.ts";

type Row = OperationShape & AnswerShape;

type RawMethod = (...args: readonly unknown[]) => Promise<{ readonly status: number; readonly body: unknown }>;

/** A client with the generated parts of its contract. */
export interface ContractedClient {
  /** The contract as one document: `@keywright/<service>/openapi.json`. */
  readonly document: object;
  readonly operations: { readonly [id: string]: Row };
  /** The client's factory. The operations determine its options. */
  readonly createClient: (options: never) => { readonly raw: object };
}

const baseUrl = "https://service.example.com/base";
const addressOf = (server?: string): string => (server === undefined ? baseUrl : `https://${server}.example.com/server`);
const client = { clientId: "example-client-1", clientSecret: "example-client-secret-1" };

/** Registers tests for every client: example requests match, documented responses are read. */
export function testContract({ document, operations, createClient }: ContractedClient): void {
  const root = document as Json;
  const options = exampleOptions(operations, addressOf);
  const call = (
    operation: Row,
    fetch: (url: string, init: RequestInit) => Promise<Response>,
    input: unknown,
    given: Partial<ExampleOptions> = options,
  ): ReturnType<RawMethod> => {
    const { raw } = createClient({ ...given, fetch, retry: false } as never);
    const method = (raw as { readonly [id: string]: RawMethod })[operation.id];
    if (method === undefined) throw new Error(`the client has no method ${operation.id}`);
    return input === undefined ? method() : method(input);
  };
  describe.each(Object.values(operations))("$id", (operation) => {
    const answers = documentedResponses(root, operation);
    const success = answers.find(({ status }) => status === operation.response.status) ?? (answers[0] as DocumentedResponse);
    const inputs = exampleInputs(root, operation);
    const [first = { input: undefined, parameters: {}, body: undefined }] = inputs;
    const findingsOf = async ({ input, parameters, body }: Omit<ExampleInput, "example">, given: Partial<ExampleOptions>): Promise<readonly string[][]> => {
      const sent: SentRequest[] = [];
      const fetch = async (url: string, init: RequestInit): Promise<Response> => {
        // The platform serializes the body, and sets the content type of a multipart one.
        const request = new Request(url, { ...init, duplex: "half" } as RequestInit);
        sent.push({ method: request.method, url, headers: request.headers, body: new Uint8Array(await request.arrayBuffer()) });
        return toResponse(success);
      };
      await call(operation, fetch, input, given);
      const credentials = { ...options, ...client, credentials: given.credentials ?? {} };
      const asked = { baseUrl: addressOf(operation.server), credentials, parameters, body };
      return Promise.all(sent.map((request) => checkRequest(root, operation, asked, request)));
    };

    it.each(inputs)("sends what the contract says ($example)", async (input) => {
      expect(await findingsOf(input, options)).toEqual([[]]);
    });

    const { anyOf = [] } = operation.security;
    const alternatives = anyOf.length < 2 ? [] : anyOf.map((all) => ({ names: all.map(({ name = "token" }) => name) }));
    it.each(alternatives)("sends the credentials that it has ($names)", async ({ names }) => {
      expect(await findingsOf(first, withOnly(options, names))).toEqual([[]]);
    });

    it.each(answers)("reads the documented response $status $mediaType ($example)", async (answer) => {
      const outcome: unknown = await call(operation, async () => toResponse(answer), first.input).catch((error: unknown) => error);
      const read = successOf(operation, answer);
      if (read === undefined) {
        expect(outcome).toMatchObject({ name: "ApiError", status: answer.status });
        expect((outcome as { readonly body: unknown }).body).toEqual(answer.body);
        return;
      }
      expect(outcome).toMatchObject({ status: answer.status });
      const { body } = outcome as { readonly body: unknown };
      if (operation.alternatives !== undefined) expect(body).toMatchObject({ status: answer.status });
      const value = bodyOf(operation, body);
      const items = documentedItems(answer);
      // The value of a redirect is the address in its header.
      if (read.response.type === "location") expect(value).toBe(new URL(answer.headers["location"] ?? "", addressOf(operation.server)).href);
      else if (items !== undefined) expect(await itemsOf(value)).toEqual(items);
      else expect(await plain(value, answer.body, read.int64)).toEqual(answer.body);
    });
  });
}

/** The options with only some of their credentials. The name of the bearer token is `token`. */
function withOnly({ baseUrl: address, token, credentials = {}, servers }: ExampleOptions, names: readonly string[]): Partial<ExampleOptions> {
  const chosen = Object.entries(credentials).filter(([name]) => names.includes(name));
  const others = Object.entries(servers ?? {}).map(([name, server]) => [name, withOnly(server, names)] as const);
  return {
    baseUrl: address,
    ...(names.includes("token") ? { token } : {}),
    ...(chosen.length === 0 ? {} : { credentials: Object.fromEntries(chosen) }),
    ...(servers === undefined ? {} : { servers: Object.fromEntries(others) as NonNullable<ExampleOptions["servers"]> }),
  };
}

/**
 * Returns a value as JSON: binary as text, and a client's 64-bit string as a number.
 *
 * @param documented The value in the contract's example.
 */
async function plain(value: unknown, documented: unknown, int64: unknown): Promise<unknown> {
  if (typeof value === "string") return int64 !== undefined && typeof documented === "number" ? Number(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if ("bytes" in value && typeof value.bytes === "function") return new TextDecoder().decode(await (value.bytes as () => Promise<Uint8Array>)());
  const members = Object.entries(value).map(async ([name, member]) => [name, await plain(member, (documented as Json | undefined)?.[name], int64)] as const);
  const entries = await Promise.all(members);
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
