import type { ClientOptions, ResponseHeaders, Transport } from "@keywright/core";
import { expect, it } from "vitest";
import type { ServiceTarget } from "./target.ts";

/** A request as sent. */
export interface SentRequest {
  readonly method: string;
  /** The path and query after the target's address. */
  readonly path: string;
  /** All headers of the client, by names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Text of the body; `undefined` if there was none. */
  readonly body: string | undefined;
}

/** Returns a request with a token, and with a body in JSON if there is one. */
export function sentBy(
  token: string,
  method: string,
  path: string,
  { accept = "application/json", body }: { readonly accept?: string; readonly body?: unknown } = {},
): SentRequest {
  const headers = { accept, authorization: `Bearer ${token}` };
  return body === undefined
    ? { method, path, headers, body: undefined }
    : { method, path, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** The client of a test, with its requests and responses. */
export interface Session<Client> {
  readonly client: Client;
  /** Creates another client of the target with another token. */
  readonly clientWith: (token: string) => Client;
  readonly token: string;
  readonly baseUrl: string;
  readonly requests: readonly SentRequest[];
  readonly responses: readonly { readonly status: number; readonly headers: Headers }[];
}

/** Registers a test that calls a target, and fails if a response reports a broken contract. */
export type Check<Client> = (title: string, body: (session: Session<Client>) => Promise<void>) => void;

/**
 * Returns the function that registers tests, each with its own client, whose requests are recorded.
 *
 * @param create Creates the service's client.
 * @param target The server to call.
 */
export function createCheck<Client>(create: (options: ClientOptions) => Client, target: ServiceTarget): Check<Client> {
  return (title, body) => {
    it(title, async () => {
      const session = openSession(create, target);
      await body(session);
      expect(session.responses.length, "a test of a contract calls the server").toBeGreaterThan(0);
      for (const [index, { headers }] of session.responses.entries()) {
        expect(
          headers.get("sl-violations"),
          `the response to ${session.requests[index]?.method} ${session.requests[index]?.path} reports what broke the contract`,
        ).toBeNull();
      }
    });
  };
}

function openSession<Client>(create: (options: ClientOptions) => Client, target: ServiceTarget): Session<Client> {
  const baseUrl = typeof target.baseUrl === "function" ? target.baseUrl() : target.baseUrl;
  const token = typeof target.token === "function" ? target.token() : target.token;
  const send = target.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const requests: SentRequest[] = [];
  const responses: { readonly status: number; readonly headers: Headers }[] = [];
  const see = ({ url, ...request }: Omit<SentRequest, "path"> & { readonly url: string }): void => {
    expect(url.startsWith(`${baseUrl}/`), `${url} lies below ${baseUrl}`).toBe(true);
    requests.push({ ...request, path: url.slice(baseUrl.length) });
  };
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const body = typeof init.body === "string" ? init.body : undefined;
    see({ url, method: init.method ?? "GET", headers: Object.fromEntries(new Headers(init.headers)), body });
    const response = await send(url, init);
    responses.push({ status: response.status, headers: response.headers });
    return response;
  };
  const carrier = target.transport?.();
  const carry = async (...[request, cancellation]: Parameters<Transport>): ReturnType<Transport> => {
    see({ ...request, body: typeof request.body === "string" ? request.body : undefined });
    const response = await (carrier as Transport)(request, cancellation);
    responses.push({ status: response.status, headers: platformHeaders(response.headers) });
    return response;
  };
  const clientWith = (ownToken: string): Client => create({ baseUrl, token: ownToken, ...(carrier === undefined ? { fetch } : { transport: carry }) });
  return { client: clientWith(token), clientWith, token, baseUrl, requests, responses };
}

/** Returns a response's headers as platform headers. */
export function platformHeaders(headers: ResponseHeaders): Headers {
  const copy = new Headers();
  headers.forEach((value, name) => copy.append(name, value));
  return copy;
}
