import type { ClientOptions } from "@keywright/core";
import type { NodeTransport } from "@keywright/core/node";
import type { paths } from "@keywright/events/schema";
import type { Middleware } from "openapi-fetch";

/** What is asked for, by any client, with the parsed value as what it gives. */
export interface MeasuredClient {
  /** 2 KB of JSON, by a GET. */
  small(): Promise<unknown>;
  /** A page of events, by a POST: the first, or the one of a cursor. */
  page(asked: PageRequest): Promise<unknown>;
  /** All pages, one after the other, if the client walks by itself. */
  walk?(): AsyncIterable<unknown>;
}

/** The body of a request for a page. */
export type PageRequest = { readonly limit: number } | { readonly cursor: string };

/** Makes a client that reads from a base address. It imports what it needs, so that a process loads only what it measures. */
export type MakeClient = (baseUrl: string) => Promise<MeasuredClient>;

const SMALL = "/api/v2/auth/introspect";
const PAGE = "/api/v2/auditevents";
const post = (asked: PageRequest) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) }) as const;

const byFetch =
  (read: (url: string, init: RequestInit) => Promise<unknown>): MakeClient =>
  (baseUrl) =>
    Promise.resolve({ small: () => read(`${baseUrl}${SMALL}`, {}), page: (asked) => read(`${baseUrl}${PAGE}`, post(asked)) });

/** The least that can end a `fetch` in time: a timer, and a signal of its own. */
async function inTime(url: string, init: RequestInit): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 15_000);
  try {
    return await (await fetch(url, { ...init, signal: controller.signal })).json();
  } finally {
    clearTimeout(timer);
  }
}

const openapiFetch =
  (...middlewares: readonly Middleware[]): MakeClient =>
  async (baseUrl) => {
    const { default: createClient } = await import("openapi-fetch");
    const client = createClient<paths>({ baseUrl });
    client.use(...middlewares);
    return {
      small: async () => (await client.GET(SMALL)).data,
      page: async (asked) => (await client.POST(PAGE, { body: asked })).data,
    };
  };

const keywright =
  (optionsOf: () => Partial<ClientOptions> | Promise<Partial<ClientOptions>>): MakeClient =>
  async (baseUrl) => {
    const { createEventsClient } = await import("@keywright/events");
    const options = { baseUrl, token: "example-token", ...(await optionsOf()) };
    const seen = { events: 0 };
    const client = createEventsClient({ ...options, onEvent: () => void (seen.events += 1) });
    return {
      small: () => client.introspect(),
      page: async (asked) => (await client.raw.listAuditEvents(asked)).body,
      // Observation belongs to what a request costs.
      walk: () => createEventsClient(options).listAuditEvents({ limit: 1000 }).pages(),
    };
  };

/** One for all clients of a process, as a program has it. */
const shared: { transport?: Promise<NodeTransport> } = {};

/** Ours and their peers, as their documentation begins, unless the name says more. */
export const clients = {
  fetch: byFetch(async (url, init) => (await fetch(url, init)).json()),
  "fetch with a timer and a signal": byFetch(inTime),
  async "undici.request"(baseUrl) {
    const { request } = await import("undici");
    return {
      small: async () => (await request(`${baseUrl}${SMALL}`)).body.json(),
      page: async (asked) => (await request(`${baseUrl}${PAGE}`, post(asked))).body.json(),
    };
  },
  "openapi-fetch": openapiFetch(),
  // What programs put around it: a figure for each call, a repetition, and a token.
  "openapi-fetch with three middlewares": openapiFetch(telemetry(), retry(), auth()),
  async ky(baseUrl) {
    const { default: ky } = await import("ky");
    return { small: () => ky.get(`${baseUrl}${SMALL}`).json(), page: (asked) => ky.post(`${baseUrl}${PAGE}`, { json: asked }).json() };
  },
  // With connections that are used again, as all others do.
  async axios(baseUrl) {
    const [{ create }, { Agent }] = [await import("axios"), await import("node:http")];
    const client = create({ httpAgent: new Agent({ keepAlive: true }) });
    return {
      small: async () => (await client.get<unknown>(`${baseUrl}${SMALL}`)).data,
      page: async (asked) => (await client.post<unknown>(`${baseUrl}${PAGE}`, asked)).data,
    };
  },
  // With a token, its repetition, observation and its deadlines.
  keywright: keywright(() => ({})),
  "keywright without deadlines": keywright(() => ({ timeoutMs: Infinity, totalTimeoutMs: Infinity })),
  "keywright on the Node transport": keywright(async () => {
    shared.transport ??= import("@keywright/core/node").then(({ nodeTransport }) => nodeTransport());
    return { transport: await shared.transport };
  }),
} satisfies { readonly [name: string]: MakeClient };

export type ClientName = keyof typeof clients;

function auth(): Middleware {
  return {
    onRequest({ request }) {
      request.headers.set("authorization", "Bearer example-token");
      return request;
    },
  };
}

/** A request can be sent once, so that a copy is kept for each that may be repeated. */
function retry(): Middleware {
  const copies = new Map<string, Request>();
  return {
    onRequest({ request, id }) {
      copies.set(id, request.clone());
      return request;
    },
    async onResponse({ response, id }) {
      const copy = copies.get(id);
      copies.delete(id);
      return response.status >= 500 && copy !== undefined ? fetch(copy) : response;
    },
  };
}

function telemetry(): Middleware {
  const begun = new Map<string, number>();
  const seen = { calls: 0, ms: 0 };
  return {
    onRequest({ id }) {
      begun.set(id, performance.now());
      return undefined;
    },
    onResponse({ id }) {
      seen.calls += 1;
      seen.ms += performance.now() - (begun.get(id) ?? 0);
      begun.delete(id);
      return undefined;
    },
  };
}
