import { ArgumentError } from "./errors.ts";
import { isAtOrigin } from "./origin.ts";
import type { Operation } from "./operation.ts";
import { describe } from "./refuse-input.ts";

// What a URL parser would mend or drop, and a service never gives out: it only serves to make an address look like another.
const MENDED = /[\s\\]|\p{Cc}/u;

/**
 * Sees that an address out of an answer stands where the credential may go, and gives it whole.
 *
 * @throws ArgumentError where it does not. A foreign origin is named; the rest may be a secret.
 */
export function pinAddress({ id: operationId }: Operation, address: unknown, baseUrl: string): string {
  const refuse = (came: string): never => {
    const { origin } = new URL(baseUrl);
    throw new ArgumentError(
      `${operationId}: the address must be one at ${origin}, which is baseUrl's, so that the token goes nowhere else; got ${came}`,
      "address",
      { operationId },
    );
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
