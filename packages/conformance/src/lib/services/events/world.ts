import type { components } from "@keywright/events/schema";
import { Untested } from "../../session/outcome.ts";
import { identify } from "../../session/identify.ts";
import type { Session } from "../../session/session.ts";

/** The streams: the operation of each and the feature that it needs. */
export const STREAMS: { readonly [operation: string]: string } = {
  listAuditEvents: "auditevents",
  listItemUsages: "itemusages",
  listSignInAttempts: "signinattempts",
};

/** A page of any stream. */
export interface Page {
  readonly items: readonly { readonly uuid: string; readonly timestamp: string }[];
  readonly cursor: string;
  readonly has_more: boolean;
}

/** What is at an events service. */
export interface EventsWorld {
  readonly session: Session;
  readonly features: readonly string[];
  /** A time long ago. It stays the same, because a later one could leave out the first event. */
  readonly longAgo: string;
}

const LONG_MS = 60 * 86_400_000;

/** Reads the features of the token. */
export async function openEvents(session: Session): Promise<EventsWorld> {
  const { response } = await identify(session, "introspect");
  const { features } = (response.json?.value ?? {}) as Partial<components["schemas"]["Introspection"]>;
  const longAgo = new Date(session.now() - LONG_MS).toISOString();
  return { session, longAgo, features: Array.isArray(features) ? features : Object.values(STREAMS) };
}

/** Reads a page of a stream. */
export function read({ session, features }: EventsWorld, stream: string, body: object): Promise<Page> {
  if (!features.includes(STREAMS[stream] ?? "")) throw new Untested(`the token lacks the feature ${STREAMS[stream]}`);
  return session.call<Page>(stream, { body });
}

/** Returns the first page of a stream. @throws Untested if it has too few events. */
export async function firstPage(world: EventsWorld, stream: string, limit: number): Promise<Page> {
  const page = await read(world, stream, { limit, start_time: world.longAgo });
  if (page.items.length === 0 || !page.has_more) throw new Untested("the stream has too few events of the last 60 days");
  return page;
}

/** Returns the ids of events in order. */
export function idsOf(pages: readonly Page[]): string {
  return pages.flatMap(({ items }) => items.map(({ uuid }) => uuid)).join(" ");
}
