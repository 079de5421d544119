import { constants, createDeflateRaw } from "node:zlib";
import type { Behaviour } from "./exchange.ts";
import { head, type Message } from "./message.ts";

const PIECE = Buffer.alloc(64 * 1024, 0x20);

/** Sends a body of that many spaces, never holding it in memory. */
export function floods(sizeBytes: number, { status = 200, headers = [], framing = "close" }: Omit<Message, "body"> = {}): Behaviour {
  const end: readonly [string, string] =
    framing === "length" ? ["content-length", String(sizeBytes)] : framing === "chunked" ? ["transfer-encoding", "chunked"] : ["connection", "close"];
  const piece = framing === "chunked" ? Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from("\r\n")]) : PIECE;
  return async ({ write, finish }) => {
    await write(head(status, [...headers, end]));
    for (let sent = 0; sent < sizeBytes; sent += PIECE.length) await write(piece);
    if (framing === "chunked") await write("0\r\n\r\n");
    finish();
  };
}

/** Makes a gzip stream that is a thousandth of what it unpacks to: spaces. */
export async function gzipBomb(unpackedBytes: number): Promise<Buffer> {
  const blockBytes = 1024 * 1024;
  const block = await deflatedBlock(blockBytes);
  // RFC 1952 §2.3: the ten bytes of the head. Blocks that end on a byte may be repeated; whoever unpacks all of them meets a wrong checksum at the end.
  const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  const lastBlockAndTrailer = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([gzipHead, ...Array.from({ length: Math.ceil(unpackedBytes / blockBytes) }, () => block), lastBlockAndTrailer]);
}

async function deflatedBlock(sizeBytes: number): Promise<Buffer> {
  const deflate = createDeflateRaw({ level: 9 });
  const pieces: Buffer[] = [];
  deflate.on("data", (piece: Buffer) => pieces.push(piece));
  deflate.write(Buffer.alloc(sizeBytes, 0x20));
  // A full flush forgets what came before, so that the block stands for itself.
  await new Promise<void>((resolve) => deflate.flush(constants.Z_FULL_FLUSH, resolve));
  deflate.destroy();
  return Buffer.concat(pieces);
}
