import { createEventsClient, type EventsClient } from "@keywright/events";
import document from "@keywright/events/openapi.json" with { type: "json" };
import { operations } from "@keywright/events/operations";
import { describe, expect } from "vitest";
import { createCheck, sentBy } from "./session.ts";
import { createShapes } from "./shapes.ts";
import type { ServiceTarget } from "./target.ts";
import { collectPages, expectWholeWalk, itemsOf } from "./walk.ts";

/** The events of a target. */
export interface EventsData {
  /** A time before every event. */
  readonly startTime: string;
  /** Page size, so small that each stream has at least three pages. */
  readonly pageLimit: number;
}

/** A server of the events API. Its token needs all three features. */
export interface EventsTarget extends ServiceTarget {
  /** Differences from the contract's examples. */
  readonly data?: Partial<EventsData>;
}

const EXAMPLES: EventsData = { startTime: "2026-03-02T00:00:00Z", pageLimit: 2 };

const STREAMS = [
  { id: "listAuditEvents", path: "/api/v2/auditevents", feature: "auditevents" },
  { id: "listItemUsages", path: "/api/v2/itemusages", feature: "itemusages" },
  { id: "listSignInAttempts", path: "/api/v2/signinattempts", feature: "signinattempts" },
] as const;

/** Registers the tests that every server of the events API must pass. */
export function testEventsService(target: EventsTarget): void {
  const data = { ...EXAMPLES, ...target.data };
  const check = createCheck<EventsClient>(createEventsClient, target);
  const expectShape = createShapes(document);

  describe(`the events reporting API on ${target.name}`, () => {
    check("introspect returns the features of the token, and is sent without body and content type", async ({ client, requests, token }) => {
      const introspection = await client.introspect();
      expectShape(operations.introspect, introspection);
      expect(introspection.features).toEqual(expect.arrayContaining(STREAMS.map(({ feature }) => feature)));
      expect(requests).toEqual([sentBy(token, "GET", "/api/v2/auth/introspect")]);
    });

    describe.each(STREAMS)("$id", ({ id, path }) => {
      const start = { limit: data.pageLimit, start_time: data.startTime };

      check("returns events, a cursor and whether there are more", async ({ client, requests, token }) => {
        const { body: page } = await client.raw[id](start);
        expectShape(operations[id], page);
        expect(page).toMatchObject({ has_more: true, cursor: expect.stringMatching(/./) });
        expect(requests).toEqual([sentBy(token, "POST", path, { body: start })]);
      });

      check("is walked from its first page to its last by the cursor of the page before alone", async ({ client, requests, token }) => {
        const pages = await collectPages<unknown, string>(client[id](start));
        expectWholeWalk(pages, data.pageLimit);
        const cursors = pages.slice(0, -1).map(({ resumeAt }) => resumeAt);
        expect(requests).toEqual([sentBy(token, "POST", path, { body: start }), ...cursors.map((cursor) => sentBy(token, "POST", path, { body: { cursor } }))]);
      });

      check("goes on behind any page whose cursor was kept", async ({ client }) => {
        const pages = await collectPages<unknown, string>(client[id](start));
        for (const [index, { resumeAt }] of pages.slice(0, -1).entries()) {
          const rest = await collectPages<unknown, string>(client[id]({ cursor: resumeAt }));
          expect(itemsOf(rest)).toEqual(itemsOf(pages.slice(index + 1)));
        }
      });

      check("has nothing behind its last page, and a cursor to ask again with", async ({ client }) => {
        const pages = await collectPages<unknown, string>(client[id](start));
        const later = await collectPages<unknown, string>(client[id]({ cursor: pages.at(-1)?.resumeAt as string }));
        expect(later).toEqual([{ items: [], resumeAt: expect.stringMatching(/./) }]);
      });

      check("takes an empty body, which reads from one hour ago", async ({ client, requests, token }) => {
        const { body: page } = await client.raw[id]();
        expectShape(operations[id], page);
        expect(requests).toEqual([sentBy(token, "POST", path, { body: {} })]);
      });
    });
  });
}
