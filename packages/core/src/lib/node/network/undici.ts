import { ConfigurationError } from "../../errors.ts";
import { codeOf } from "../files/atomic-file.ts";

// undici's interface as far as used: its own types would have to be installed to compile these.

/** Controls a request under way. */
export interface DispatchController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Header lines by name in lower case. */
export type ReceivedHeaders = { readonly [name: string]: string | readonly string[] | undefined };

/** Called with each part of a response as it arrives. */
export interface DispatchHandler {
  onRequestStart(controller: DispatchController): void;
  onResponseStart(controller: DispatchController, status: number, headers: ReceivedHeaders): void;
  onResponseData(controller: DispatchController, chunk: Uint8Array): void;
  onResponseEnd(): void;
  onResponseError(controller: DispatchController | undefined, error: unknown): void;
}

/** The request to send. */
export interface DispatchOptions {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** A pool of connections. */
export interface Dispatcher {
  dispatch(options: DispatchOptions, handler: DispatchHandler): boolean;
  close(): Promise<void>;
}

/** The options of a pool. */
export interface PoolOptions {
  readonly connections: number | null;
  readonly keepAliveTimeout: number;
  readonly connect?: object;
}

/** The connections to a proxy. `connect` asks it for a tunnel. */
export interface ProxyClient {
  connect(target: { readonly path: string }): Promise<{ readonly statusCode: number; readonly socket: { destroy(): unknown } }>;
  close(): Promise<void>;
  destroy(error?: Error): Promise<void>;
}

/** The options of a pool of connections through a proxy. */
export interface ProxyOptions extends PoolOptions {
  readonly uri: string;
  /** The value of the header `Proxy-Authorization`. */
  readonly token?: string;
  /** Whether `http` requests go through a tunnel, too. */
  readonly proxyTunnel: boolean;
  readonly requestTls?: object;
  readonly proxyTls?: object;
  readonly clientFactory: (proxy: URL, options: object) => ProxyClient;
}

/** The classes of undici that are used. */
export interface Undici {
  readonly Agent: new (options: PoolOptions) => Dispatcher;
  readonly Pool: new (origin: URL, options: object) => ProxyClient;
  readonly ProxyAgent: new (options: ProxyOptions) => Dispatcher;
}

const isBun = (): boolean => "bun" in process.versions;

/** Returns why undici is missing, and what to do. */
export function whyAbsent(): { readonly reason: string; readonly advice: string } {
  return isBun()
    ? { reason: "which Bun replaces with its own", advice: "run it in Node" }
    : { reason: "which is not installed", advice: "npm install undici@7" };
}

/**
 * Loads undici, which the user installs.
 *
 * @returns `undefined` if it is not installed, or if Bun replaces it with its own, which has no
 * `dispatch`.
 * @throws ConfigurationError if the installed version cannot be used.
 */
export async function loadUndici(): Promise<Undici | undefined> {
  let found: object;
  try {
    found = await import("undici");
  } catch (error) {
    if (codeOf(error) === "ERR_MODULE_NOT_FOUND") return undefined;
    throw new ConfigurationError("invalid-configuration", "undici is installed but cannot be loaded", { advice: "install undici 7 again", cause: error });
  }
  if (isSupported(found)) return found;
  if (isBun()) return undefined;
  throw new ConfigurationError("invalid-configuration", "the installed undici is too old", { advice: "install undici 7" });
}

/** The handlers have had their form since version 7, which also brought `cacheStores`. */
function isSupported(found: object): found is Undici {
  return "Agent" in found && "ProxyAgent" in found && "cacheStores" in found;
}
