import { ConfigurationError } from "./errors.ts";
import { describe } from "./refuse-input.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks a base address and gives it without its last slash.
 *
 * The address is never repeated in a message: it may hold a password.
 *
 * @throws ConfigurationError what was expected, what came and what to do.
 */
export function checkBaseUrl(baseUrl: unknown, allowInsecureHttp: boolean): string {
  const given = typeof baseUrl === "string" ? baseUrl : "";
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // A browser encodes what no host name holds, such as a space; others refuse it.
  if (url === undefined || url.hostname.includes("%"))
    throw new ConfigurationError(`baseUrl must be a whole address with its scheme, such as "https://service.example.com"; got ${describe(baseUrl)}`);
  const { protocol, username, password, hostname, origin, pathname } = url;
  const faults: readonly (readonly [found: boolean, message: string])[] = [
    [!/^https?:$/.test(protocol), "must begin with https:// (or http:// to this machine)"],
    [`${username}${password}` !== "", "must not hold a user name or password: give the credential by its own option"],
    [/[?#]/.test(given), "must not hold a query or fragment: remove it"],
    [
      protocol === "http:" && !LOOPBACK.test(hostname) && !allowInsecureHttp,
      `is http:// to ${hostname}, which would send credentials in clear text: use https://, or set allowInsecureHttp`,
    ],
  ];
  const fault = faults.find(([found]) => found);
  if (fault !== undefined) throw new ConfigurationError(`baseUrl ${fault[1]}`);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}
