import { describe, expect } from "vitest";
import { sendsJson, CUTS, cuts } from "@keywright/tool-torture";
import { eventPage, READS, WRITES } from "./subjects.ts";
import { eachPlace, it, readEnds, writeStops } from "./support.ts";

const PAGES = 4;
const PAGE_SIZE = 5;
const PAGES_OF_EVENTS = Array.from({ length: PAGES }, (_, page) => eventPage(page * PAGE_SIZE, PAGE_SIZE, `position-${page + 1}`, page < PAGES - 1));
const IDS_OF_EVENTS = PAGES_OF_EVENTS.flatMap(({ items }) => items.map(({ uuid }) => uuid));

const bytesOf = (answer: unknown): Buffer => Buffer.from(JSON.stringify(answer));
/** Each index cuts elsewhere, from the first byte to the last but one. */
const cutAt = (body: Uint8Array, index: number, times: number): number => 1 + Math.floor((index * (body.length - 2)) / (times - 1));

// What Node's fetch takes for a whole body has a number of its own.
const HIDDEN: readonly string[] = ["close-delimited", "length and close", "gzip"];

for (const cut of CUTS)
  describe(`${HIDDEN.includes(cut) ? "F5" : "F4"} a body that is cut (${cut})`, () => {
    it("at any byte of any page is asked for again, and no page is short or left out", ({ serve, clients, signal }) =>
      eachPlace(100, async (index) => {
        const cutPage = index % PAGES;
        const body = bytesOf(PAGES_OF_EVENTS[cutPage]);
        const script = PAGES_OF_EVENTS.map((page) => sendsJson(page));
        script.splice(cutPage, 0, cuts(cut, body, cutAt(body, index, 100), "application/json"));
        const server = await serve(script);
        const seen: unknown[] = [];
        for await (const { items } of clients(server.url).events.listAuditEvents({ limit: PAGE_SIZE }, { signal }).pages()) {
          expect(items.length).toBe(PAGE_SIZE);
          seen.push(...items.map(({ uuid }) => uuid));
        }
        expect(seen).toEqual(IDS_OF_EVENTS);
        expect(server.requests.length).toBe(PAGES + 1);
      }));

    it.for(READS)("always is an error that says after how many bytes: $name", (read, { bench }) =>
      eachPlace(10, async (index) => {
        const body = bytesOf(read.answer);
        const error = await readEnds(bench, read, cuts(cut, body, cutAt(body, index, 10), "application/json"), "truncated-response");
        expect(error.message).toMatch(/\d+ (of \d+ )?bytes|is empty/);
      }),
    );

    it.for(WRITES)("ends a write, which may have happened: $name", (write, { bench }) =>
      eachPlace(10, (index) => {
        const body = bytesOf(write.answer);
        return writeStops(bench, write, cuts(cut, body, cutAt(body, index, 10), "application/json"), "truncated-response");
      }),
    );
  });
