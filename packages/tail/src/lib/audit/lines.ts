import { createGunzip } from "node:zlib";
import { pipeline, type Readable } from "node:stream";
import { idOf, timeOf } from "../events/streams.ts";
import type { Job } from "../settings/settings.ts";
import type { Find } from "./compare.ts";
import { readEntry, writeEntry } from "./entry.ts";
import { createSorter } from "./sorter.ts";
import type { TargetContext } from "./target.ts";

/** Lines of JSON, also compressed by gzip, and where they are. */
export interface Source {
  readonly name: string;
  readonly bytes: Readable;
  /** Whether a program is writing it, so that its last line can be incomplete. */
  readonly isGrowing?: boolean;
}

/** Sorts the events of a stream in lines, so that they can be found in order. */
export async function sortLines(job: Job, sources: AsyncIterable<Source>, { folder, signal, warn }: TargetContext): Promise<Find> {
  const sorter = createSorter(folder, "target");
  for await (const { name, bytes, isGrowing = false } of sources) {
    let others = 0;
    for await (const lines of linesOf(bytes, isGrowing)) {
      signal.throwIfAborted();
      for (const line of lines) {
        const entry = entryOf(job, line);
        if (entry === "not an event") others += 1;
        else if (entry !== undefined) sorter.add(entry);
      }
    }
    if (others > 0) warn(`${others} ${others === 1 ? "line" : "lines"} of ${name} ${others === 1 ? "is" : "are"} not JSON`);
  }
  const stored = sorter.sorted()[Symbol.iterator]();
  let next = stored.next();
  return async (keys) => {
    const found = new Map<string, string[]>();
    for (const key of keys) {
      const copies: string[] = [];
      for (; next.done !== true; next = stored.next()) {
        const entry = readEntry(next.value);
        if (entry.key > key) break;
        if (entry.key === key) copies.push(entry.digest);
      }
      found.set(key, copies);
    }
    return found;
  };
}

/** Returns the entry of a line; `undefined` if it is of another stream. */
function entryOf({ stream, sink: { format = "raw" } }: Job, line: string): string | "not an event" | undefined {
  try {
    const stored: unknown = JSON.parse(line);
    const original = originalOf(format, stored);
    if (format === "raw" && Reflect.get(Object(stored), "stream") !== stream) return undefined;
    const event: unknown = typeof original === "string" ? JSON.parse(original) : stored;
    return writeEntry(idOf(stream, Object(event)), line, timeOf(stream, Object(event)));
  } catch {
    return "not an event";
  }
}

/** The text of the service's event in one of a format. */
function originalOf(format: "raw" | "ecs" | "ocsf", stored: unknown): unknown {
  if (format === "ecs") return Reflect.get(Object(Reflect.get(Object(stored), "event")), "original");
  return format === "ocsf" ? Reflect.get(Object(stored), "raw_data") : undefined;
}

const GZIP = [0x1f, 0x8b];

/** Yields lines. The end of a growing file without a line end is being written, or was cut off. */
async function* linesOf(bytes: Readable, isGrowing: boolean): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of await plain(bytes)) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  rest += decoder.decode();
  if (rest !== "" && !isGrowing) yield [rest];
}

/** Returns the bytes decompressed, which depends on the content, because `fetch` decompresses. */
async function plain(bytes: Readable): Promise<Readable> {
  const first = await new Promise<Uint8Array | null>((resolve, reject) => {
    bytes.once("error", reject).once("end", () => resolve(null));
    bytes.once("readable", () => resolve(bytes.read() as Uint8Array | null));
  });
  if (first !== null) bytes.unshift(first);
  if (first === null || !GZIP.every((byte, index) => first[index] === byte)) return bytes;
  return pipeline(bytes, createGunzip(), () => {});
}
