import { ConfigurationError } from "./errors.ts";

/** Header names in lower case, with their values. */
export type HeaderRecord = Record<string, string>;

// RFC 9110 §5.1 and §5.5: a name is a token; a value holds visible characters, spaces and tabs. Platforms repeat a bad value in their own message, so it must not get that far.
const NAME = /^[!#$%&'*+\-.^_`|~\da-z]+$/i;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const OURS = new Set(["authorization", "accept", "content-type", "content-length", "transfer-encoding", "connection", "host"]);

/**
 * Checks headers that a user gives and gives them with names in lower case.
 *
 * @throws ConfigurationError naming the header, never its value.
 */
export function checkHeaders(headers: { readonly [name: string]: string } | undefined): HeaderRecord {
  if (headers !== undefined && Symbol.iterator in headers)
    throw new ConfigurationError('headers must be a plain object, such as { "user-agent": "my-program" }');
  const checked: HeaderRecord = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const lower = name.toLowerCase();
    if (!NAME.test(name)) throw new ConfigurationError("headers holds a name that is not an HTTP token (RFC 9110 §5.1)");
    if (OURS.has(lower))
      throw new ConfigurationError(
        `headers must not hold ${lower}: ${lower === "authorization" ? "give the credential by the token option" : "the contract decides it"}`,
      );
    if (typeof value !== "string" || !VALUE.test(value))
      throw new ConfigurationError(`the header ${lower} holds a value that HTTP cannot carry: use visible characters without line breaks`);
    checked[lower] = value;
  }
  return checked;
}
