import { type Feed, type FeedOptions, memoryCheckpoints } from "@keywright/core/feeds";
import { expectSame } from "../program.ts";

/** Follows a stream from a time to its end, then from where it ended: nothing comes twice. */
export async function followFeed<Event>(what: string, open: (options: FeedOptions<Event>) => Feed<Event>): Promise<string> {
  const store = memoryCheckpoints();
  const options = { store, since: "2020-01-01T00:00:00Z" };
  let read = 0;
  const first = await open(options).run(({ events }) => void (read += events.length), { until: "caught-up" });
  expectSame(`${what} that were handled`, read, first.events);
  if (read < 4000) throw new Error(`${what}: expected at least 4000, got ${read}`);
  const second = await open(options).run(() => {}, { until: "caught-up" });
  expectSame(`${what} that came again`, second.events < read, true);
  return `${read} ${what} followed`;
}
