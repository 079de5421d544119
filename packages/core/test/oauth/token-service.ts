import { jsonResponse, recordingFetch, type RecordedRequest, type RecordingFetch } from "@keywright/tool-test-kit/testing";
import { inspect } from "node:util";
import type { TokenProvider } from "../../src/index.ts";
import type { TokenStore } from "../../src/oauth.ts";

/** Who asks, and where. */
export const credentials = { tokenUrl: "https://id.example.com/connect/token", clientId: "client-1", clientSecret: "secret-1" };

/** An respond with a token that lives an hour. */
export function issued(token: string, more: object = {}): Response {
  return jsonResponse(200, { access_token: token, token_type: "Bearer", expires_in: 3600, ...more });
}

/** An respond of a text, or of bytes. */
export function text(body: BodyInit, status = 200, headers: { readonly [name: string]: string } = { "content-type": "application/json" }): Response {
  return new Response(body, { status, headers });
}

/** A refusal as RFC 6749 §5.2 writes it. */
export function rejected(error: string, status = 400): Response {
  return jsonResponse(status, { error, error_description: "words of the service" });
}

/** A `fetch` that gives `token-1`, `token-2` and so on for as long as it is asked, or what a function makes of the number. */
export function tokenService(
  respond: (count: number, request: RecordedRequest) => Response | Promise<Response> = (count) => issued(`token-${count}`),
): RecordingFetch {
  let count = 0;
  const next = (request: RecordedRequest): Response | Promise<Response> => respond((count += 1), request);
  return recordingFetch(...Array.from({ length: 3000 }, () => next));
}

/** A `fetch` of a service that takes some tokens alone, with how often it was asked. */
export function guardedService(takes: (token: string) => boolean): RecordingFetch {
  const respond = ({ headers }: RecordedRequest): Response =>
    takes((headers["authorization"] ?? "").replace("Bearer ", ""))
      ? jsonResponse(200, { a: 1 })
      : jsonResponse(401, { detail: "The token is not valid" }, { "www-authenticate": 'Bearer error="invalid_token"' });
  return recordingFetch(...Array.from({ length: 3000 }, () => respond));
}

/** The token that a provider gives, or what it fails with. */
export async function tokenOf(provider: TokenProvider): Promise<unknown> {
  try {
    return await provider.getToken();
  } catch (error) {
    return error;
  }
}

/** The members of each form that was sent. */
export function forms(fetch: RecordingFetch): Record<string, string>[] {
  return fetch.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
}

/** A store that notes what is done to it. */
export function notingStore(initial?: string): TokenStore & { readonly seen: string[]; kept: string | undefined } {
  const store = {
    seen: [] as string[],
    kept: initial,
    async load() {
      store.seen.push("load");
      return store.kept;
    },
    async save(token: string) {
      store.seen.push(`save ${token}`);
      store.kept = token;
    },
  };
  return store;
}

/** All that a log can show of an error: its text, its members, its causes, hidden ones too. */
export function shown(error: unknown): string {
  const { message, stack, cause } = error as Error;
  return [message, stack, String(error), JSON.stringify(error), JSON.stringify(cause), inspect(error, { depth: 10, showHidden: true })].join("\n");
}
