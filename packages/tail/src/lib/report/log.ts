import { printable } from "@keywright/core/client";
import type { Clock } from "@keywright/core";
import type { Screen } from "../settings/command-context.ts";
import type { LogFormat } from "../settings/settings.ts";
import type { StreamName } from "../events/streams.ts";

/** One entry of the log. */
export interface Entry {
  readonly level: "debug" | "info" | "warn" | "error";
  /** Its stream; absent if it is about the command. */
  readonly stream?: StreamName | undefined;
  /** Its sink, by the name in the configuration file. */
  readonly sink?: string | undefined;
  /** A type of a feed's event, or a name of the command; `refused` means invalid usage. */
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
  /** Writes a line, above the table. */
  write(entry: Entry): void;
  /** Draws a table in place of the last one. */
  draw(lines: readonly string[]): void;
  /** Leaves the table as it is. Later lines come below it. */
  end(): void;
}

// Some terminals report 0 columns and rows at first.
const [COLUMNS, ROWS] = [80, 24];

/** Creates the log of the command. Control characters are escaped in both formats. */
export function createLog(format: LogFormat, screen: Screen, { wallNow }: Clock): Log {
  let table: readonly string[] = [];
  const time = (): string => new Date(wallNow()).toISOString();

  function lineOf({ level, stream, sink, event, message, advice, details }: Entry): string {
    if (format === "json") return `${printable(JSON.stringify({ time: time(), level, stream, sink, event, message, advice, ...details }))}\n`;
    // An error of usage needs no time, because the user sees it at once.
    const begin = event === "refused" ? "" : `${time()} `;
    const subject = `${stream ?? "keywright-tail"}${sink === undefined ? "" : ` to ${sink}`}`;
    return `${begin}${printable(`${subject}: ${message}`)}\n${advice === undefined ? "" : `${advice}\n`}`;
  }

  /** Writes a text instead of the table, and a table below it. The cursor is always left below. */
  function show(text: string, lines: readonly string[]): void {
    // ECMA-48: CUU moves the cursor up in its column, which a typed ^C has moved; ED erases below.
    const erase = table.length === 0 ? "" : `\r\u001B[${table.length}A\u001B[J`;
    const [columns, rows] = [screen.columns || COLUMNS, screen.rows || ROWS];
    // A line that is too long, or a line above the screen, could not be erased.
    table = lines.slice(0, rows - 1).map((line) => line.slice(0, columns - 1));
    screen.write(`${erase}${text}${table.map((line) => `${line}\n`).join("")}`);
  }

  return {
    write: (entry) => show(lineOf(entry), table),
    draw: (lines) => show("", lines),
    end: () => void (table = []),
  };
}

/** Returns a duration for people. */
export function seconds(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
