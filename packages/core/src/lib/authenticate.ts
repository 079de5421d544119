import type { Call, ClientOptions, TokenProvider } from "./client-options.ts";
import type { Input } from "./check-input.ts";
import { ConfigurationError, TokenError } from "./errors.ts";

/** Gives the value of the `Authorization` header of one attempt; `undefined` where the contract asks for none. */
export type Authorize = () => Promise<string | undefined>;

/** Makes the {@link Authorize} of a call, as the contract secures its operation. */
export function createAuthorization(options: ClientOptions): (call: Call, input: Input) => Authorize {
  const getToken = tokenSource(options.token);
  return (call, input) => {
    const { security, id } = call.operation;
    if (security.scheme === "none") return async () => undefined;
    if (security.scheme === "basic") return async () => basic(String(input["clientId"]), String(input["clientSecret"]));
    return async () => {
      if (getToken === undefined) {
        throw new ConfigurationError(`${id} needs a bearer token: give the client a token, a function that gives one, or a token provider`, { operationId: id, code: "missing-token" });
      }
      return `Bearer ${checkToken(id, await getToken(call.signal))}`;
    };
  };
}

function tokenSource(token: ClientOptions["token"]): ((signal: AbortSignal | undefined) => string | Promise<string>) | undefined {
  if (token === undefined) return undefined;
  if (typeof token === "string") return () => token;
  if (typeof token === "function") return () => token();
  if (typeof token === "object" && token !== null && typeof (token as TokenProvider).getToken === "function") return (signal) => (token as TokenProvider).getToken(signal);
  throw new ConfigurationError("token must be a string, a function that gives one, or a token provider with getToken");
}

// RFC 6750 §2.1 and RFC 9110 §5.5: what a header can carry without being read as something else.
const TOKEN = /^[\x21-\x7e]+$/;

function checkToken(operationId: string, token: unknown): string {
  if (typeof token !== "string" || token === "") throw new TokenError(`${operationId} needs a bearer token; the token option gave ${token === "" ? "an empty string" : `a value of type ${typeof token}`}`, { operationId });
  if (!TOKEN.test(token)) {
    throw new TokenError(`${operationId} needs a bearer token of visible ASCII characters; the one given (${token.length} characters) holds others, such as a space or a line break at its end`, { operationId });
  }
  return token;
}

// RFC 7617 §2: user-id, a colon and the password, in UTF-8, as Base64.
function basic(clientId: string, clientSecret: string): string {
  const bytes = new TextEncoder().encode(`${clientId}:${clientSecret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
