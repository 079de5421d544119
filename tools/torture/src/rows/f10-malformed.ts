import { gzipSync } from "node:zlib";
import type { Row } from "../row.ts";
import { head, JSON_TYPE } from "../server/message.ts";
import { sends } from "../server/whole.ts";
import { READS, type Subject, WRITES } from "../subjects.ts";
import { readGivesUp, readRecovers, writeStops } from "../trials.ts";

const TIMES = 5;

/** Answers that are no HTTP, or whose body is not what its headers say. */
const MALFORMED: { readonly [name: string]: (subject: Subject) => Buffer } = {
  "no HTTP at all": () => Buffer.from("Hello, this is something else\r\n\r\n"),
  "a status that is no number": () => Buffer.from("HTTP/1.1 abc OK\r\n\r\n"),
  "a status of two digits": () => Buffer.from("HTTP/1.1 20 OK\r\ncontent-length: 2\r\n\r\n{}"),
  "a protocol of its own": () => Buffer.from("HTTZ/9.9 200 OK\r\n\r\n{}"),
  "an answer in binary": () => Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x00, 0xff, 0xfe, 0x0d, 0x0a, 0x0d, 0x0a]),
  "a header without a colon": () => Buffer.from("HTTP/1.1 200 OK\r\nthis is no header\r\n\r\n"),
  "a header with NUL": () => Buffer.from("HTTP/1.1 200 OK\r\nx-strange: a\0b\r\ncontent-length: 2\r\n\r\n{}"),
  "100 KB of headers": () => Buffer.from(head(200, [["x-long", "x".repeat(100_000)]])),
  "5,000 headers": () =>
    Buffer.from(
      head(
        200,
        Array.from({ length: 5000 }, (_, index) => [`x-${index}`, "y"] as const),
      ),
    ),
  "two lengths that differ": () =>
    Buffer.from(
      head(200, [
        ["content-length", "2"],
        ["content-length", "4"],
      ]) + "{}{}",
    ),
  "a length and chunks": () =>
    Buffer.from(
      head(200, [
        ["content-length", "2"],
        ["transfer-encoding", "chunked"],
      ]) + "2\r\n{}\r\n0\r\n\r\n",
    ),
  "a negative length": () => Buffer.from(head(200, [["content-length", "-1"]]) + "{}"),
  "a chunk's size that overflows": () => Buffer.from(head(200, [["transfer-encoding", "chunked"]]) + "fffffffffffffffff\r\n{}"),
  "an upgrade that nobody asked for": () =>
    Buffer.from(
      head(101, [
        ["upgrade", "websocket"],
        ["connection", "upgrade"],
      ]),
    ),
  "gzip that is none": () => Buffer.from(head(200, [JSON_TYPE, ["content-encoding", "gzip"], ["content-length", "20"]]) + "this is not gzipped!"),
  "gzip that breaks in its middle": (subject) => {
    const bytes = gzipSync(JSON.stringify(subject.answer));
    bytes.fill(0xff, 20, 40);
    return Buffer.concat([Buffer.from(head(200, [JSON_TYPE, ["content-encoding", "gzip"], ["content-length", String(bytes.length)]])), bytes]);
  },
  "brotli that is none": () => Buffer.from(head(200, [JSON_TYPE, ["content-encoding", "br"], ["content-length", "20"]]) + "this is not brotli!!"),
};

/** Which of them begin an answer that Node takes: it is then the body that fails. */
const BODIES = /gzip|brotli|chunk's size/;

/** What comes is no HTTP, or is not what it says. */
export const malformed: Row = {
  id: "F10",
  fault: "bad status line, header overflow, corrupt gzip",
  async run(bench) {
    for (const [name, bytesOf] of Object.entries(MALFORMED)) {
      const code = BODIES.test(name) ? "truncated-response" : "connection-failed";
      for (const read of READS) {
        await bench.repeat(TIMES, `${read.name}, ${name}`, (trial) => readRecovers(trial, read, sends(bytesOf(read), "finish")));
        await bench.run(`${read.name}, always ${name}`, async (trial) => void (await readGivesUp(trial, read, sends(bytesOf(read), "finish"), code)));
      }
      for (const write of WRITES) await bench.run(`${write.name}, ${name}`, (trial) => writeStops(trial, write, sends(bytesOf(write), "finish"), code));
    }
    return `${Object.keys(MALFORMED).length} kinds: reads repeated, writes not; typed; 0 unhandled rejections`;
  },
};
