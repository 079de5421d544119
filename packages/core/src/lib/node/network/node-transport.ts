import { checkOptions, isCount, isNumber, type Rule, type Rules, TIMER_END } from "../../options/check-options.ts";
import { ConfigurationError } from "../../errors.ts";
import { fetchTransport } from "../../call/stages/exchange.ts";
import type { Cancellation, HttpRequest, Transport, UnreadResponse } from "../../http.ts";
import { dispatch } from "./dispatch.ts";
import { createProxyPool } from "./proxy-pool.ts";
import { type ProxySettings, readProxies } from "./proxy-settings.ts";
import { type Dispatcher, loadUndici, type PoolOptions, type Undici, whyAbsent } from "./undici.ts";

/** The options of {@link nodeTransport}. All are optional. */
export interface NodeTransportOptions {
  /**
   * The maximum number of connections to one origin. Further requests wait, within their time
   * limits. `Infinity` for no limit.
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
   * The address of the proxy, such as `http://proxy.example.com:3128`, or `false` for none. A user
   * name and password in it are only sent to the proxy. The proxy sees the host of an `https`
   * request, and nothing else.
   *
   * By default the proxies of the environment: `HTTPS_PROXY` for `https`, `HTTP_PROXY` for `http`,
   * and `NO_PROXY` for hosts that need none; a name in lower case takes precedence. Requests to
   * this machine (`localhost`, `127.0.0.0/8`, `::1`) do not use these proxies, and do not use this
   * option if they are `http`, because the proxy would see them in clear text. An address of the
   * environment without a scheme is `http`; an invalid one is a `ConfigurationError` of the calls
   * that need it.
   *
   * @default the proxies of the environment
   */
  readonly proxy?: string | false | undefined;
  /**
   * The certificate authorities to trust, in PEM, in place of those that Node trusts, which include
   * those of `NODE_EXTRA_CA_CERTS`. To add one, with `node:tls` of Node 22.15 and later:
   * `[...tls.getCACertificates("default"), own]`; before, `[...tls.rootCertificates, own]`, without
   * those of `NODE_EXTRA_CA_CERTS`.
   *
   * @default those of Node
   */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /**
   * What happens if undici is not installed, or Bun replaces it with its own: `"refuse"` throws,
   * `"fetch"` uses the platform's `fetch`, which is slower and takes neither a proxy nor `ca`. With
   * one of these, or a proxy in the environment, it also throws. With `proxy: false`, the
   * platform's `fetch` decides whether it uses a proxy.
   *
   * @default `"refuse"`
   */
  readonly withoutUndici?: "refuse" | "fetch" | undefined;
}

/** A value for the option `transport` of any number of clients. */
export interface NodeTransport {
  (request: HttpRequest, cancellation: Cancellation): Promise<UnreadResponse>;
  /** The interface of `fetch` over the same connections, for token endpoints. No redirects. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Waits for running requests, then closes all connections; later ones fail. Idle connections do
   * not keep the process alive.
   */
  close(): Promise<void>;
}

/** The rule of the option `ca`. */
export const CERTIFICATES: Rule = [
  (value) => [value].flat().length > 0 && [value].flat().every(isCertificate),
  "certificates in PEM, as a string or bytes, or an array of these",
];

const RULES: Rules = {
  maxConnections: [(value) => isCount(value, 1), "a whole number of at least 1, or Infinity"],
  keepAliveMs: [(value) => isNumber(value, 1, TIMER_END), "a time in milliseconds of at least 1"],
  proxy: [(value) => typeof value === "string" || value === false, 'an address such as "http://proxy.example.com:3128", or false'],
  ca: CERTIFICATES,
  withoutUndici: [(value) => value === "refuse" || value === "fetch", '"fetch", or omitted'],
};

/**
 * Returns a transport that sends requests with undici. It costs less than half of the processor
 * time of `fetch`, and has options for proxies and certificate authorities. undici is an optional
 * peer dependency.
 *
 * Unlike `fetch`, it fails if a compressed response ends early.
 *
 * @returns A value for the option `transport` of a client.
 * @throws ConfigurationError if undici is not installed, or an option is invalid.
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

/** Whether a value looks like a certificate. TLS ignores an unreadable one and trusts nothing. */
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
  if (fallback === "refuse") fail("withoutUndici", "nodeTransport", 'set withoutUndici to "fetch"');
  const setting = (https ?? http)?.setting;
  if (setting === "proxy") fail(setting, setting, "omit proxy");
  if (setting !== undefined) fail(setting, `the proxy of ${setting}`, "set the option proxy to false");
  if (ca !== undefined) fail("ca", "ca", "omit ca");
  const send = fetchTransport();
  return Object.assign(send, { fetch: fetchOver(send), close: () => Promise.resolve() });
}

// WHATWG Fetch §2.2.3: with these statuses a response has no body, not even an empty one.
const BODILESS = [204, 205, 304];

/** Returns a `fetch` that sends with a transport. */
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
