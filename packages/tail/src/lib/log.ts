import { printable } from "@keywright/core/client";
import type { Clock } from "@keywright/core";
import type { StreamName } from "./streams.ts";

/** The destination of the log: standard error. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** The formats of the log: `text` for people, `json` with one object per line. */
export const LOG_FORMATS = ["text", "json"] as const;

/** A format of the log. */
export type LogFormat = (typeof LOG_FORMATS)[number];

/** One entry of the log. */
export interface Entry {
  readonly level: "debug" | "info" | "warn" | "error";
  /** Its stream; absent if it is about the command. */
  readonly stream?: StreamName | undefined;
  /** Its sink, by the name in the configuration file. */
  readonly sink?: string | undefined;
  /** What happened: the type of a feed's event, or a name of the command. `refused` means that the arguments or the environment are invalid. */
  readonly event: string;
  /** What happened, as text. */
  readonly message: string;
  /** What to do, on a separate line. */
  readonly advice?: string | undefined;
  /** Further properties for JSON. */
  readonly details?: object;
}

/** Writes to standard error. */
export interface Log {
  /** Whether the last line of the screen can be redrawn. */
  readonly isLive: boolean;
  say(entry: Entry): void;
  /** Redraws the live line. */
  draw(text: string): void;
  /** Ends the live line. */
  end(): void;
}

const ERASE = "\r\u001B[K";
// Some terminals report 0 columns at first.
const COLUMNS = 80;

/** Creates the log of the command. Control characters are escaped in both formats. */
export function createLog(format: LogFormat, screen: Screen, { wallNow }: Clock): Log {
  let isDrawn = false;
  const time = (): string => new Date(wallNow()).toISOString();

  function lineOf({ level, stream, sink, event, message, advice, details }: Entry): string {
    if (format === "json") return `${printable(JSON.stringify({ time: time(), level, stream, sink, event, message, advice, ...details }))}\n`;
    // An error of usage needs no time, because the user sees it at once.
    const begin = event === "refused" ? "" : `${time()} `;
    const subject = `${stream ?? "keywright-tail"}${sink === undefined ? "" : ` to ${sink}`}`;
    return `${begin}${printable(`${subject}: ${message}`)}\n${advice === undefined ? "" : `${advice}\n`}`;
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
