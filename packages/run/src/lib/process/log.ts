import { printable } from "@keywright/core/client";

/** One entry of the log. It contains no secret. */
export interface Entry {
  readonly level: "info" | "warn" | "error";
  /** What happened, in one word. */
  readonly event: string;
  readonly message: string;
  /** Further properties for JSON. */
  readonly details?: object;
}

/** Writes an entry to standard error. */
export type Log = (entry: Entry) => void;

/** Creates the log, as text or as lines of JSON. Control characters are escaped in both. */
export function createLog(json: boolean, screen: { write(text: string): unknown }): Log {
  return ({ level, event, message, details }) => {
    const lines = message.split("\n").map((line) => printable(line));
    screen.write(json ? `${printable(JSON.stringify({ level, event, message, ...details }))}\n` : `keywright-run: ${lines.join("\n")}\n`);
  };
}
