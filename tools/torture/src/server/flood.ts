import type { Behaviour } from "./exchange.ts";
import { endOf, head, type Message } from "./message.ts";

const PIECE = Buffer.alloc(64 * 1024, 0x20);

/** Returns a behavior that sends a body of spaces, without keeping it in memory. */
export function floods(sizeBytes: number, { status = 200, headers = [], framing = "close" }: Omit<Message, "body"> = {}): Behaviour {
  const piece = framing === "chunked" ? Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from("\r\n")]) : PIECE;
  return async ({ write, finish }) => {
    await write(head(status, [...headers, endOf(framing, sizeBytes)]));
    for (let sent = 0; sent < sizeBytes; sent += PIECE.length) await write(piece);
    if (framing === "chunked") await write("0\r\n\r\n");
    finish();
  };
}
