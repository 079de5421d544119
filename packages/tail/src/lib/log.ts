import { printable } from "@keywright/core/client";
import type { Clock } from "@keywright/core";
import type { StreamName } from "./streams.ts";

/** Where the log is written: standard error. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** `text` is for people, `json` for machines: an object in each line. */
export const LOG_FORMATS = ["text", "json"] as const;

/** A format of the log. */
export type LogFormat = (typeof LOG_FORMATS)[number];

/** One entry of the log. */
export interface Entry {
  readonly level: "debug" | "info" | "warn" | "error";
  /** The stream that it is about; absent if it is about the command. */
  readonly stream?: StreamName | undefined;
  /** What happened, in a word: the type of a feed's event, or the command's own. `refused` says that the arguments or the environment are not understood. */
  readonly event: string;
  /** What happened, in words. */
  readonly message: string;
  /** What to do, on a line of its own. */
  readonly advice?: string | undefined;
  /** Properties that JSON has beside these. */
  readonly details?: object;
}

/** Writes to standard error. */
export interface Log {
  /** Whether the last line of the screen can be drawn again and again. */
  readonly isLive: boolean;
  say(entry: Entry): void;
  /** Draws the live line, in place of the one before. */
  draw(text: string): void;
  /** Leaves the live line behind. */
  end(): void;
}

const ERASE = "\r\u001B[K";
// Some terminals tell 0 columns before they know better.
const COLUMNS = 80;

/** Makes the log of the command. Control characters are escaped in both formats. */
export function createLog(format: LogFormat, screen: Screen, { wallNow }: Clock): Log {
  let isDrawn = false;
  const time = (): string => new Date(wallNow()).toISOString();

  function lineOf({ level, stream, event, message, advice, details }: Entry): string {
    if (format === "json") return `${printable(JSON.stringify({ time: time(), level, stream, event, message, advice, ...details }))}\n`;
    // What was typed wrongly is told at once to who typed it: the time would only be in the way.
    const begin = event === "refused" ? "" : `${time()} `;
    return `${begin}${printable(`${stream ?? "keywright-tail"}: ${message}`)}\n${advice === undefined ? "" : `${advice}\n`}`;
  }

  return {
    isLive: format === "text" && screen.isTTY === true,
    say(entry) {
      screen.write(`${isDrawn ? ERASE : ""}${lineOf(entry)}`);
      isDrawn = false;
    },
    draw(text) {
      screen.write(`${ERASE}${text.slice(0, (screen.columns || COLUMNS) - 1)}`);
      isDrawn = true;
    },
    end() {
      if (isDrawn) screen.write("\n");
      isDrawn = false;
    },
  };
}
