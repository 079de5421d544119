import { invalidResponse, decodeStrictly, joinChunks, tooLarge } from "../../call/response/read-response.ts";
import type { KeptBody } from "../../call/response/kept-body.ts";
import type { ReadContext } from "../../pipeline.ts";

/** Frees the connection of a stream closed early: an unstarted generator runs no `finally`. */
export function closing<Item>(items: AsyncGenerator<Item, void, undefined>, kept: KeptBody): AsyncGenerator<Item, void, undefined> {
  const end = items.return.bind(items);
  items.return = async (value) => {
    const result = await end(value);
    kept.cancel();
    return result;
  };
  return items;
}

const LF = 10;
const CR = 13;

/**
 * Reads a body line by line; lines end with LF, CR or CRLF. A chunk is only requested when the
 * lines before it were taken. Ending the iteration early frees the connection.
 *
 * @throws InvalidResponseError if the connection breaks, a line is longer than `maxBytes`, or a
 * line is not UTF-8.
 */
export async function* linesOf(kept: KeptBody, context: ReadContext): AsyncGenerator<string, void, undefined> {
  const { maxBytes } = context;
  let parts: Uint8Array[] = [];
  let size = 0;
  let afterCr = false;
  const add = (part: Uint8Array): void => {
    parts.push(part);
    size += part.length;
    if (size > maxBytes) throw tooLarge(context, `has a line of more than ${maxBytes} bytes`);
    if (parts.length > 1024) parts = [joinChunks(parts)];
  };
  const line = (): string => {
    const text = decodeStrictly(joinChunks(parts));
    parts = [];
    size = 0;
    if (text === undefined) throw invalidResponse(context, "malformed-response", "is not UTF-8");
    return text;
  };
  try {
    for (let chunk = await kept.read(); chunk !== undefined; chunk = await kept.read()) {
      let start = 0;
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at];
        const isSecondOfTwo = byte === LF && afterCr;
        afterCr = byte === CR;
        if (byte !== LF && byte !== CR) continue;
        if (!isSecondOfTwo) {
          add(chunk.subarray(start, at));
          yield line();
        }
        start = at + 1;
      }
      add(chunk.subarray(start));
    }
    if (size > 0) yield line();
  } finally {
    kept.cancel();
  }
}
