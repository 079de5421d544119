import { ArgumentError } from "./errors.ts";
import { isAtOrigin } from "./origin.ts";
import type { Operation } from "./operation.ts";
import type { Input } from "./check-input.ts";
import { describe } from "./refuse-input.ts";

// What a URL parser would mend or drop, and a service never gives out: it only serves to make an address look like another.
const MENDED = /[\s\\]|\p{Cc}/u;

/**
 * Reads the address of an operation from its input. It comes from a response, so it must be at the origin that the token may be sent to.
 *
 * @param name The property of the input that holds the address.
 * @throws ArgumentError if the address is at another origin. The message names that origin only: the rest may be a secret.
 */
export function pinAddress({ id: operationId }: Operation, name: string, input: Input, baseUrl: string): string {
  const address = input[name];
  const refuse = (came: string): never => {
    const { origin } = new URL(baseUrl);
    throw new ArgumentError(`${operationId}: ${name} must be an address at ${origin}, the origin of baseUrl: tokens are only sent there; got ${came}`, name, {
      operationId,
    });
  };
  if (typeof address !== "string" || address === "") return refuse(describe(address));
  if (MENDED.test(address)) return refuse("one with white space, a backslash or a control character");
  // RFC 3986 §4.2: only an absolute path means the same whichever answer it came from.
  const whole = URL.canParse(address);
  if (!whole && !/^\/(?!\/)/.test(address)) return refuse("one that is neither whole nor a path from the root");
  // A whole one is read by itself: beside a base of its scheme, "https:host" would be a path.
  const url = whole ? new URL(address) : new URL(address, baseUrl);
  if (url.username !== "" || url.password !== "") return refuse("one with a user name or password");
  // Of other schemes, runtimes give different origins.
  if (!isAtOrigin(url.href, baseUrl)) return refuse(`one at ${/^https?:$/.test(url.protocol) ? url.origin : url.protocol}`);
  url.hash = "";
  return url.href;
}
