import { ConfigurationError } from "./errors.ts";

/** Header names in lower case, with their values. */
export type HeaderRecord = Record<string, string>;

// RFC 9110 §5.1 and §5.5: a name is a token; a value holds visible characters, spaces and tabs. Platforms repeat a bad value in their own message, so it must not get that far.
const NAME = /^[!#$%&'*+\-.^_`|~\da-z]+$/i;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const OURS = /^(authorization|accept|content-type|content-length|transfer-encoding|connection|host)$/;

/**
 * Checks headers that a user gives and gives them with names in lower case.
 *
 * @throws ConfigurationError naming the header, never its value.
 */
export function checkHeaders(headers: { readonly [name: string]: string } | undefined): HeaderRecord {
  if (headers !== undefined && (Object(headers) !== headers || Symbol.iterator in headers)) refuse("be a plain object of names and values");
  const checked: HeaderRecord = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const lower = name.toLowerCase();
    if (!NAME.test(name)) refuse("have names that are HTTP tokens (RFC 9110 §5.1)");
    if (OURS.test(lower)) refuse(`not hold ${lower}: ${lower === "authorization" ? "give the credential by the token option" : "the contract decides it"}`);
    if (typeof value !== "string" || !VALUE.test(value)) refuse(`have a value for ${lower} that HTTP can carry: visible characters without line breaks`);
    checked[lower] = value;
  }
  return checked;
}

function refuse(expected: string): never {
  throw new ConfigurationError(`headers must ${expected}`);
}
