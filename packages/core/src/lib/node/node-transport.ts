import { checkOptions, isCount, isNumber, type Rules, TIMER_END } from "../check-options.ts";
import { ConfigurationError } from "../errors.ts";
import { fetchTransport } from "../exchange.ts";
import type { Cancellation, HttpRequest, Transport, UnreadResponse } from "../http.ts";
import { dispatch } from "./dispatch.ts";
import { createProxyPool } from "./proxy-pool.ts";
import { type ProxySettings, readProxies } from "./proxy-settings.ts";
import { type Dispatcher, loadUndici, type PoolOptions, type Undici, whyAbsent } from "./undici.ts";

/** The options of {@link nodeTransport}; all of them may be left out. */
export interface NodeTransportOptions {
  /**
   * How many connections there are at most to one origin; further requests wait for one, within their deadlines. `Infinity` for no limit.
   *
   * @default 128
   */
  readonly maxConnections?: number | undefined;
  /**
   * How long an idle connection is kept, in milliseconds; less if the service says so.
   *
   * @default 4000
   */
  readonly keepAliveMs?: number | undefined;
  /**
   * The proxy, such as `http://proxy.example.com:3128`, or `false` for none; a user name and password in it are only sent to the proxy. Of an `https` request it sees the host, and nothing else.
   *
   * By default the proxies of the environment: `HTTPS_PROXY` for `https`, `HTTP_PROXY` for `http`, and `NO_PROXY` for hosts that need none, each also in lower case, which wins. Requests to this
   * machine (`localhost`, `127.0.0.0/8`, `::1`) go past these proxies, and past a given one if they are `http`, because the proxy would see them in clear text. An address of the environment
   * without a scheme is `http`; one that cannot work is a `ConfigurationError` of the calls that need it.
   *
   * @default the proxies of the environment
   */
  readonly proxy?: string | false | undefined;
  /**
   * The certificate authorities to trust, in PEM, in place of those that Node trusts, which include those of the file in `NODE_EXTRA_CA_CERTS`. To add one, with `node:tls` of Node 22.15 and later:
   * `[...tls.getCACertificates("default"), own]`; before, `[...tls.rootCertificates, own]`, which is without those of `NODE_EXTRA_CA_CERTS`.
   *
   * @default those of Node
   */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /**
   * What happens if undici is not installed, or Bun has its own in its place: `refuse` throws, `fetch` sends by the platform's `fetch`, which is slower and takes neither a proxy nor `ca`: with
   * one of these, or a proxy in the environment, it throws, too. `proxy: false` leaves it to the platform's `fetch` whether it uses a proxy.
   *
   * @default "refuse"
   */
  readonly withoutUndici?: "refuse" | "fetch" | undefined;
}

/** Sends the requests of any number of clients: what their option `transport` takes. */
export interface NodeTransport {
  (request: HttpRequest, cancellation: Cancellation): Promise<UnreadResponse>;
  /** The same connections with the interface of `fetch`: for token endpoints, which take one. It follows no redirect. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Waits for the requests that are under way, then ends all connections. What is sent afterwards fails. Idle connections alone do not keep a process alive. */
  close(): Promise<void>;
}

const RULES: Rules = {
  maxConnections: [(value) => isCount(value, 1), "a whole number of at least 1, or Infinity"],
  keepAliveMs: [(value) => isNumber(value, 1, TIMER_END), "a time in milliseconds of at least 1"],
  proxy: [(value) => typeof value === "string" || value === false, 'an address such as "http://proxy.example.com:3128", or false'],
  ca: [(value) => [value].flat().length > 0 && [value].flat().every(isCertificate), "certificates in PEM, as a string or bytes, or an array of these"],
  withoutUndici: [(value) => value === "refuse" || value === "fetch", '"refuse" or "fetch"'],
};

/**
 * Sends requests by undici itself, which Node's `fetch` is made of: it costs less than half, and has options for proxies and certificate authorities. undici is an optional peer dependency.
 *
 * Unlike `fetch`, it fails if a compressed response ends early.
 *
 * @returns What a client takes as its `transport`.
 * @throws ConfigurationError if undici is not installed, or an option cannot work.
 * @example
 * ```ts
 * const transport = await nodeTransport({ maxConnections: 16 });
 * const vault = createVaultClient({ baseUrl: "https://vault.example.com", token, transport });
 * ```
 */
export async function nodeTransport(options: NodeTransportOptions = {}): Promise<NodeTransport> {
  checkOptions("nodeTransport", options, RULES, { such: " such as { maxConnections: 16 }" });
  const proxies = readProxies(options.proxy, process.env);
  const undici = await loadUndici();
  if (undici === undefined) return withoutUndici(options, proxies);
  const dispatcher = createPool(undici, options, proxies);
  const send: Transport = (request, cancellation) => dispatch(dispatcher, request, cancellation);
  return Object.assign(send, { fetch: fetchOver(send), close: () => dispatcher.close() });
}

/** TLS ignores a certificate authority that it cannot read, and then trusts nothing. */
function isCertificate(value: unknown): boolean {
  const text = typeof value === "string" ? value : value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : "";
  return text.includes("-----BEGIN ");
}

function createPool(undici: Undici, { maxConnections = 128, keepAliveMs = 4000, ca }: NodeTransportOptions, proxies: ProxySettings): Dispatcher {
  const pool: PoolOptions = {
    connections: maxConnections === Infinity ? null : maxConnections,
    keepAliveTimeout: keepAliveMs,
    ...(ca === undefined ? {} : { connect: { ca: [ca].flat() } }),
  };
  const direct = new undici.Agent(pool);
  return proxies.http === undefined && proxies.https === undefined ? direct : createProxyPool(undici, direct, proxies, pool);
}

function withoutUndici({ withoutUndici: fallback = "refuse", ca }: NodeTransportOptions, { http, https }: ProxySettings): NodeTransport {
  const { reason, advice } = whyAbsent();
  const fail = (option: string, what: string, otherwise: string): never => {
    throw new ConfigurationError("invalid-configuration", `${what} needs undici, ${reason}`, { option, advice: `${advice}, or ${otherwise}` });
  };
  if (fallback === "refuse") fail("withoutUndici", "nodeTransport", 'set withoutUndici to "fetch" to do without it');
  const setting = (https ?? http)?.setting;
  if (setting === "proxy") fail(setting, setting, "leave proxy out");
  if (setting !== undefined) fail(setting, `the proxy of ${setting}`, "set the option proxy to false");
  if (ca !== undefined) fail("ca", "ca", "leave ca out");
  const send = fetchTransport();
  return Object.assign(send, { fetch: fetchOver(send), close: () => Promise.resolve() });
}

// WHATWG Fetch §2.2.3: with these statuses a response has no body, not even an empty one.
const BODILESS = [204, 205, 304];

/** A `fetch` that sends by a transport. */
function fetchOver(transport: Transport): NodeTransport["fetch"] {
  return async (url, init) => {
    const request = new Request(url, init);
    const { signal } = request;
    signal.throwIfAborted();
    const { status, headers, body } = await transport(
      {
        url: request.url.replace(/#.*$/, ""),
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: request.body === null ? undefined : new Uint8Array(await request.arrayBuffer()),
      },
      { signal: () => signal, onCancel: (callback) => signal.addEventListener("abort", () => callback(signal.reason), { once: true }) },
    );
    const reader = body?.getReader();
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { value } = (await reader?.read()) ?? {};
          if (value === undefined) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    const copy = new Headers();
    headers.forEach((value, name) => copy.append(name, value));
    return new Response(BODILESS.includes(status) ? null : stream, { status, headers: copy });
  };
}
