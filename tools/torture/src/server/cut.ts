import { gzipSync } from "node:zlib";
import type { Behaviour } from "./exchange.ts";
import { head, type Message } from "./message.ts";
import { sends } from "./whole.ts";

/** The beginning of an answer, and what becomes of its connection. */
interface Begun {
  readonly headers: NonNullable<Message["headers"]>;
  readonly bytes: Uint8Array;
  readonly end?: "keep" | "finish" | "reset";
}

const CLOSE = ["connection", "close"] as const;
const CHUNKED = ["transfer-encoding", "chunked"] as const;
const lengthOf = ({ length }: Uint8Array): readonly [string, string] => ["content-length", String(length)];
const chunkOf = ({ length }: Uint8Array, part: Uint8Array, behind = ""): Buffer =>
  Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), part, Buffer.from(behind)]);

/** The ways in which an answer can end too early, of its body and the part that is sent. Unless they say otherwise, the connection ends in order. */
const WAYS = {
  // A length was announced, less came, and the connection ends in order …
  "length, FIN": (body, part) => ({ headers: [lengthOf(body)], bytes: part }),
  // … or is torn down.
  "length, RST": (body, part) => ({ headers: [lengthOf(body)], bytes: part, end: "reset" }),
  // A chunk was announced, less came, and the connection ends in order …
  "chunk, FIN": (body, part) => ({ headers: [CHUNKED], bytes: chunkOf(body, part) }),
  // … or what stands in place of the next chunk's size is none.
  "broken chunk": (_body, part) => ({ headers: [CHUNKED], bytes: chunkOf(part, part, "\r\nno size\r\n") }),
  // The answer said that its end is the connection's: Node takes a short one for whole, also if a length was announced.
  "close-delimited": (_body, part) => ({ headers: [CLOSE], bytes: part }),
  "length and close": (body, part) => ({ headers: [lengthOf(body), CLOSE], bytes: part }),
  // The compressed stream ends early; what carries it is whole.
  gzip(body, part) {
    const whole = gzipSync(body);
    // Of a stream that lacks no more than its checksum, all is there: it ends some bits earlier.
    const bytes = whole.subarray(0, Math.max(1, Math.min(whole.length - 12, Math.floor((whole.length * part.length) / body.length))));
    return { headers: [["content-encoding", "gzip"], lengthOf(bytes)], bytes, end: "keep" };
  },
} satisfies { readonly [way: string]: (body: Uint8Array, part: Uint8Array) => Begun };

/** A way in which an answer can end too early. */
export type Cut = keyof typeof WAYS;

/** The ways in which an answer can end too early. */
export const CUTS = Object.keys(WAYS) as readonly Cut[];

/** Answers with 200, some headers and the first bytes of a body, in a way that cuts off the rest. */
export function cuts(cut: Cut, body: Uint8Array, sent: number, type: string, always: NonNullable<Message["headers"]> = []): Behaviour {
  const { headers, bytes, end = "finish" }: Begun = WAYS[cut](body, body.subarray(0, sent));
  return sends(Buffer.concat([Buffer.from(head(200, [["content-type", type], ...always, ...headers])), bytes]), end);
}
