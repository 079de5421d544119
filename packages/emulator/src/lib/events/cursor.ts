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

/**
 * Returns a position as a cursor, opaque to clients and not valid for another account.
 *
 * It only contains the position, so it survives a restart with the same state.
 */
export function encodeCursor({ stream, index, limit, endTime }: Position, accountUuid: string): string {
  const payload = JSON.stringify([stream, index, limit, ...(endTime === undefined ? [] : [endTime])]);
  return Buffer.from(`${seal(payload, accountUuid)}${payload}`).toString("base64url");
}

/** Default number of events per page. */
export const DEFAULT_LIMIT = 100;

/** Reads a cursor; `undefined` if it is not a cursor of this account. */
export function decodeCursor(cursor: string, accountUuid: string): Position | undefined {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  // Encoding it again must return the same text, without padding, line breaks or other characters.
  if (Buffer.from(text).toString("base64url") !== cursor) return undefined;
  const example = /^example:([a-z]+):(\d{1,9})$/.exec(text);
  // The cursors of the contract's examples work for every account.
  if (example !== null) return positionIn(example[1] ?? "", Number(example[2]), DEFAULT_LIMIT);
  const payload = text.slice(SEAL_LENGTH);
  if (text.slice(0, SEAL_LENGTH) !== seal(payload, accountUuid)) return undefined;
  const [quoted = "", index, limit, endTime] = payload.slice(1, -1).split(",");
  const position = positionIn(unquote(quoted), Number(index), Number(limit));
  return position === undefined || endTime === undefined ? position : { ...position, endTime: unquote(endTime) };
}

function positionIn(name: string, index: number, limit: number): Position | undefined {
  const stream = STREAM_NAMES.find((known) => known === name);
  return stream === undefined ? undefined : { stream, index, limit };
}

const SEAL_LENGTH = 8;

function unquote(text: string): string {
  return text.slice(1, -1);
}

/** Returns a checksum (FNV-1a) of account and position. It detects mistakes, not attacks. */
function seal(payload: string, accountUuid: string): string {
  let hash = 2_166_136_261;
  for (const character of `${accountUuid}\n${payload}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0).toString(16).padStart(SEAL_LENGTH, "0");
}
