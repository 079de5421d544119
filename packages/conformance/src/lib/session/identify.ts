import { type CompletedExchange, mediaTypeOf } from "../http/exchange.ts";
import { Broken } from "./outcome.ts";
import type { Input, Session } from "./session.ts";

/** The server is not reachable, rejects the credentials, or is not one of this service. */
export class CannotTest extends Error {
  override readonly name = "CannotTest";
}

/**
 * Sends the first request to a server.
 *
 * @throws CannotTest if it is down, redirects, rejects the credentials, or returns a web page.
 */
export async function identify(session: Session, operation: string, input: Input = {}): Promise<CompletedExchange> {
  const first = await session.attempt(operation, input).catch((error: unknown) => {
    throw error instanceof Broken ? new CannotTest(error.message) : error;
  });
  const { status, headers, text } = first.response;
  const what = `${operation} (${first.request.method} ${new URL(first.request.url).pathname})`;
  if (status >= 300 && status < 400)
    throw new CannotTest(`${what} redirects to ${originOf(headers["location"])}: set the address of the service itself, without a login page`);
  if (mediaTypeOf(headers["content-type"]) === "text/html" || /^\s*</.test(text))
    throw new CannotTest(`${what} returned a page for people with status ${status}: check the address`);
  if (status === 401) throw new CannotTest(`${what} rejected the credentials with status 401: check the variables of the environment`);
  if (status === 404) throw new CannotTest(`${what} does not exist there: check the address, which is without the path of an operation`);
  if (status >= 500) throw new CannotTest(`${what} failed with status ${status}`);
  return first;
}

/** The rest of an address can have a secret. */
function originOf(location = ""): string {
  try {
    return new URL(location).origin;
  } catch {
    return "another path";
  }
}
