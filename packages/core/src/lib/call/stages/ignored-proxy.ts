import { isLoopback } from "../request/address.ts";

/**
 * Returns the environment variable of a proxy, which Node's `fetch` does not use by default.
 *
 * @param error The error of the request. Those of other transports have other messages.
 */
export function ignoredProxy(error: unknown, url: string): string | undefined {
  const { protocol, hostname } = new URL(url);
  const { process } = globalThis as { readonly process?: { readonly env?: { readonly [name: string]: string | undefined } } };
  const env = process?.env;
  if (!env || (error as Error | undefined)?.message !== "fetch failed" || env["NODE_USE_ENV_PROXY"] || isLoopback(hostname)) return undefined;
  const name = `${protocol.slice(0, -1)}_proxy`;
  return [name, name.toUpperCase()].find((each) => env[each]);
}
