import { ConfigurationError } from "../errors.ts";
import { describe } from "../refuse-input.ts";
import type { NodeTransportOptions } from "./node-transport-options.ts";

/** @throws ConfigurationError naming the first option that cannot work, and what it takes. */
export function checkTransportOptions(options: NodeTransportOptions): void {
  check(typeof options === "object", "the options of nodeTransport", "an object such as { maxConnections: 16 }", options);
  const { maxConnections, keepAliveMs, proxy, ca, withoutUndici } = options;
  check(Number.isInteger(maxConnections) && (maxConnections as number) > 0, "maxConnections", "a whole number of at least 1", maxConnections);
  check(typeof keepAliveMs === "number" && keepAliveMs >= 1 && keepAliveMs <= 2 ** 31 - 1, "keepAliveMs", "a time in milliseconds of at least 1", keepAliveMs);
  check(typeof proxy === "string", "proxy", 'an address such as "http://proxy.example.com:3128"', proxy);
  if (proxy !== undefined) checkProxy(proxy);
  const authorities: readonly unknown[] = Array.isArray(ca) ? ca : [ca];
  check(authorities.length > 0 && authorities.every(isCertificate), "ca", "certificates in PEM, as a string or bytes, or an array of these", ca);
  check(withoutUndici === "refuse" || withoutUndici === "fetch", "withoutUndici", '"refuse" or "fetch"', withoutUndici);
}

/** Checks the address of a proxy. It may hold a password, so that it is never repeated. */
export function checkProxy(proxy: string): string {
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw new ConfigurationError(
      'proxy must be a whole address with http:// or https://, such as "http://proxy.example.com:3128"; what came cannot be read as one',
    );
  return url.href;
}

// A certificate authority that is none is ignored by TLS without a word, and then nothing is trusted.
function isCertificate(value: unknown): boolean {
  const text = typeof value === "string" ? value : value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : "";
  return text.includes("-----BEGIN ");
}

function check(works: boolean, name: string, expected: string, value: unknown): void {
  if (value === null || (value !== undefined && !works)) throw new ConfigurationError(`${name} must be ${expected}; got ${describe(value)}`);
}
