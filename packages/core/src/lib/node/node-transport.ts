import { ConfigurationError } from "../errors.ts";
import { type Fetch, fetchTransport } from "../fetch-transport.ts";
import type { Cancellation, Transport, TransportRequest, TransportResponse } from "../transport.ts";
import { checkProxy, checkTransportOptions } from "./check-transport-options.ts";
import { dispatch } from "./dispatch.ts";
import { fetchOver } from "./fetch-over.ts";
import type { NodeTransportOptions } from "./node-transport-options.ts";
import { absence, type Dispatcher, loadUndici, type PoolOptions, type Undici } from "./undici.ts";

/** Carries the requests of any number of clients: what their option `transport` takes. */
export interface NodeTransport {
  (request: TransportRequest, cancellation: Cancellation): Promise<TransportResponse>;
  /** The same connections behind the interface of `fetch`: for token endpoints, which take one. It follows no redirect. */
  readonly fetch: Fetch;
  /** Waits for the requests that are under way, then ends all connections. What is sent afterwards fails. Idle connections alone keep no process alive. */
  close(): Promise<void>;
}

/**
 * Carries requests by undici itself, which Node's `fetch` is made of: less than half of its cost, and options for proxies and certificate authorities. undici is installed by who wants it.
 *
 * Beside `fetch`, it tells a compressed answer that ends early from a whole one.
 *
 * @returns What a client takes as its `transport`.
 * @throws ConfigurationError where undici is not installed, or an option cannot work.
 * @example
 * ```ts
 * const transport = await nodeTransport({ maxConnections: 16 });
 * const vault = createVaultClient({ baseUrl: "https://vault.example.com", token, transport });
 * ```
 */
export async function nodeTransport(options: NodeTransportOptions = {}): Promise<NodeTransport> {
  checkTransportOptions(options);
  const undici = await loadUndici();
  if (undici === undefined) return withoutUndici(options);
  const dispatcher = createPool(undici, options);
  const send: Transport = (request, cancellation) => dispatch(dispatcher, request, cancellation);
  return Object.assign(send, { fetch: fetchOver(send), close: () => dispatcher.close() });
}

function createPool({ Agent, ProxyAgent }: Undici, { maxConnections = 128, keepAliveMs = 4000, proxy, ca }: NodeTransportOptions): Dispatcher {
  const tls = ca === undefined ? undefined : { ca: Array.isArray(ca) ? [...(ca as readonly unknown[])] : ca };
  const pool: PoolOptions = { connections: maxConnections, keepAliveTimeout: keepAliveMs };
  if (proxy !== undefined) return new ProxyAgent({ ...pool, uri: checkProxy(proxy), ...(tls === undefined ? {} : { requestTls: tls, proxyTls: tls }) });
  return new Agent(tls === undefined ? pool : { ...pool, connect: tls });
}

function withoutUndici({ withoutUndici: fallback = "refuse", proxy, ca }: NodeTransportOptions): NodeTransport {
  if (fallback === "refuse") {
    throw new ConfigurationError(`nodeTransport needs undici, ${absence()}, or set withoutUndici to "fetch" to do without it`);
  }
  for (const [name, value] of Object.entries({ proxy, ca })) {
    if (value !== undefined) throw new ConfigurationError(`${name} needs undici, ${absence()}, or leave ${name} out`);
  }
  const send = fetchTransport();
  return Object.assign(send, { fetch: fetchOver(send), close: () => Promise.resolve() });
}
