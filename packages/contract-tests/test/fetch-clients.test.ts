import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { QueryClient } from "@tanstack/react-query";
import createQueryHooks from "openapi-react-query";
import { SWRConfig, type Middleware } from "swr";
import { createQueryHook } from "swr-openapi";
import type { ClientOptions } from "@keywright/core";
import { createEventsFetch } from "@keywright/events/fetch";
import { createManagementFetch } from "@keywright/management/fetch";
import { exampleOptions } from "@keywright/tool-test-kit/testing";
import { serviceOf } from "@keywright/tool-mocks/clients";
import { createVaultFetch } from "@keywright/vault/fetch";
import { beforeEach, describe, expect, it } from "vitest";
import { callOperation, exampleInputs } from "./contract-calls.ts";
import { data, type Emulated, emulators, resetEmulators } from "./emulators.ts";

beforeEach(resetEmulators);

/** Requests by the name of their method, for a table of operations. */
type AnyFetch = Record<string, (path: string, init: object) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>>;

const FACTORIES: { readonly [service in Emulated]: (options: ClientOptions) => object } = {
  events: createEventsFetch,
  management: createManagementFetch,
  vault: createVaultFetch,
};

const OPERATIONS = (Object.keys(FACTORIES) as Emulated[]).flatMap((service) =>
  Object.values(serviceOf(service).table).map((operation) => ({ service, id: operation.id, operation })),
);

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: object;
  readonly body: unknown;
}

describe("the clients of openapi-fetch", () => {
  it.each(OPERATIONS)("send $service $id as the ordinary client does, and return its data", async ({ service, operation }) => {
    const { table } = serviceOf(service);
    const emulator = emulators[service];
    const sent: Sent[] = [];
    const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      sent.push({ url: String(url), method: init.method, headers: Object.fromEntries(new Headers(init.headers)), body: init.body });
      const headers = new Headers(init.headers);
      if (headers.get("authorization") === "Bearer example-token") headers.set("authorization", `Bearer ${emulator.token}`);
      return emulator.fetch(String(url), { ...init, headers });
    };
    const baseUrl = "https://service.example.com";
    const given = (exampleInputs(service, operation)[0]?.input ?? {}) as { readonly [name: string]: unknown };
    const failure = (error: { readonly status: number; readonly body: unknown }): { readonly status: number; readonly body: unknown } => error;
    const expected = await callOperation(service, operation, {
      baseUrl,
      fetch: fetch as typeof globalThis.fetch,
      ...(operation.address === undefined && { input: given }),
    }).catch(failure);
    resetEmulators();

    const client = FACTORIES[service]({ ...exampleOptions(table, () => baseUrl), fetch: fetch as never, retry: false }) as AnyFetch;
    const pick = (rows: object = {}): object => Object.fromEntries(Object.keys(rows).flatMap((name) => (name in given ? [[name, given[name]]] : [])));
    const { address, path, security, body, pagination, response } = operation;
    const authorization = sent.at(-1)?.headers["authorization" as never];
    const init = {
      params: { path: pick(operation.pathParameters), query: pick(operation.queryParameters) },
      body: body && (pagination?.style === "cursor-body" ? given : given["body"]),
      ...(security.scheme === "basic" && { headers: { authorization } }),
      ...(response.type === "bytes" && { parseAs: "arrayBuffer" }),
    };
    // An operation with an address from a response has no path.
    const [method, ...to] = address === undefined ? [operation.method, path] : ["request", operation.method, String(given[address])];
    const call = client[method] as (...args: readonly unknown[]) => ReturnType<AnyFetch[string]>;
    const { data: read, error, response: answer } = await call(...to, init);
    const [first, second] = sent;
    if (address === undefined) expect(second).toEqual(first);
    else expect([second?.method, second?.url, second?.body]).toEqual([first?.method, first?.url, first?.body]);
    expect(answer.status).toBe(expected.status);
    if (response.type === "bytes") expect((read as ArrayBuffer).byteLength).toBeGreaterThan(0);
    else if (address === undefined) expect(read ?? error).toEqual(expected.body);
  });
});

/** The hooks of both libraries take the client as it is. */
describe("the hooks on a client of openapi-fetch", () => {
  const { vault: emulator } = emulators;
  const vault = createVaultFetch({ baseUrl: "https://vault.example.com", token: emulator.token, fetch: emulator.fetch });

  it("openapi-react-query reads by it, and throws the error of a status", async () => {
    const api = createQueryHooks(vault);
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const vaults = await queries.fetchQuery(api.queryOptions("get", "/v1/vaults"));
    expect(vaults.map(({ name }) => name)).toContain(data.vault.vaultName);
    const missing = api.queryOptions("get", "/v1/vaults/{vaultUUID}", { params: { path: { vaultUUID: "a".repeat(26) } } });
    await expect(queries.fetchQuery(missing)).rejects.toMatchObject({ status: 404 });
  });

  it("swr-openapi reads by it, and throws the error of a status", async () => {
    const useQuery = createQueryHook(vault, "vault");
    const reads: (() => unknown)[] = [];
    const noting: Middleware = (next) => (key, fetcher, config) => {
      if (fetcher !== null) reads.push(() => (fetcher as (key: unknown) => unknown)(typeof key === "function" ? key() : key));
      return next(key, fetcher, config);
    };
    const Page = (): null => {
      useQuery("/v1/vaults/{vaultUUID}", { params: { path: { vaultUUID: data.vault.vaultUUID } } });
      useQuery("/v1/vaults/{vaultUUID}", { params: { path: { vaultUUID: "a".repeat(26) } } });
      return null;
    };
    renderToString(createElement(SWRConfig, { value: { use: [noting] } }, createElement(Page)));
    expect(await reads[0]?.()).toMatchObject({ id: data.vault.vaultUUID });
    await expect(reads[1]?.()).rejects.toMatchObject({ status: 404 });
  });
});
