import type { EmulatorResponse } from "./http.ts";

/** Headers by their names. */
export type HeaderValues = { readonly [name: string]: string };

// RFC 9110 §5.1, §5.5: a name is a token; a value has no control characters or outer spaces.
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const VALUE = /^(?:[\u0021-\u007E\u0080-\u00FF](?:[\t\u0020-\u007E\u0080-\u00FF]*[\u0021-\u007E\u0080-\u00FF])?)?$/;

/** Set by the transport. Another value would break the response. */
const OF_THE_TRANSPORT = ["connection", "content-length", "date", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

/** Returns what is wrong with a header to add to every response, or `undefined` if it is valid. */
export function headerProblem(name: string, value: unknown): string | undefined {
  if (!NAME.test(name)) return `${JSON.stringify(name.slice(0, 40))} is not the name of an HTTP header: use letters, digits and hyphens`;
  if (OF_THE_TRANSPORT.includes(name.toLowerCase())) return `${name} is set by the transport: use another header`;
  if (typeof value !== "string" || !VALUE.test(value))
    return `the value of ${name} must be text of ISO 8859-1, without control characters or spaces at its ends`;
  return undefined;
}

/** Returns a function that adds headers to a response. A response's own headers take precedence. */
export function headerAdder(headers: HeaderValues | undefined): (response: EmulatorResponse) => EmulatorResponse {
  if (headers === undefined) return (response) => response;
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (response) => ({ ...response, headers: { ...named, ...response.headers } });
}
