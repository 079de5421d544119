import type { Operation } from "../../contract.ts";
import { ArgumentError, ConfigurationError, describe } from "../../errors.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Parses a URL. `URL.canParse` of Node 20 rejects "bücher.example" once it is optimized. */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/**
 * Checks a base URL and returns it without trailing slashes.
 *
 * Messages never contain the URL, because it may contain a password.
 *
 * @param option The option that has the URL.
 * @throws ConfigurationError if the URL is invalid: what was expected, what came and what to do.
 */
export function checkBaseUrl(baseUrl: unknown, allowInsecureHttp = false, option = "baseUrl"): string {
  const given = typeof baseUrl === "string" ? baseUrl : "";
  const url = parseUrl(given);
  const fail = (problem: string, advice?: string): never => {
    throw new ConfigurationError("invalid-configuration", `${option} ${problem}`, { option, advice });
  };
  // Browsers encode invalid characters of a host name, such as a space; others reject them.
  if (url === undefined || url.hostname.includes("%"))
    return fail(`must be a whole address with its scheme, such as "https://service.example.com"; got ${describe(baseUrl)}`);
  const { protocol, username, password, hostname, origin, pathname } = url;
  if (!/^https?:$/.test(protocol)) fail("must begin with https:// (or http:// to this machine)");
  if (username || password) fail("must not hold a user name or password", "give the credential by its own option");
  if (/[?#]/.test(given)) fail("must not hold a query or fragment", "remove it");
  if (protocol === "http:" && !isLoopback(hostname) && !allowInsecureHttp)
    fail(`is http:// to ${hostname}, which would send credentials in clear text`, "use https://, or set allowInsecureHttp");
  // No pattern for slashes at the end: its time would grow with the square of their number.
  let end = pathname.length;
  while (pathname[end - 1] === "/") end -= 1;
  return origin + pathname.slice(0, end);
}

/**
 * Whether an untrusted URL is at the origin of a base URL, because credentials are only sent there.
 *
 * A URL with a user name or password, an invalid URL, and a URL with another scheme, host or port
 * are at another origin.
 */
export function isAtOrigin(address: string, baseUrl: string): boolean {
  const url = parseUrl(address, baseUrl);
  return url !== undefined && url.origin === new URL(baseUrl).origin && url.username === "" && url.password === "";
}

// Characters that a URL parser changes or drops: they can disguise a URL as another one.
const MENDED = /[\s\\]|\p{Cc}/u;

/**
 * Checks that a URL from a response is at the origin of the base URL, and returns it as an absolute
 * URL.
 *
 * @throws ArgumentError if it is not. The message shows at most the origin, because the rest may be
 * a secret.
 */
export function pinAddress({ id, address: argument }: Operation, address: unknown, baseUrl: string): string {
  const reject = (came: string): never => {
    const expected = `must be an address at ${new URL(baseUrl).origin}, the origin of baseUrl: tokens are only sent there`;
    throw new ArgumentError("invalid-argument", `${id}: ${argument} ${expected}; got ${came}`, { argument, expected, operationId: id });
  };
  if (typeof address !== "string" || address === "") return reject(describe(address));
  if (MENDED.test(address)) return reject("one with white space, a backslash or a control character");
  // RFC 3986 §4.2: only an absolute path does not depend on the URL of its response.
  const whole = parseUrl(address);
  if (whole === undefined && !/^\/(?!\/)/.test(address)) return reject("one that is neither whole nor a path from the root");
  // Without a base: with a base of the same scheme, "https:host" would be a path.
  const url = whole ?? new URL(address, baseUrl);
  if (url.username !== "" || url.password !== "") return reject("one with a user name or password");
  // For other schemes the message has the scheme, because runtimes return different origins.
  if (!isAtOrigin(url.href, baseUrl)) return reject(`one at ${/^https?:$/.test(url.protocol) ? url.origin : url.protocol}`);
  url.hash = "";
  return url.href;
}
