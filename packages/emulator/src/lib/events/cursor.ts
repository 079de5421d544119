import { fromBase64Url, toBase64Url } from "../core/bytes/bytes.ts";
import { sealed, unsealed } from "../core/bytes/sealed.ts";
import { STREAM_NAMES, type StreamName } from "./store.ts";

/** A position in a stream, with the limits of the list. */
export interface Position {
  readonly stream: StreamName;
  /** Number of events before it. */
  readonly index: number;
  /** Events per page. */
  readonly limit: number;
  /** End of the list, as requested. Absent: none. */
  readonly endTime?: string;
}

/** Returns a position as a cursor, opaque to clients and not valid for another account. */
export function encodeCursor({ stream, index, limit, endTime }: Position, accountUuid: string): string {
  return sealed(JSON.stringify([stream, index, limit, ...(endTime === undefined ? [] : [endTime])]), accountUuid);
}

/** Default number of events per page. */
export const DEFAULT_LIMIT = 100;

/** Reads a cursor; `undefined` if it is not a cursor of this account. */
export function decodeCursor(cursor: string, accountUuid: string): Position | undefined {
  const payload = unsealed(cursor, accountUuid);
  if (payload === undefined) return examplePosition(cursor);
  const [quoted = "", index, limit, endTime] = payload.slice(1, -1).split(",");
  const position = positionIn(unquote(quoted), Number(index), Number(limit));
  return position === undefined || endTime === undefined ? position : { ...position, endTime: unquote(endTime) };
}

/** The cursors of the contract's examples work for every account. */
function examplePosition(cursor: string): Position | undefined {
  const text = fromBase64Url(cursor);
  const [, stream = "", index] = /^example:([a-z]+):(\d{1,9})$/.exec(text) ?? [];
  return toBase64Url(text) === cursor ? positionIn(stream, Number(index), DEFAULT_LIMIT) : undefined;
}

function positionIn(name: string, index: number, limit: number): Position | undefined {
  const stream = STREAM_NAMES.find((known) => known === name);
  return stream === undefined ? undefined : { stream, index, limit };
}

function unquote(text: string): string {
  return text.slice(1, -1);
}
