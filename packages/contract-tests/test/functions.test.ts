import type { ClientOptions } from "@keywright/core";
import * as events from "@keywright/events/functions";
import * as management from "@keywright/management/functions";
import { serviceOf } from "@keywright/tool-mocks/clients";
import { exampleOptions } from "@keywright/tool-test-kit/testing";
import * as vault from "@keywright/vault/functions";
import { beforeEach, describe, expect, it } from "vitest";
import { exampleInputs } from "./contract-calls.ts";
import { type Emulated, emulators, resetEmulators } from "./emulators.ts";
import { quickClock } from "./faults/support.ts";

beforeEach(resetEmulators);

type Call = (...given: readonly unknown[]) => unknown;
type Functions = { readonly [id: string]: Call & { readonly raw: Call } };

const { clientSettings } = vault;
const FUNCTIONS = { events, management, vault } as unknown as { readonly [service in Emulated]: Functions };

const CASES = (Object.keys(FUNCTIONS) as Emulated[]).flatMap((service) =>
  Object.values(serviceOf(service).table).map((operation) => ({ service, id: operation.id, operation })),
);

/** How a call ended: its value, or the error as people and programs see it. */
async function endOf(call: () => unknown): Promise<unknown> {
  try {
    const value = await call();
    const items: unknown[] = [];
    if (Symbol.asyncIterator in Object(value)) for await (const item of value as AsyncIterable<unknown>) items.push(item);
    const { headers, body } = Object(value) as { readonly headers?: Iterable<unknown>; readonly body?: unknown };
    return items.length > 0 ? items : headers === undefined ? plain(value) : { ...(value as object), headers: [...headers], body: plain(body) };
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message, ...(error as object) };
  }
}

function plain(value: unknown): unknown {
  return typeof (value as { readonly bytes?: unknown } | undefined)?.bytes === "function" ? Object.keys(value as object) : value;
}

describe("the function of an operation", () => {
  const inputs = [
    { what: "the input of the contract", change: (input: unknown) => input },
    { what: "an unknown parameter", change: (input: unknown) => ({ ...(input as object), unknwon: 1 }) },
    { what: "a number as input", change: () => 7 },
  ];
  const statuses = [undefined, 401, 404, 429, 503] as const;
  const kinds = [
    { kind: "plain options", settingsOf: (options: ClientOptions) => options },
    { kind: "all that a client does", settingsOf: (options: ClientOptions) => clientSettings({ ...options, onEvent: () => {} }) },
  ];

  it.each(CASES)("sends $service $id as the method does, and ends like it", async ({ service, operation }) => {
    const { table, createClient } = serviceOf(service);
    const emulator = emulators[service];
    const given = exampleInputs(service, operation)[0]?.input;
    for (const { what, change } of inputs)
      for (const status of statuses)
        for (const isRaw of [false, true]) {
          const run = async (callOf: (options: ClientOptions) => Call): Promise<unknown> => {
            resetEmulators();
            const sent: unknown[] = [];
            const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
              const headers = new Headers(init.headers);
              sent.push({ url, method: init.method, headers: [...headers], body: init.body });
              if (status !== undefined) return Response.json({ message: "no", title: "no" }, { status, headers: { "retry-after": "0" } });
              if (headers.get("authorization") === "Bearer example-token") headers.set("authorization", `Bearer ${emulator.token}`);
              return emulator.fetch(url, { ...init, headers });
            };
            const options = {
              ...exampleOptions(table, () => "https://service.example.com/base"),
              fetch: fetch as never,
              retry: { maxRetries: 1 },
              clock: quickClock(),
            };
            const end = await endOf(() => callOf(options)(...(given === undefined ? [] : [change(given)])));
            return { sent, end };
          };
          const byMethod = await run((options) => {
            const client = createClient(options) as unknown as Functions & { readonly raw: Functions };
            return (isRaw ? client.raw : client)[operation.id] as Call;
          });
          for (const { kind, settingsOf } of kinds) {
            const byFunction = await run((options) => {
              const call = FUNCTIONS[service][operation.id] as Functions[string];
              return (...args) => (isRaw ? call.raw : call)(settingsOf(options), ...args);
            });
            expect(byFunction, `${what}, status ${status}, raw ${isRaw}, ${kind}`).toEqual(byMethod);
          }
        }
  });
});
