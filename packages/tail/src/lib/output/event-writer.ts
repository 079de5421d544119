import { eventLine, printableLine } from "../events/event-line.ts";
import { textOf } from "../events/event-text.ts";
import type { Job } from "../settings/settings.ts";
import type { StreamEvent } from "../events/streams.ts";

/**
 * Returns a function that writes an event of a job as JSON on one line.
 *
 * @param onUnknown Receives JSON pointers of properties with values that a format does not know.
 */
export async function createEventWriter({ stream, sink }: Job, onUnknown: (properties: readonly string[]) => void): Promise<(event: StreamEvent) => string> {
  const { format = "raw", address } = sink;
  if (format === "raw") {
    // A table has the stream in a column.
    return address.kind === "postgres" ? textOf : (event) => eventLine(stream, event, textOf(event));
  }
  const { formatOf } = await import("../events/event-formats.ts");
  const { toJson } = formatOf(stream, format);
  return (given) => {
    // The text is as the service wrote it, because parsing rounds numbers.
    const { json, unknown } = toJson(given, textOf(given));
    if (unknown.length > 0) onUnknown(unknown);
    return printableLine(json);
  };
}
