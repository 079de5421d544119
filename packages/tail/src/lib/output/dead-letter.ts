import { printable } from "@keywright/core/client";
import type { Clock } from "@keywright/core";
import type { BadPage, FeedPosition } from "@keywright/core/feeds";
import { fileOutput } from "./file-output.ts";
import { textOf as eventText } from "../events/event-text.ts";
import type { StreamEvent, StreamName } from "../events/streams.ts";

/** A file for pages that stay invalid, and for events that a sink rejects. */
export interface DeadLetter {
  /** Writes a page. Resolves when it is synced to disk. */
  keep(stream: StreamName, page: BadPage): Promise<void>;
  /** Writes an event as the service sent it. Resolves when it is synced to disk. */
  keepEvent(stream: StreamName, event: StreamEvent, reason: Error): Promise<void>;
}

/**
 * Returns a file for invalid pages and rejected events, created at the first and locked by writes.
 *
 * @param path Path of the file, with the rules of an output file.
 */
export function deadLetterFile(path: string, { wallNow }: Clock): DeadLetter {
  const output = fileOutput(path, { option: "--dead-letter" });
  async function append(line: object): Promise<void> {
    await output.open();
    try {
      await output.write(`${printable(JSON.stringify(line))}\n`);
    } finally {
      await output.close();
    }
  }

  const time = (): string => new Date(wallNow()).toISOString();
  return {
    keep: (stream, page) => append(lineOf(stream, time(), page)),
    keepEvent: (stream, event, reason) => append({ stream, time: time(), error: reason.message, encoding: "utf-8", event: eventText(event) }),
  };
}

function lineOf(stream: StreamName, time: string, { position, next, error, bytes }: BadPage): object {
  return { stream, time, position: placeOf(position), next: placeOf(next), error: error.message, ...textOf(bytes) };
}

function placeOf(position: FeedPosition): object {
  return "cursor" in position ? { cursor: position.cursor } : { since: position.since };
}

/** Returns a page as text, or as Base64 if it is not UTF-8. */
function textOf(bytes: Uint8Array): { readonly encoding: "utf-8" | "base64"; readonly page: string } {
  try {
    return { encoding: "utf-8", page: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { encoding: "base64", page: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64") };
  }
}
