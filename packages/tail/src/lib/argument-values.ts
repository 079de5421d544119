import { readDuration } from "./since.ts";
import { UsageError } from "./usage-error.ts";

/** Reads a whole number. */
export function readNumber(name: string, value: string | undefined, from: number, to: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= from && number <= to) return number;
  throw new UsageError(`${name} takes a whole number from ${from}${to === Number.MAX_SAFE_INTEGER ? "" : ` to ${to}`}; got ${value}`);
}

/** Reads an octal mode. The owner must be able to read, to find an incomplete last line. */
export function readMode(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const mode = Number.parseInt(value, 8);
  if (/^0?[0-7]{3}$/.test(value) && (mode & 0o600) === 0o600) return mode;
  throw new UsageError(`--mode must be three octal digits that let the owner read and write, such as 0640; got ${value}`);
}

const UNIT_BYTES: { readonly [unit: string]: number } = { "": 1, K: 1024, M: 1_048_576 };
// The platform's limit for strings.
const MAX_BYTES = 500 * 1_048_576;

/** Reads a number of bytes, such as `64M`. */
export function readSize(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, count = "", unit = ""] = /^(\d{1,9})([KM]?)$/.exec(value) ?? [];
  const bytes = Number(count) * (UNIT_BYTES[unit] ?? 0);
  if (bytes >= 1 && bytes <= MAX_BYTES) return bytes;
  throw new UsageError(`--max-page-bytes takes a number of bytes, or of K or M (1024 and 1048576 bytes), such as 64M, up to 500M; got ${value}`);
}

/** Reads how long a service may fail, as milliseconds. */
export function readGiveUp(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = readDuration(value);
  if (ms !== undefined && ms > 0) return ms;
  throw new UsageError(`--give-up-after takes minutes, hours, days or weeks, such as 30m, 24h, 7d or 2w; got ${value}`);
}

/** Reads seconds, as milliseconds. */
export function readSeconds(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && seconds >= 1 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError(`--interval takes seconds from 1 to 86400; got ${value}`);
}
