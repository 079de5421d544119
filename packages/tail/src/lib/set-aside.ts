import { printable } from "@keywright/core/client";
import type { Clock } from "@keywright/core";
import type { BadPage, FeedPosition } from "@keywright/core/feeds";
import { fileSink } from "./file-sink.ts";
import type { StreamName } from "./streams.ts";

/** Keeps pages that stay bad in a file. */
export interface SetAside {
  /** Resolves when the page is on the disk. */
  keep(stream: StreamName, page: BadPage): Promise<void>;
}

/**
 * Makes the file that bad pages are set aside in: a line of JSON for each. It is made with the first one, behind its lock, and free again as soon as the page is synced.
 *
 * @param path The file, with the rules of an output file.
 */
export function setAsideFile(path: string, { wallNow }: Clock): SetAside {
  const sink = fileSink(path, { option: "--set-aside" });
  return {
    async keep(stream, page) {
      await sink.open();
      try {
        await sink.write(lineOf(stream, new Date(wallNow()).toISOString(), page));
      } finally {
        await sink.close();
      }
    },
  };
}

function lineOf(stream: StreamName, time: string, { position, next, error, bytes }: BadPage): string {
  const line = { stream, time, position: placeOf(position), next: placeOf(next), error: error.message, ...textOf(bytes) };
  return `${printable(JSON.stringify(line))}\n`;
}

function placeOf(position: FeedPosition): object {
  return "cursor" in position ? { cursor: position.cursor } : { since: position.since };
}

/** Base64 where a text would be another page. */
function textOf(bytes: Uint8Array): { readonly encoding: "utf-8" | "base64"; readonly page: string } {
  try {
    return { encoding: "utf-8", page: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { encoding: "base64", page: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64") };
  }
}
