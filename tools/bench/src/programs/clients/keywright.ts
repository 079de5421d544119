import { type ClientOptions } from "@keywright/core";
import { nodeTransport } from "@keywright/core/node";
import { createEventsClient } from "@keywright/events";
import { ENDLESS, type MakeClient, type MeasuredClient } from "./clients.ts";

/** With a token, its repetition, observation and its deadlines: all as it comes. */
export const withDefaults: MakeClient = (baseUrl) => measured(baseUrl, {});

/** The same without deadlines. */
export const withoutDeadlines: MakeClient = (baseUrl) => measured(baseUrl, { timeoutMs: Infinity, totalTimeoutMs: Infinity });

/** All as it comes, on the Node transport. */
export async function onNodeTransport(baseUrl: string): Promise<MeasuredClient> {
  return measured(baseUrl, { transport: await nodeTransport() });
}

function measured(baseUrl: string, more: Partial<ClientOptions>): MeasuredClient {
  const seen = { events: 0 };
  const options = {
    token: "example-token",
    onEvent: () => {
      seen.events += 1;
    },
    ...more,
  };
  const small = createEventsClient({ ...options, baseUrl });
  const page = createEventsClient({ ...options, baseUrl: `${baseUrl}/${ENDLESS}` });
  return { small: () => small.introspect(), page: async () => (await page.raw.listAuditEvents({ limit: 1000 })).body };
}
