import { readFileSync } from "node:fs";
import { UsageError } from "@keywright/cli-kit";
import { printable } from "@keywright/core/client";
import type { Explained } from "./command/arguments.ts";
import { STREAM_NAMES } from "./events/streams.ts";

/**
 * Returns a line for each field of an event in a format: its path, its value, and the JSON pointer
 * of the property that it comes from, `the event` or `constant`.
 *
 * @throws UsageError if the file has no event, or its stream is not known.
 */
export async function explainEvent({ file, stream: named, format }: Explained): Promise<string> {
  const event = readEvent(file);
  const stream = named ?? STREAM_NAMES.find((name) => name === Reflect.get(event, "stream"));
  if (stream === undefined) throw new UsageError(`explain takes the stream after ${file}, because the event has none: ${STREAM_NAMES.join(", ")}`);
  const { formatOf } = await import("./events/event-formats.ts");
  const rows = formatOf(stream, format)
    .explain(event)
    .map(({ field, value, from }) => [field, from === undefined ? "constant" : from === "" ? "the event" : from, JSON.stringify(value)] as const);
  const [fields, sources] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(([field, from, value]) => `${field.padEnd(fields ?? 0)}  ${from.padEnd(sources ?? 0)}  ${printable(value)}\n`).join("");
}

/** Reads the first line, or a whole file of one event. */
function readEvent(file: string): object {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  for (const json of [text, text.split("\n", 1)[0] ?? ""]) {
    const event = parsed(json);
    if (typeof event === "object" && event !== null && !Array.isArray(event)) return event;
  }
  throw new UsageError(`${file} must have an event as a JSON object; got none`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
