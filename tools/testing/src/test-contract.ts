import { describe, expect, it } from "vitest";
import { answerResponse, type DocumentedAnswer, documentedAnswers } from "./contract-examples.ts";
import type { Json } from "./contract-parts.ts";
import { exampleInputs, type OperationShape } from "./example-inputs.ts";
import { checkRequest } from "./wire/check-request.ts";
import { wireFetch, type WireFetch } from "./wire/sent-request.ts";

/** A row of an operation table, as far as these tests need it. */
interface Row extends OperationShape {
  readonly response: { readonly status: number };
  readonly int64?: unknown;
}

/** What a client's options are here. */
interface Options {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: WireFetch;
  readonly retry: false;
}

type RawMethod = (...args: readonly unknown[]) => Promise<{ readonly status: number; readonly body: unknown }>;

/** A client with what was made of its contract. */
export interface ContractedClient {
  /** The contract as one document: `@keywright/<service>/openapi.json`. */
  readonly document: object;
  readonly operations: { readonly [id: string]: Row };
  readonly createClient: (options: Options) => { readonly raw: object };
}

const baseUrl = "https://service.example.com/base";
const credentials = { token: "token-1", clientId: "example-client-1", clientSecret: "example-client-secret-1" };

/** Registers the tests that every client has to pass: each example of each operation is sent as the contract says, and each documented response is read. */
export function testContract({ document, operations, createClient }: ContractedClient): void {
  const root = document as Json;
  const call = (operation: Row, fetch: WireFetch, input: unknown): ReturnType<RawMethod> => {
    const { raw } = createClient({ baseUrl, token: credentials.token, fetch, retry: false });
    const method = (raw as { readonly [id: string]: RawMethod })[operation.id];
    if (method === undefined) throw new Error(`the client has no method ${operation.id}`);
    return input === undefined ? method() : method(input);
  };
  describe.each(Object.values(operations))("$id", (operation) => {
    const answers = documentedAnswers(root, operation);
    const success = answers.find(({ status }) => status === operation.response.status) as DocumentedAnswer;
    const inputs = exampleInputs(root, operation);

    it.each(inputs)("sends what the contract says ($example)", async ({ input, parameters, body }) => {
      const fetch = wireFetch(() => answerResponse(success));
      await call(operation, fetch, input);
      const findings = await Promise.all(fetch.sent.map((request) => checkRequest(root, operation, { baseUrl, credentials, parameters, body }, request)));
      expect(findings).toEqual([[]]);
    });

    it.each(answers)("reads the documented response $status ($example)", async (answer) => {
      const outcome: unknown = await call(
        operation,
        wireFetch(() => answerResponse(answer)),
        inputs[0]?.input,
      ).catch((error: unknown) => error);
      if (answer.status >= 300 && answer.status !== operation.response.status) {
        expect(outcome).toMatchObject({ name: "ApiError", status: answer.status });
        expect((outcome as { readonly body: unknown }).body).toEqual(answer.body);
        return;
      }
      expect(outcome).toMatchObject({ status: answer.status });
      const { body } = outcome as { readonly body: unknown };
      expect(await plain(body, answer.body, operation.int64)).toEqual(answer.body);
    });
  });
}

/**
 * A value as JSON has it: the text of binary content, and the number of an integer of 64 bits, which clients give as a string.
 *
 * @param documented What stands at its place in the contract's example.
 */
async function plain(value: unknown, documented: unknown, int64: unknown): Promise<unknown> {
  if (typeof value === "string") return int64 !== undefined && typeof documented === "number" ? Number(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if ("bytes" in value && typeof value.bytes === "function") return new TextDecoder().decode(await (value.bytes as () => Promise<Uint8Array>)());
  const members = Object.entries(value).map(async ([name, member]) => [name, await plain(member, (documented as Json | undefined)?.[name], int64)] as const);
  const entries = await Promise.all(members);
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
