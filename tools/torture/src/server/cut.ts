import { gzipSync } from "node:zlib";
import type { Behaviour } from "./exchange.ts";
import { head, type Message } from "./message.ts";
import { sends } from "./whole.ts";

/** The ways in which an answer can end too early. */
export const CUTS = [
  // A length was announced, less came, and the connection ends in order …
  "length, FIN",
  // … or is torn down.
  "length, RST",
  // A chunk was announced, less came, and the connection ends in order …
  "chunk, FIN",
  // … or what stands in place of the next chunk's size is none.
  "broken chunk",
  // The answer said that its end is the connection's: Node takes a short one for whole, also where a length was announced.
  "close-delimited",
  "length and close",
  // The compressed stream ends early; what carries it is whole.
  "gzip",
] as const;

/** A way in which an answer can end too early. */
export type Cut = (typeof CUTS)[number];

/** Answers with 200, some headers and the first bytes of a body, in a way that cuts off the rest. */
export function cuts(cut: Cut, body: Uint8Array, sent: number, type: string, always: NonNullable<Message["headers"]> = []): Behaviour {
  const part = body.subarray(0, sent);
  const withHead = (headers: NonNullable<Message["headers"]>, bytes: Uint8Array): Buffer =>
    Buffer.concat([Buffer.from(head(200, [["content-type", type], ...always, ...headers])), bytes]);
  const chunk = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), part]);
  switch (cut) {
    case "length, FIN":
      return sends(withHead([["content-length", String(body.length)]], part), "finish");
    case "length, RST":
      return sends(withHead([["content-length", String(body.length)]], part), "reset");
    case "chunk, FIN":
      return sends(withHead([["transfer-encoding", "chunked"]], chunk), "finish");
    case "broken chunk":
      return sends(
        withHead([["transfer-encoding", "chunked"]], Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\nno size\r\n")])),
        "finish",
      );
    case "close-delimited":
      return sends(withHead([["connection", "close"]], part), "finish");
    case "length and close":
      return sends(
        withHead(
          [
            ["content-length", String(body.length)],
            ["connection", "close"],
          ],
          part,
        ),
        "finish",
      );
    case "gzip": {
      const whole = gzipSync(body);
      // Of a stream that lacks no more than its checksum, all is there: it ends some bits earlier.
      const cutAt = Math.max(1, Math.min(whole.length - 12, Math.floor((whole.length * sent) / body.length)));
      return sends(
        withHead(
          [
            ["content-encoding", "gzip"],
            ["content-length", String(cutAt)],
          ],
          whole.subarray(0, cutAt),
        ),
      );
    }
  }
}
