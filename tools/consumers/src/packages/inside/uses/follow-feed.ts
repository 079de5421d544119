import { type Feed, type FeedOptions, memoryCheckpoints } from "@keywright/core/feeds";
import { expectSame } from "../program.ts";

/** Follows a stream to its end, with a handler that fails once, then continues from there. No event is missing or repeated. */
export async function followFeed<Event>(what: string, open: (options: FeedOptions<Event>) => Feed<Event>): Promise<string> {
  const store = memoryCheckpoints();
  const options = { store, since: "2020-01-01T00:00:00Z" };
  let [read, failures] = [0, 0];
  const handle = ({ events }: { readonly events: readonly Event[] }): void => {
    if (read > 0 && failures++ === 0) throw new Error("the handler fails once");
    read += events.length;
  };
  const first = await open({ ...options, maxHandlerAttempts: 2, maxBackoffMs: 20 }).run(handle, { until: "caught-up" });
  expectSame(`${what} that were handled`, read, first.events);
  if (read < 4000) throw new Error(`${what}: expected at least 4000, got ${read}`);
  const second = await open(options).run(() => {}, { until: "caught-up" });
  expectSame(`${what} that came again`, second.events < read, true);
  return `${read} ${what} followed`;
}
