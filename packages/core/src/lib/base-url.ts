import { ConfigurationError } from "./errors.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks a base address and gives it without its last slash.
 *
 * The address is never repeated in a message: it may hold a password.
 *
 * @throws ConfigurationError what was expected, what came and what to do.
 */
export function checkBaseUrl(baseUrl: unknown, allowInsecureHttp: boolean): string {
  if (typeof baseUrl !== "string" || baseUrl === "") {
    throw new ConfigurationError(
      `baseUrl must be the service's address, such as "https://service.example.com"; got ${baseUrl === "" ? "an empty string" : typeof baseUrl}`,
    );
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // A browser encodes what no host name holds, such as a space; others refuse it.
  if (url === undefined || url.hostname.includes("%")) {
    throw new ConfigurationError('baseUrl must be a whole address with its scheme, such as "https://service.example.com"; what came cannot be read as one');
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ConfigurationError("baseUrl must begin with https:// (or http:// to this machine)");
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigurationError("baseUrl must not hold a user name or password: give credentials by the client's options");
  }
  if (/[?#]/.test(baseUrl)) {
    throw new ConfigurationError("baseUrl must end with its path: remove the query or fragment behind ? or #");
  }
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname) && !allowInsecureHttp) {
    throw new ConfigurationError(
      `baseUrl is http:// to ${url.hostname}, which would send credentials in clear text: use https://, or set allowInsecureHttp if that is meant`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
