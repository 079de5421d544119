import { STREAM_NAMES, type StreamName } from "./store.ts";

/** A place in a stream, and how reading goes on from there. */
export interface Position {
  readonly stream: StreamName;
  /** How many events of the stream lie before it. */
  readonly index: number;
  /** Events a page. */
  readonly limit: number;
  /** Where reading ends, as it was asked for; absent where it goes on as events happen. */
  readonly endTime?: string;
}

/**
 * Writes a position as a cursor: opaque to clients, and bound to the account, so that another emulator's cursor is not taken for a place here.
 *
 * It holds nothing but the position, so that it survives a restart with the same state.
 */
export function encodeCursor({ stream, index, limit, endTime }: Position, accountUuid: string): string {
  const payload = JSON.stringify([stream, index, limit, ...(endTime === undefined ? [] : [endTime])]);
  return Buffer.from(`${seal(payload, accountUuid)}${payload}`).toString("base64url");
}

/** Reads a cursor; `undefined` where it is none of this account's. */
export function decodeCursor(cursor: string, accountUuid: string): Position | undefined {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const payload = text.slice(SEAL_LENGTH);
  // Its own text must come out again: padding, line breaks and stray characters are not taken.
  if (text.slice(0, SEAL_LENGTH) !== seal(payload, accountUuid) || Buffer.from(text).toString("base64url") !== cursor) return undefined;
  const [quoted = "", index, limit, endTime] = payload.slice(1, -1).split(",");
  const stream = STREAM_NAMES.find((name) => name === unquote(quoted));
  if (stream === undefined) return undefined;
  const position = { stream, index: Number(index), limit: Number(limit) };
  return endTime === undefined ? position : { ...position, endTime: unquote(endTime) };
}

const SEAL_LENGTH = 8;

function unquote(text: string): string {
  return text.slice(1, -1);
}

/** A checksum (FNV-1a) over account and position: it guards against mistakes, not against an attacker. */
function seal(payload: string, accountUuid: string): string {
  let hash = 2_166_136_261;
  for (const character of `${accountUuid}\n${payload}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0).toString(16).padStart(SEAL_LENGTH, "0");
}
