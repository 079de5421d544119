import { describe, expect } from "vitest";
import { CUTS, cuts } from "../../src/server/cut.ts";
import type { Message } from "../../src/server/message.ts";
import { answers, answersJson } from "../../src/server/whole.ts";
import { DELETE, eventPage, ITEM, READS, type Subject, WRITES } from "./subjects.ts";
import { expectFailure, expectWhole, it, readGivesUp, repeat, writeStops } from "./support.ts";

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
      repeat(100, async (index) => {
        const cutPage = index % PAGES;
        const body = bytesOf(PAGES_OF_EVENTS[cutPage]);
        const script = PAGES_OF_EVENTS.map((page) => answersJson(page));
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
      repeat(10, async (index) => {
        const body = bytesOf(read.answer);
        const error = await readGivesUp(bench, read, cuts(cut, body, cutAt(body, index, 10), "application/json"), "truncated-response");
        expect(error.message).toMatch(/\d+ (of \d+ )?bytes|is empty/);
      }),
    );

    it.for(WRITES)("ends a write, which may have happened: $name", (write, { bench }) =>
      repeat(10, (index) => {
        const body = bytesOf(write.answer);
        return writeStops(bench, write, cuts(cut, body, cutAt(body, index, 10), "application/json"), "truncated-response");
      }),
    );
  });

const JSON_TYPE = [["content-type", "application/json"]] as const;
const EMPTY: readonly { readonly what: string; readonly message: Message; readonly of: readonly Subject[]; readonly requests: number }[] = [
  { what: "an empty 200", message: { headers: JSON_TYPE }, of: READS, requests: 3 },
  { what: "an empty 200", message: { headers: JSON_TYPE }, of: WRITES, requests: 1 },
  { what: "an empty 200 in chunks", message: { headers: JSON_TYPE, framing: "chunked" }, of: READS, requests: 3 },
  { what: "an empty 200 that ends with its connection", message: { headers: JSON_TYPE, framing: "close" }, of: READS, requests: 3 },
  { what: "204 in place of a body", message: { status: 204 }, of: READS, requests: 3 },
  { what: "204 in place of a body", message: { status: 204 }, of: WRITES, requests: 1 },
];

describe("F12 a success without its body", () => {
  it.for(EMPTY)("is an error after $requests requests: $what", async ({ message, of, requests }, { serve, clients, signal }) => {
    for (const subject of of) {
      const server = await serve(Array.from({ length: requests }, () => answers(message)));
      await expectFailure(subject.call(clients(server.url), { signal }), "truncated-response", requests);
    }
  });

  it.for([{ status: 204 }, {}, { headers: JSON_TYPE, body: "{}" }])(
    "is right where none is due, and a body is not read: %o",
    async (message, { serve, clients, signal }) => {
      const server = await serve([answers(message), answersJson(ITEM)]);
      const both = clients(server.url);
      await expectWhole(DELETE, DELETE.call(both, { signal }));
      await expectWhole(READS[0], READS[0].call(both, { signal }));
    },
  );

  it("is not a page of another program", async ({ serve, clients, signal }) => {
    const server = await serve([answers({ headers: [["content-type", "text/html"]], body: "<html>Sign in" })]);
    await expectFailure(DELETE.call(clients(server.url), { signal }), "unexpected-content", 1);
  });
});
