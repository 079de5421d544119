import { pinAddress } from "../call/request/address.ts";
import { checkOptions } from "../options/check-options.ts";
import { CALL_RULES } from "../options/option-rules.ts";
import type { Credential, Operation } from "../contract.ts";
import type { ClientOptions } from "../options.ts";
import type { Contract } from "../pipeline.ts";
import { bindSenders, type Sender } from "./send-request.ts";
import { appendQuery, type Init, writeInit } from "./write-init.ts";

/**
 * Calls an address at the origin of the service that the contract does not have. `GET` and `HEAD`
 * are retried like reads; all else only if the service cannot have acted.
 *
 * @param method The method, in any case.
 * @param address A path below `baseUrl`, or a whole address at its origin.
 */
export type RequestOther<Paths> = <Address extends string>(
  method: string,
  address: Address extends keyof Paths ? never : Address,
  init?: { readonly [option: string]: unknown },
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

type Send = (method: string, address: string, init?: Init) => Promise<{ readonly error?: unknown; readonly response: Response }>;

/** Binds the senders of a contract's servers. */
type Bind = (contract: Contract, options: never, create: typeof bindSenders) => object;

const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

/** No `operationId` has a dot. */
const OTHER = "client.request";

/**
 * Creates a client of openapi-fetch that sends by the pipeline of a contract.
 *
 * An operation is found by its method and the template of its path. Path, query and headers are
 * written in the styles of the contract, unless a call has serializers of its own.
 *
 * @param create The function of openapi-fetch that creates a client.
 * @param bind Binds several servers; absent for a contract with one.
 * @throws ConfigurationError if an option is invalid.
 */
export function createFetchClient<Client extends object>(
  create: (options: { readonly baseUrl: string }) => Client,
  contract: Contract,
  options: ClientOptions,
  bind?: Bind,
): Client {
  const rows = Object.values<Operation>(contract.operations).filter(({ path }) => path !== "");
  const other = otherOperation(rows, options);
  const all: Contract = { ...contract, operations: { ...contract.operations, [OTHER]: other } };
  const senders = (bind?.(all, options as never, bindSenders) ?? bindSenders(all, options)) as { readonly [id: string]: Sender };
  const byPath = new Map(rows.map((row) => [`${row.method} ${row.path}`, row]));
  const client = create({ baseUrl: senderOf(other).baseUrl });
  const { request } = client as unknown as { readonly request: Send };

  function senderOf({ id }: Operation): Sender {
    return senders[id] as Sender;
  }

  const call: Send = async (given, address, init = {}) => {
    const method = given.toUpperCase();
    const row = byPath.get(`${method} ${address}`);
    const { timeoutMs, totalTimeoutMs, retry, ...rest } = init;
    const operation = row ?? { ...other, method: method as Operation["method"], retry: method === "GET" || method === "HEAD" ? "safe" : "never" };
    const own = { timeoutMs, totalTimeoutMs, retry };
    checkOptions(operation.id, own, CALL_RULES, { operationId: operation.id });
    const sender = senderOf(operation);
    const { input, mediaType, more } = row ? writeInit(row, init, contract) : { input: {}, mediaType: undefined, more: {} };
    const whole = /^\/(?!\/)/.test(address) ? undefined : new URL(pinAddress({ ...other, address: "the path" }, address, sender.baseUrl));
    const target = whole === undefined ? address : whole.pathname + whole.search;
    const [pathname = "", ...search] = target.split("?");
    const isWritten = search.length > 0;
    const result = await request(method, isWritten ? `${pathname}?${appendQuery(search.join("?"), init.params?.query, init.querySerializer)}` : target, {
      ...rest,
      ...(isWritten && { querySerializer: () => "" }),
      ...more,
      baseUrl: whole?.origin ?? init.baseUrl ?? sender.baseUrl,
      fetch: init.fetch ?? ((sent: Request) => sender.send(operation, sent, input, own, mediaType)),
    });
    // Without a body openapi-fetch has no error: openapi-react-query would see a success.
    return result.response.ok || result.error ? result : { ...result, error: { message: `${operation.id} failed with status ${result.response.status}` } };
  };
  const methods = METHODS.map((method) => [method, (address: string, init?: Init) => call(method, address, init)] as const);
  return Object.assign(client, { request: call, ...Object.fromEntries(methods) });
}

/** The row of requests that the contract does not have. Its response is passed on as a stream. */
function otherOperation(rows: readonly Operation[], options: ClientOptions): Operation {
  const main = rows.filter(({ server }) => server === undefined);
  const anyOf: (readonly Credential[])[] = main.flatMap(({ security }) => security.anyOf ?? (security.scheme === "bearer" ? [[{ type: "bearer" }]] : []));
  const isNamed = main.some(({ security }) => security.scheme === "named");
  const token: unknown = Object(options).token;
  return {
    id: OTHER,
    method: "GET",
    // Unknown paths may have secrets: observers see none.
    path: "",
    retry: "never",
    security: isNamed ? { scheme: "named", scopes: [], anyOf: [...anyOf, []] } : { scheme: token === undefined ? "none" : "bearer", scopes: [] },
    response: { type: "bytes" },
    accept: "*/*",
  };
}
