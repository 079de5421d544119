import type { Fetch } from "../src/lib/http/send.ts";
import { fetchOf, type Servers } from "./support.ts";

/** A request as a planted fault sees it. */
export interface Request {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | null;
  readonly contentType: string | null;
  readonly body: string | undefined;
}

/** A response that a planted fault can change. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The value of a JSON body. Any, because faults break it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** Asks the unbroken server, with changes of the request. */
export type Ask = (change?: Partial<Request>) => Promise<Reply>;

/** A server that breaks one rule. */
export interface Planted {
  readonly service: "vault" | "management" | "events";
  /** What is broken. */
  readonly fault: string;
  /** The rule that must find it, as `operation.rule`. */
  readonly rule: string;
  /** Returns the broken response; `undefined` for the unbroken one. */
  readonly break: (request: Request, ask: Ask, servers: Servers) => Promise<Partial<Reply> | undefined>;
}

/** Returns the servers with a fault in one of them. */
export function plant({ service, break: broken }: Planted, servers: Servers): Fetch {
  const unbroken = fetchOf(servers);
  return async (url, init) => {
    const { hostname, origin, pathname, searchParams } = new URL(url);
    if (!hostname.startsWith(service)) return unbroken(url, init);
    const headers = new Headers(init.headers);
    const request = {
      method: init.method ?? "GET",
      path: pathname,
      query: searchParams,
      authorization: headers.get("authorization"),
      contentType: headers.get("content-type"),
      // Decoded only when a fault looks at it or asks the server, because some bodies are too large on purpose.
      get body() {
        return init.body === undefined || init.body === null ? undefined : Buffer.from(init.body as Uint8Array).toString();
      },
    };
    const ask: Ask = async (change = {}) => {
      const asked = { ...request, ...change };
      const fields = { authorization: asked.authorization, "content-type": asked.contentType };
      const given = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]));
      const query = asked.query.size === 0 ? "" : `?${asked.query}`;
      const text = asked.body === undefined ? {} : { body: asked.body };
      return replyOf(await unbroken(`${origin}${asked.path}${query}`, { method: asked.method, headers: given, ...text }));
    };
    const changed = await broken(request, ask, servers);
    return changed === undefined ? unbroken(url, init) : responseOf(changed);
  };
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: response.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : undefined,
  };
}

function responseOf({ status = 200, headers = new Headers({ "content-type": "application/json" }), text, json }: Partial<Reply>): Response {
  const kept = new Headers(headers);
  kept.delete("content-length");
  const body = json === undefined ? text : JSON.stringify(json);
  return new Response(status === 204 ? null : (body ?? null), { status, headers: kept });
}
