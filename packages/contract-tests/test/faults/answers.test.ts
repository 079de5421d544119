import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { sendsMessage, head, JSON_TYPE, sends } from "@keywright/tool-torture";
import { secretOf, shown } from "./echoes.ts";
import { DELETE, OTHERS, READS, type Subject, WRITES } from "./subjects.ts";
import { expectFailure, it, readEnds, readRecovers, repeat, rowsOf, writeStops } from "./support.ts";

/** Begins a response whose head Node accepts: it is the body that fails. */
const withBody = (headers: readonly (readonly [string, string])[], body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(head(200, headers)), Buffer.from(body)]);

/** A complete response that announces the end of its connection, because a retry on that connection would fail. */
const encoded = (encoding: string, body: string | Buffer): Buffer =>
  withBody([JSON_TYPE, ["content-encoding", encoding], ["content-length", String(Buffer.byteLength(body))], ["connection", "close"]], body);

const MALFORMED = rowsOf<(subject: Subject) => Buffer>({
  "is no HTTP": () => Buffer.from("Hello, this is something else\r\n\r\n"),
  "has a status that is no number": () => Buffer.from("HTTP/1.1 abc OK\r\n\r\n"),
  "has a status of two digits": () => Buffer.from("HTTP/1.1 20 OK\r\ncontent-length: 2\r\n\r\n{}"),
  "has a protocol of its own": () => Buffer.from("HTTZ/9.9 200 OK\r\n\r\n{}"),
  "is binary": () => Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x00, 0xff, 0xfe, 0x0d, 0x0a, 0x0d, 0x0a]),
  "has a header without a colon": () => Buffer.from("HTTP/1.1 200 OK\r\nthis is no header\r\n\r\n"),
  "has a header with NUL": () => Buffer.from("HTTP/1.1 200 OK\r\nx-strange: a\0b\r\ncontent-length: 2\r\n\r\n{}"),
  "has 100 KB of headers": () => withBody([["x-long", "x".repeat(100_000)]], ""),
  "has 5,000 headers": () =>
    withBody(
      Array.from({ length: 5000 }, (_, index) => [`x-${index}`, "y"] as const),
      "",
    ),
  "has two lengths": () =>
    withBody(
      [
        ["content-length", "2"],
        ["content-length", "4"],
      ],
      "{}{}",
    ),
  "has a length and chunks": () =>
    withBody(
      [
        ["content-length", "2"],
        ["transfer-encoding", "chunked"],
      ],
      "2\r\n{}\r\n0\r\n\r\n",
    ),
  "has a negative length": () => withBody([["content-length", "-1"]], "{}"),
  "changes the protocol": () =>
    withBody(
      [
        ["upgrade", "websocket"],
        ["connection", "upgrade"],
      ],
      "",
    ).fill("101", 9, 12),
  "has a body in a chunk whose size overflows": () => withBody([["transfer-encoding", "chunked"]], "fffffffffffffffff\r\n{}"),
  "has a body that is no gzip": () => encoded("gzip", "this is not gzipped!"),
  "has a body that is no brotli": () => encoded("br", "this is not brotli!!"),
  "has a body of gzip that breaks": ({ answer }) => encoded("gzip", gzipSync(JSON.stringify(answer)).fill(0xff, 20, 40)),
});

describe("F10 a response that", () => {
  it.for(MALFORMED)("$name is retried for reads only, and reported", async ({ name, value: bytesOf }, { bench }) => {
    const code = name.includes("a body") ? "truncated-response" : "connection-failed";
    for (const read of READS) {
      const fault = sends(bytesOf(read), "finish");
      await repeat(5, () => readRecovers(bench, read, fault));
      await readEnds(bench, read, fault, code);
    }
    for (const write of WRITES) await writeStops(bench, write, sends(bytesOf(write), "finish"), code);
  });
});

const MAX_EXCERPT = 1024;
/** Pages of a proxy that show what it was sent. In some, a secret crosses the place where the excerpt ends. */
const PAGES = [
  (request: Parameters<typeof shown>[0]) => `<!doctype html><title>Sign in</title><p>You sent ${shown(request)}`,
  ...[4, 12, 20].map(
    (before) => (request: Parameters<typeof shown>[0]) =>
      `<html>${"a login page ".repeat(100).slice(0, MAX_EXCERPT - "<html>".length - before)}${secretOf(request)}`,
  ),
  (request: Parameters<typeof shown>[0]) => `<html>${"a login page ".repeat(100).slice(0, 900)}${request.body}`,
  () => "<html>",
];

describe("F11 a page in place of the service", () => {
  it.for([...READS, ...WRITES, ...OTHERS, DELETE])("is reported at once, by an excerpt without a secret: $name", (subject, { serve, clients, signal }) =>
    repeat(PAGES.length, async (index) => {
      const type = ["text/html", "text/html; charset=utf-8", "TEXT/HTML"][index % 3] as string;
      const server = await serve((request) => sendsMessage({ headers: [["content-type", type]], body: (PAGES[index] as (typeof PAGES)[number])(request) }));
      const error = await expectFailure(subject.call(clients(server.url), { signal }), "unexpected-content", 1);
      expect((error as { readonly excerpt?: string }).excerpt?.length ?? 0).toBeLessThanOrEqual(MAX_EXCERPT);
      expect(server.requests.length).toBe(1);
    }),
  );

  it.for(["text/plain", "application/xml", "image/png", "multipart/form-data; boundary=x", "application/jsonp", "json"])(
    "is reported by its type alone: %s",
    async (type, { serve, clients, signal }) => {
      for (const subject of [...READS, ...WRITES]) {
        const server = await serve([sendsMessage({ headers: [["content-type", type]], body: JSON.stringify(subject.answer) })]);
        await expectFailure(subject.call(clients(server.url), { signal }), "unexpected-content", 1);
      }
    },
  );
});
