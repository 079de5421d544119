import { ConfigurationError } from "../errors.ts";

// What is used of undici, by its public interface: its own types would have to be installed by everybody who reads our declarations.

/** Steers one request while it is under way. */
export interface DispatchController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Header lines by name in lower case. */
export type ReceivedHeaders = { readonly [name: string]: string | readonly string[] | undefined };

/** Told of each part of an answer as it arrives. */
export interface DispatchHandler {
  onRequestStart(controller: DispatchController): void;
  onResponseStart(controller: DispatchController, status: number, headers: ReceivedHeaders): void;
  onResponseData(controller: DispatchController, chunk: Uint8Array): void;
  onResponseEnd(): void;
  onResponseError(controller: DispatchController | undefined, error: unknown): void;
}

/** What is to be sent. */
export interface DispatchOptions {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** A pool of connections. */
export interface Dispatcher {
  dispatch(options: DispatchOptions, handler: DispatchHandler): boolean;
  close(): Promise<void>;
}

/** How a pool is made. */
export interface PoolOptions {
  readonly connections: number;
  readonly keepAliveTimeout: number;
  readonly connect?: object;
}

/** The classes of undici that are used. */
export interface Undici {
  readonly Agent: new (options: PoolOptions) => Dispatcher;
  readonly ProxyAgent: new (options: PoolOptions & { readonly uri: string; readonly requestTls?: object; readonly proxyTls?: object }) => Dispatcher;
}

const inBun = (): boolean => "bun" in process.versions;

/** Why there is no undici, and what to do for it. */
export const absence = (): string => (inBun() ? "which Bun replaces by one of its own: run it in Node" : "which is not installed: npm install undici@7");

/**
 * Loads undici, which is installed by who wants it.
 *
 * @returns `undefined` where it is not installed, or where Bun gives its own in its place, which cannot be dispatched on.
 * @throws ConfigurationError where what is installed cannot be used.
 */
export async function loadUndici(): Promise<Undici | undefined> {
  let found: Partial<Undici>;
  try {
    found = (await import("undici")) as unknown as Partial<Undici>;
  } catch (error) {
    if ((error as { readonly code?: unknown } | null)?.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw new ConfigurationError("undici is installed and cannot be loaded: install undici 7 again", { cause: error });
  }
  const { Agent, ProxyAgent } = found;
  // Its handlers have had this form since version 7, which brought the stores of its cache.
  if (Agent === undefined || ProxyAgent === undefined || !("cacheStores" in found)) {
    if (inBun()) return undefined;
    throw new ConfigurationError("the undici that is installed is too old: install undici 7");
  }
  return { Agent, ProxyAgent };
}
