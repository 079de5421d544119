import { type Feed, type FeedOptions, memoryCheckpoints } from "@keywright/core/feeds";
import { expectSame } from "../program.ts";

/** Follows a stream to its end with a handler that fails once, and compares the ids with those of the list. Then continues from the end. */
export async function followFeed<Event>(
  what: string,
  open: (options: FeedOptions<Event>) => Feed<Event>,
  listed: readonly Event[],
  idOf: (event: Event) => string,
): Promise<string> {
  const store = memoryCheckpoints();
  const options = { store, since: "2020-01-01T00:00:00Z" };
  const ids: string[] = [];
  let failures = 0;
  const handle = ({ events }: { readonly events: readonly Event[] }): void => {
    if (ids.length > 0 && failures++ === 0) throw new Error("the handler fails once");
    ids.push(...events.map(idOf));
  };
  await open({ ...options, maxHandlerAttempts: 2, maxBackoffMs: 20 }).run(handle, { until: "caught-up" });
  const known = new Set(ids);
  expectSame(`${what} that came twice`, ids.length - known.size, 0);
  expectSame(`${what} that were lost`, listed.filter((event) => !known.has(idOf(event))).length, 0);
  if (listed.length < 4000) throw new Error(`${what}: expected at least 4000, got ${listed.length}`);
  const second = await open(options).run(() => {}, { until: "caught-up" });
  expectSame(`${what} that came again`, second.events < listed.length, true);
  return `${ids.length} ${what} followed`;
}
