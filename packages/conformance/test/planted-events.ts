import type { Planted, Request } from "./planted.ts";

const isStream = ({ path }: Request): boolean => path === "/api/v2/auditevents";
const bodyOf = ({ body }: Request): { readonly cursor?: string; readonly limit?: number; readonly start_time?: string; readonly end_time?: string } => {
  try {
    return Object(JSON.parse(body ?? "{}"));
  } catch {
    return {};
  }
};

/** The number of pages that were read by a cursor, by server. */
const used = new WeakMap<object, number>();

/** Faults of an events service. */
export const EVENTS_FAULTS: readonly Planted[] = [
  {
    service: "events",
    fault: "a cursor of another stream that is accepted",
    rule: "listItemUsages.cursor-stream",
    async break(request, ask) {
      const reply = isStream(request) ? await ask() : undefined;
      return reply?.status === 400 && (bodyOf(request).cursor?.length ?? 0) > 30 ? ask({ body: "{}" }) : reply;
    },
  },
  {
    service: "events",
    fault: "an unknown cursor that is accepted",
    rule: "listAuditEvents.cursor",
    break: async (request, ask) => (isStream(request) && bodyOf(request).cursor === "keywright-conformance" ? ask({ body: "{}" }) : undefined),
  },
  {
    service: "events",
    fault: "a limit that is ignored",
    rule: "listAuditEvents.page-size",
    break: async (request, ask) =>
      isStream(request) && bodyOf(request).limit === 2 ? ask({ body: JSON.stringify({ ...bodyOf(request), limit: 50 }) }) : undefined,
  },
  {
    service: "events",
    fault: "a limit next to a cursor that counts",
    rule: "listAuditEvents.cursor-wins",
    async break(request, ask) {
      const { cursor, limit } = bodyOf(request);
      const reply = isStream(request) && cursor !== undefined ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, items: reply.json.items.slice(0, limit) } } : reply;
    },
  },
  {
    service: "events",
    fault: "an event that is skipped between two pages",
    rule: "listAuditEvents.cursor-next",
    async break(request, ask) {
      const reply = isStream(request) && bodyOf(request).cursor !== undefined ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, items: reply.json.items.slice(1) } } : reply;
    },
  },
  {
    service: "events",
    fault: "a page that is repeated",
    rule: "listAuditEvents.cursor-next",
    async break(request, ask) {
      const isNext = isStream(request) && bodyOf(request).cursor !== undefined;
      return isNext && (await ask()).status === 200 ? ask({ body: JSON.stringify({ limit: 2, start_time: new Date(0).toISOString() }) }) : undefined;
    },
  },
  {
    service: "events",
    fault: "an event that is skipped when a cursor is sent again",
    rule: "listAuditEvents.cursor-again",
    async break(request, ask, servers) {
      const { cursor } = bodyOf(request);
      const reply = isStream(request) && cursor !== undefined ? await ask() : undefined;
      if (reply?.status !== 200) return reply;
      const uses = (used.get(servers) ?? 0) + 1;
      used.set(servers, uses);
      return uses % 2 === 0 ? { ...reply, json: { ...reply.json, items: reply.json.items.slice(1) } } : reply;
    },
  },
  {
    service: "events",
    fault: "has_more that is always false",
    rule: "listAuditEvents.more",
    async break(request, ask) {
      const reply = isStream(request) ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, has_more: false } } : reply;
    },
  },
  {
    service: "events",
    fault: "has_more that is true on a full last page",
    rule: "listAuditEvents.more",
    async break(request, ask) {
      const reply = isStream(request) ? await ask() : undefined;
      const isFull = reply?.status === 200 && reply.json.items.length === bodyOf(request).limit;
      return isFull ? { ...reply, json: { ...reply.json, has_more: true } } : reply;
    },
  },
  {
    service: "events",
    fault: "a last cursor that begins again",
    rule: "listAuditEvents.poll",
    async break(request, ask) {
      const reply = isStream(request) && bodyOf(request).cursor !== undefined ? await ask() : undefined;
      const isEnd = reply?.status === 200 && reply.json.items.length === 0;
      return isEnd ? ask({ body: JSON.stringify({ start_time: new Date(0).toISOString(), limit: 1 }) }) : reply;
    },
  },
  {
    service: "events",
    fault: "a feature that is not checked",
    rule: "listAuditEvents.feature",
    break: async (request, ask, { events }) =>
      isStream(request) && request.authorization?.startsWith("Bearer events-token") === true ? ask({ authorization: `Bearer ${events.token}` }) : undefined,
  },
  {
    service: "events",
    fault: "an end that is ignored",
    rule: "listAuditEvents.end-time",
    break: async (request, ask) =>
      isStream(request) && bodyOf(request).limit === 1 ? ask({ body: JSON.stringify({ limit: 50, start_time: bodyOf(request).start_time }) }) : undefined,
  },
  {
    service: "events",
    fault: "a time without its zone",
    rule: "listAuditEvents.response",
    async break(request, ask) {
      const reply = isStream(request) ? await ask() : undefined;
      return reply?.status === 200
        ? { ...reply, json: { ...reply.json, items: reply.json.items.map((item: object) => ({ ...item, timestamp: "2026-03-02 08:00" })) } }
        : reply;
    },
  },
  {
    service: "events",
    fault: "events that are older than an hour",
    rule: "listAuditEvents.last-hour",
    break: async (request, ask) =>
      isStream(request) && request.body === "{}" ? ask({ body: JSON.stringify({ start_time: new Date(0).toISOString() }) }) : undefined,
  },
  {
    service: "events",
    fault: "a page size that is not checked",
    rule: "listAuditEvents.body",
    break: async (request, ask) => (isStream(request) && bodyOf(request).limit === 1001 ? ask({ body: "{}" }) : undefined),
  },
];
