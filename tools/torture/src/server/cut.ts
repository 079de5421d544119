import { gzipSync } from "node:zlib";
import type { Behaviour } from "./exchange.ts";
import { head, type Message } from "./message.ts";
import { sends } from "./whole.ts";

/** The beginning of a response, and the end of its connection. */
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

/** Early ends of a response, by its body and the part that is sent. FIN ends the connection. */
const WAYS = {
  // The body is shorter than its announced length, and the connection ends with FIN …
  "length, FIN": (body, part) => ({ headers: [lengthOf(body)], bytes: part }),
  // … or with RST.
  "length, RST": (body, part) => ({ headers: [lengthOf(body)], bytes: part, end: "reset" }),
  // A chunk is shorter than its announced size, and the connection ends with FIN …
  "chunk, FIN": (body, part) => ({ headers: [CHUNKED], bytes: chunkOf(body, part) }),
  // … or the size of the next chunk is invalid.
  "broken chunk": (_body, part) => ({ headers: [CHUNKED], bytes: chunkOf(part, part, "\r\nno size\r\n") }),
  // The end of the connection ends the body, so Node accepts a short one.
  "close-delimited": (_body, part) => ({ headers: [CLOSE], bytes: part }),
  "length and close": (body, part) => ({ headers: [lengthOf(body), CLOSE], bytes: part }),
  // The compressed stream ends early, but its framing is complete.
  gzip(body, part) {
    const whole = gzipSync(body);
    // A stream that lacks only its checksum has all data, so it ends some bits earlier.
    const bytes = whole.subarray(0, Math.max(1, Math.min(whole.length - 12, Math.floor((whole.length * part.length) / body.length))));
    return { headers: [["content-encoding", "gzip"], lengthOf(bytes)], bytes, end: "keep" };
  },
} satisfies { readonly [way: string]: (body: Uint8Array, part: Uint8Array) => Begun };

/** A way in which a response can end too early. */
export type Cut = keyof typeof WAYS;

/** All ways in which a response can end too early. */
export const CUTS = Object.keys(WAYS) as readonly Cut[];

/** Returns a behavior that sends 200, headers and a part of the body, and cuts off the rest. */
export function cuts(cut: Cut, body: Uint8Array, sent: number, type: string, always: NonNullable<Message["headers"]> = []): Behaviour {
  const { headers, bytes, end = "finish" }: Begun = WAYS[cut](body, body.subarray(0, sent));
  return sends(Buffer.concat([Buffer.from(head(200, [["content-type", type], ...always, ...headers])), bytes]), end);
}
