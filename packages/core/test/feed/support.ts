import { createFeed, type CheckpointStore, type Feed, type FeedEvent, type FeedOptions, type FeedPosition, memoryCheckpoints } from "../../src/feeds.ts";
import type { Page } from "../../src/index.ts";
import { type FakeClock, fakeClock } from "../fake-clock.ts";

/** The options of a run that ends at the end of the stream. */
export const caughtUp = { until: "caught-up" } as const;

export interface Thing {
  readonly id: number;
  readonly at?: string;
}

/** A stream of things, as a service would page it: a cursor is the number of things before it. */
export interface Stream {
  readonly things: Thing[];
  /** The position of each walk and page that was asked for. */
  readonly asked: FeedPosition[];
  /** What the next requests fail with, or answer; each once. */
  readonly next: (Error | Page<Thing, string> | (() => Page<Thing, string>))[];
}

/** What one test follows. */
export interface Setting {
  readonly stream: Stream;
  readonly clock: FakeClock;
  readonly store: CheckpointStore;
  readonly feed: Feed<Thing>;
  readonly events: FeedEvent[];
  /** What the store has kept. */
  kept(): Promise<FeedPosition | undefined>;
}

/** `count` things with ids from 1. */
export function things(count: number, from = 1): Thing[] {
  return Array.from({ length: count }, (_unused, index) => ({ id: from + index }));
}

/** The ids of the things in a batch. */
export const idsOf = (batch: { readonly events: readonly Thing[] }): number[] => batch.events.map(({ id }) => id);

/** A feed of a stream in memory, two things a page. */
export function setting(
  given: readonly Thing[],
  { limit = 2, ...options }: Partial<FeedOptions<Thing>> & { readonly limit?: number; readonly clock?: FakeClock } = {},
): Setting {
  const stream: Stream = { things: [...given], asked: [], next: [] };
  const clock = (options.clock as FakeClock | undefined) ?? fakeClock();
  const store = options.store ?? memoryCheckpoints();
  const events: FeedEvent[] = [];

  async function* pages(start: FeedPosition, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<Page<Thing, string>, void, undefined> {
    let position = start;
    for (;;) {
      signal.throwIfAborted();
      stream.asked.push(position);
      const special = stream.next.shift();
      if (special instanceof Error) throw special;
      const from = "cursor" in position ? Number(position.cursor) : 0;
      const items = stream.things.slice(from, from + limit);
      const page = special === undefined ? { items, resumeAt: String(from + items.length) } : typeof special === "function" ? special() : special;
      yield page;
      if (special === undefined && from + items.length >= stream.things.length) return;
      position = { cursor: page.resumeAt };
    }
  }

  const feed = createFeed<Thing>(
    { stream: "listThings", pages, idOf: ({ id }) => id, timeOf: ({ at }) => at },
    { store, clock, onEvent: (event) => events.push(event), ...options },
  );
  return {
    stream,
    clock,
    store,
    feed,
    events,
    async kept() {
      const owned = await store.acquire("listThings");
      const found = await owned.load();
      await owned.release();
      return found?.position;
    },
  };
}
