import type { ClientOptions } from "@keywright/core";
import type { NodeTransport } from "@keywright/core/node";
import type { paths } from "@keywright/events/schema";

/** The requests that every client can make. Each returns the parsed body. */
export interface MeasuredClient {
  /** Requests 2 KB of JSON with a GET. */
  small(): Promise<unknown>;
  /** Requests a page of events with a POST: the first one, or the one of a cursor. */
  page(asked: PageRequest): Promise<unknown>;
  /** Walks over all pages, if the client can. */
  walk?(): AsyncIterable<unknown>;
}

/** The body of a request for a page. */
export type PageRequest = { readonly limit: number } | { readonly cursor: string };

/** Creates a client for a base address, and only then imports its library. */
export type MakeClient = (baseUrl: string) => Promise<MeasuredClient>;

const SMALL = "/api/v2/auth/introspect";
const PAGE = "/api/v2/auditevents";
const post = (asked: PageRequest) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) }) as const;

const byFetch =
  (read: (url: string, init: RequestInit) => Promise<unknown>): MakeClient =>
  (baseUrl) =>
    Promise.resolve({ small: () => read(`${baseUrl}${SMALL}`, {}), page: (asked) => read(`${baseUrl}${PAGE}`, post(asked)) });

/** Calls `fetch` with the minimum for a timeout: a timer and a signal. */
async function inTime(url: string, init: RequestInit): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 15_000);
  try {
    return await (await fetch(url, { ...init, signal: controller.signal })).json();
  } finally {
    clearTimeout(timer);
  }
}

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
      // The cost of a request includes observation.
      walk: () => createEventsClient(options).listAuditEvents({ limit: 1000 }).pages(),
    };
  };

/** One transport for all clients of a process, as programs have it. */
const shared: { transport?: Promise<NodeTransport> } = {};

/** Clients, configured as first in their documentation unless the name says more. */
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
  async "openapi-fetch"(baseUrl) {
    const { default: createClient } = await import("openapi-fetch");
    const client = createClient<paths>({ baseUrl });
    return {
      small: async () => (await client.GET(SMALL)).data,
      page: async (asked) => (await client.POST(PAGE, { body: asked })).data,
    };
  },
  // With a token, retries, observation and deadlines.
  keywright: keywright(() => ({})),
  "keywright without deadlines": keywright(() => ({ timeoutMs: Infinity, totalTimeoutMs: Infinity })),
  "keywright on the Node transport": keywright(async () => {
    shared.transport ??= import("@keywright/core/node").then(({ nodeTransport }) => nodeTransport());
    return { transport: await shared.transport };
  }),
} satisfies { readonly [name: string]: MakeClient };

export type ClientName = keyof typeof clients;
