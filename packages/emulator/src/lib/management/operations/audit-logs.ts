import type { components, operations } from "@keywright/management/schema";
import type { Handlers } from "../../core/service/service.ts";
import { sortableTime, toRfc3339 } from "../../core/time/timestamp.ts";
import { serializedOnce } from "../../core/values/written.ts";
import type { ManagementActor } from "../state/actor.ts";
import { auditFilter, type EventFilter } from "../filter/audit-filter.ts";
import type { AuditLog } from "../state/audit-log.ts";
import { FilterSyntaxError } from "../filter/filter-tokens.ts";
import { invalidFields } from "../problems/problem.ts";
import type { AuditEventRecord } from "../state/records.ts";
import type { ManagementStore } from "../state/store.ts";
import { sealed, unsealed } from "../../core/bytes/sealed.ts";

type AuditLogPage = components["schemas"]["AuditLogPage"];
type Query = NonNullable<operations["listAuditLogs"]["parameters"]["query"]>;

const WINDOW_MS = 7 * 86_400_000;
const DEFAULT_LIMIT = 100;

/** Lists the audit log in pages. The list has no end. */
export const auditHandlers: Handlers<Pick<operations, "listAuditLogs">, ManagementStore, ManagementActor> = {
  listAuditLogs({ query }, { store, now, random, request }) {
    const position = positionOf(query, store);
    if (typeof position === "string") return invalidFields(random, { after: [position] });
    const filter = filterOf(query.filter);
    if (typeof filter === "string") return invalidFields(random, { filter: [filter] });

    const { results, index } = readPage(store, position, query, conditionsOf(query, filter, now()));
    const { organizationId } = store.organization;
    // An empty page returns its own address again, which later has the new events.
    const after = results.length === 0 && query.after !== undefined ? query.after : encodeCursor({ ...position, index }, organizationId);
    const next = `${request.origin}${request.path}?${repeated(query, after)}`;
    // On the wire an id is a number; clients read a string.
    return { status: 200, headers: { link: `<${next}>; rel="next"` }, body: { next, results } as unknown as AuditLogPage };
  },
};

function positionOf({ after, sortOrder }: Query, { audit, organization }: ManagementStore): AuditPosition | string {
  if (after === undefined) return sortOrder === "DESCENDING" ? { order: sortOrder, index: audit.events.length } : { order: "ASCENDING", index: 0 };
  const position = decodeCursor(after, organization.organizationId) ?? examplePosition(after, audit);
  // A position beyond this state is as invalid as a foreign one.
  if (position === undefined || position.index > audit.events.length) return "This position is not known.";
  return sortOrder === undefined || sortOrder === position.order ? position : `This position is one of ${position.order} order.`;
}

/** Example positions name the event before them, so that the documentation's requests work. */
function examplePosition(after: string, { events }: AuditLog): AuditPosition | undefined {
  const [, id] = /^example-position-(\d{1,9})$/.exec(after) ?? [];
  const place = id === undefined ? -1 : events.findIndex((event) => event.id === Number(id));
  return place < 0 ? undefined : { order: "ASCENDING", index: place + 1 };
}

function filterOf(text: string | undefined): EventFilter | undefined | string {
  try {
    return text === undefined ? undefined : auditFilter(text);
  } catch (error) {
    if (error instanceof FilterSyntaxError) return `The filter ${error.message}.`;
    throw error;
  }
}

type Condition = (event: AuditEventRecord, time: string) => boolean;

/** Returns a list's conditions; no default window after a position, so that no event is lost. */
function conditionsOf({ since, until, after, q }: Query, filter: EventFilter | undefined, now: Date): readonly Condition[] {
  const from = since ?? (after === undefined ? new Date(now.getTime() - WINDOW_MS).toISOString() : undefined);
  const [earliest, latest] = [from, until].map((time) => (time === undefined ? undefined : startOf(time)));
  return [
    ...(earliest === undefined ? [] : [(_event: AuditEventRecord, time: string) => time >= earliest]),
    ...(latest === undefined ? [] : [(_event: AuditEventRecord, time: string) => time <= latest]),
    ...(q === undefined || q === "" ? [] : [(event: AuditEventRecord) => mentions(event, q)]),
    ...(filter === undefined ? [] : [filter]),
  ];
}

/** A date alone means the start of that day in UTC. */
function startOf(isoTime: string): string {
  const time = toRfc3339(isoTime);
  return sortableTime(time.includes("T") ? time : `${time}T00:00:00Z`);
}

/** Returns whether an event has `q` in a name or address in any case, or as an id or type. */
function mentions({ id, eventType, actor, target = [] }: AuditEventRecord, q: string): boolean {
  const part = q.toLowerCase();
  const texts = [actor?.displayName, ...target.flatMap(({ displayName, alternateId }) => [displayName, alternateId])];
  const wholes = [String(id), eventType, ...target.flatMap((one) => [one.id, one.type])];
  return texts.some((text) => text?.toLowerCase().includes(part) === true) || wholes.includes(q);
}

function readPage({ audit }: ManagementStore, { order, index: start }: AuditPosition, { limit = DEFAULT_LIMIT }: Query, conditions: readonly Condition[]) {
  const results: AuditEventRecord[] = [];
  const take = (place: number): void => {
    const event = audit.events[place];
    const time = audit.timeAt(place);
    if (event !== undefined && conditions.every((holds) => holds(event, time))) results.push(serializedOnce(event));
  };
  let index = start;
  if (order === "ASCENDING") for (; index < audit.events.length && results.length < limit; index += 1) take(index);
  else for (; index > 0 && results.length < limit; index -= 1) take(index - 1);
  return { results, index };
}

/** Returns the parameters of a page with another position, so that `next` keeps the filter. */
function repeated(query: Query, after: string): string {
  const parameters = new URLSearchParams();
  for (const name of ["filter", "q", "since", "until", "limit", "sortOrder"] as const) {
    const value = query[name];
    if (value !== undefined) parameters.set(name, String(value));
  }
  parameters.set("after", after);
  return parameters.toString();
}

/** A position in the audit log and the order of the list. */
interface AuditPosition {
  readonly order: "ASCENDING" | "DESCENDING";
  /** Number of events before it, oldest first. */
  readonly index: number;
}

/** Returns a position as a cursor. */
function encodeCursor({ order, index }: AuditPosition, organizationId: string): string {
  return sealed(`${order === "ASCENDING" ? "a" : "d"}${index}`, organizationId);
}

/** Reads a cursor; `undefined` if it is not a cursor of this organization. */
function decodeCursor(cursor: string, organizationId: string): AuditPosition | undefined {
  const [, order, index] = /^([ad])(0|[1-9]\d{0,9})$/.exec(unsealed(cursor, organizationId) ?? "") ?? [];
  return order === undefined ? undefined : { order: order === "a" ? "ASCENDING" : "DESCENDING", index: Number(index) };
}
