import { readDuration, UsageError } from "@keywright/cli-kit";
import { readTime } from "./since.ts";

/** How the value of an option is written in a configuration file, as JSON Schema, and read. */
export interface OptionType<Value> {
  readonly schema: { readonly [keyword: string]: unknown };
  /**
   * Reads a value as text. Arguments are text; a number of a configuration file becomes text.
   *
   * @param name The option as the user wrote it, for messages.
   * @param now Milliseconds since 1970.
   * @throws UsageError with the expected and the actual value.
   */
  read(name: string, text: string, now: number): Value;
}

/** A whole number. */
export function whole(from: number, to?: number): OptionType<number> {
  return {
    schema: { type: "integer", minimum: from, ...(to === undefined ? {} : { maximum: to }) },
    read(name, text) {
      const number = Number(text);
      if (/^\d+$/.test(text) && number >= from && number <= (to ?? Number.MAX_SAFE_INTEGER)) return number;
      throw new UsageError(`${name} takes a whole number from ${from}${to === undefined ? "" : ` to ${to}`}; got ${text}`);
    },
  };
}

/** A duration of at least a second, as milliseconds. A number is seconds. */
export function duration(to?: number): OptionType<number> {
  return {
    schema: { type: ["number", "string"], minimum: 1, ...(to === undefined ? {} : { maximum: to }), pattern: "^[0-9]{1,9}(\\.[0-9]+)?[smhdw]?$" },
    read: (name, text) => readDuration(name, text, 1, to),
  };
}

/** An octal mode. The owner must be able to read, to find an incomplete last line. */
export const MODE: OptionType<number> = {
  schema: { type: "string", pattern: "^0?[67][0-7]{2}$" },
  read(name, text) {
    if (/^0?[67][0-7]{2}$/.test(text)) return Number.parseInt(text, 8);
    throw new UsageError(`${name} must be three octal digits that let the owner read and write, such as 0640; got ${text}`);
  },
};

const UNIT_BYTES: { readonly [unit: string]: number } = { "": 1, K: 1024, M: 1_048_576 };
// The platform's limit for strings.
const MAX_BYTES = 500 * 1_048_576;

/** A number of bytes, such as `64M`. */
export const SIZE: OptionType<number> = {
  schema: { type: "string", pattern: "^[0-9]{1,9}[KM]?$" },
  read(name, text) {
    const [, count = "", unit = ""] = /^(\d{1,9})([KM]?)$/.exec(text) ?? [];
    const bytes = Number(count) * (UNIT_BYTES[unit] ?? 0);
    if (bytes >= 1 && bytes <= MAX_BYTES) return bytes;
    throw new UsageError(`${name} takes a number of bytes, or of K or M (1024 and 1048576 bytes), such as 64M, up to 500M; got ${text}`);
  },
};

/** A point in time, as a date-time of RFC 3339 in UTC. */
export const TIME: OptionType<string> = { schema: { type: "string", minLength: 1 }, read: readTime };

/** The name of a file. */
export const FILE: OptionType<string> = {
  schema: { type: "string", minLength: 1 },
  read(name, text) {
    if (text !== "") return text;
    throw new UsageError(`${name} must be the name of a file; got an empty one`);
  },
};

/** A text that is checked where it is used. */
export const TEXT: OptionType<string> = { schema: { type: "string", minLength: 1 }, read: (_name, text) => text };

/** The name of an account. */
export const ACCOUNT: OptionType<string> = {
  schema: { type: "string", pattern: "^[ -~]{1,200}$" },
  read(name, text) {
    if (/^[ -~]{1,200}$/.test(text)) return text;
    throw new UsageError(`${name} must be 1 to 200 characters of ASCII; got ${text.length} characters`);
  },
};

/** The name of a table, with a schema before it or not. */
export const TABLE: OptionType<string> = {
  schema: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?$" },
  read(name, text) {
    if (/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/.test(text)) return text;
    throw new UsageError(`${name} must be a plain name, with a schema before it or not, such as audit.events; got ${text}`);
  },
};

/** One of some words. */
export function choice<const Word extends string>(words: readonly Word[]): OptionType<Word> {
  return {
    schema: { enum: words },
    read(name, text) {
      const word = words.find((known) => known === text);
      if (word !== undefined) return word;
      throw new UsageError(`${name} takes ${words.join(" or ")}; got ${text}`);
    },
  };
}
