import type { paths } from "@keywright/events/schema";
import createClient, { type Middleware } from "openapi-fetch";
import { ENDLESS, type MakeClient, type MeasuredClient } from "./clients.ts";

/** As its documentation begins. */
export const plainOpenapiFetch: MakeClient = (baseUrl) => measured(baseUrl, []);

/** With what programs put around it: a token, a repetition, and a figure for each call. */
export const fullOpenapiFetch: MakeClient = (baseUrl) => measured(baseUrl, [telemetry(), retry(), auth]);

function measured(baseUrl: string, middlewares: readonly Middleware[]): MeasuredClient {
  const small = createClient<paths>({ baseUrl });
  const page = createClient<paths>({ baseUrl: `${baseUrl}/${ENDLESS}` });
  for (const client of [small, page]) client.use(...middlewares);
  return {
    small: async () => (await small.GET("/api/v2/auth/introspect")).data,
    page: async () => (await page.POST("/api/v2/auditevents", { body: { limit: 1000 } })).data,
  };
}

const auth: Middleware = {
  onRequest({ request }) {
    request.headers.set("authorization", "Bearer example-token");
    return request;
  },
};

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
