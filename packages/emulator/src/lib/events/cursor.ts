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

/** Events a page where nothing else is asked for. */
export const DEFAULT_LIMIT = 100;

/** Reads a cursor; `undefined` where it is none of this account's. */
export function decodeCursor(cursor: string, accountUuid: string): Position | undefined {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  // Its own text must come out again: padding, line breaks and stray characters are not taken.
  if (Buffer.from(text).toString("base64url") !== cursor) return undefined;
  const example = /^example:([a-z]+):(\d{1,9})$/.exec(text);
  // The cursors of the contract's examples are of every account, so that a request that stands in the documentation works.
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

/** A checksum (FNV-1a) over account and position: it guards against mistakes, not against an attacker. */
function seal(payload: string, accountUuid: string): string {
  let hash = 2_166_136_261;
  for (const character of `${accountUuid}\n${payload}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0).toString(16).padStart(SEAL_LENGTH, "0");
}
