import { isObject } from "../call/request/check-input.ts";
import { expectClient } from "../options/check-arguments.ts";
import type { Rule, Rules } from "../options/check-options.ts";
import { InvalidResponseError } from "../errors.ts";
import type { Page, Paginator } from "../method-types.ts";
import type { CallOptions } from "../options.ts";
import type { FeedPosition } from "./checkpoint.ts";
import { checkedFeed } from "./create-feed.ts";
import type { Feed, FeedOptions } from "./feed.ts";
import { FEED_RULES, SINCE } from "./feed-rules.ts";
import { isWhole, readPage, type ReadPage } from "./read-bad-page.ts";

/** A row for each stream of a service, from its contract (`x-pagination` and `x-feed`). */
export interface FeedDefinition {
  /** The name of the factory, for messages. */
  readonly name: string;
  readonly operationId: string;
  /**
   * The style: the next request repeats its input (`next-link-live`), or has only the cursor
   * (`cursor-body`).
   */
  readonly style: "cursor-body" | "next-link-live";
  /** The input that continues from a cursor. */
  readonly cursor: string;
  /** The input that starts at a time. */
  readonly since: string;
  /** The form of that time, as a pattern and in words; absent if it is a date-time (RFC 3339). */
  readonly sinceForm?: { readonly pattern: string; readonly expected: string };
  /** The property of a page that has its events. */
  readonly items: string;
  /** The property of an event that is its id. */
  readonly id: string;
  /** The property of an event that has its time. */
  readonly time: string;
  /** The inputs of the operation that are also options of the feed. */
  readonly inputs: readonly string[];
  /** The other inputs of the operation, such as one that ends it. */
  readonly others: readonly string[];
}

/**
 * Returns a feed of one stream, for a client that has its operation, with inputs of the operation
 * as options.
 */
export interface FeedFactory<Client, Event, Options extends FeedOptions<Event>> {
  (client: Client, options: Options): Feed<Event>;
  /** Returns the id of an event, by which a sink or a database can tell that it comes again. */
  idOf(event: Event): unknown;
  /** Returns when an event happened; `undefined` if it has no time. */
  timeOf(event: Event): string | undefined;
}

type Input = { readonly [name: string]: unknown };
type List<Event> = (input: Input, call: CallOptions) => Paginator<Event, string>;

/** Creates the factory of a stream's feeds from its row. */
export function feedOf<Client extends object, Event extends object, Options extends FeedOptions<Event>>(
  definition: FeedDefinition,
): FeedFactory<Client, Event, Options> {
  const { name, operationId, style, cursor, since, inputs, others } = definition;
  const sinceRule = ruleOf(definition.sinceForm);
  const rules: Rules = {
    ...rulesOf(others, `a feed reads ${operationId} in order, without end`),
    ...rulesOf(inputs),
    ...FEED_RULES,
    since: [sinceRule[0], sinceRule[1], { alsoCalled: [since, "startTime"] }],
  };

  const idOf = (event: Event): unknown => propertyOf(event, definition.id);
  const timeOf = (event: Event): string | undefined => {
    const time = propertyOf(event, definition.time);
    return typeof time === "string" ? time : undefined;
  };

  const create = (client: object, options: Options): Feed<Event> => {
    expectClient(name, client, operationId);
    const chosen = Object.fromEntries(Object.entries(options ?? {}).filter(([input, value]) => inputs.includes(input) && value !== undefined));
    const inputAt = (position: FeedPosition): Input => {
      if ("since" in position) return { ...chosen, [since]: position.since };
      return style === "cursor-body" ? { [cursor]: position.cursor } : { ...chosen, [cursor]: position.cursor };
    };
    const pagesAt = (position: FeedPosition, call: CallOptions): AsyncIterable<Page<Event, string>> => {
      // The generated types guarantee that the row and the method belong together.
      const list: List<Event> = Reflect.get(client, operationId);
      return list.call(client, inputAt(position), call).pages();
    };
    return checkedFeed<Event>(
      name,
      {
        stream: operationId,
        pages: (position, call) => objectsOnly(operationId, pagesAt(position, call)),
        async readBadPage(position, call) {
          let read: ReadPage | undefined;
          const readJson = (bytes: Uint8Array): unknown => (read = readPage(bytes, definition.items)).value;
          for await (const { resumeAt } of pagesAt(position, { ...call, readJson, readAhead: false })) {
            return read === undefined || read.isGood || !isWhole(resumeAt) ? undefined : { bytes: read.bytes, resumeAt };
          }
          return undefined;
        },
        idOf,
        timeOf,
      },
      options,
      rules,
      sinceRule,
    );
  };
  return Object.assign(create, { idOf, timeOf });
}

function ruleOf(form: FeedDefinition["sinceForm"]): Rule {
  if (form === undefined) return SINCE;
  const pattern = new RegExp(form.pattern, "u");
  return [(value) => typeof value === "string" && pattern.test(value), form.expected];
}

/** The same rule for each name. */
function rulesOf(names: readonly string[], rule?: string): Rules {
  return Object.fromEntries(names.map((input) => [input, rule]));
}

function propertyOf(event: object, name: string): unknown {
  return Reflect.get(event, name);
}

/** Throws for an entry that is no object: a handler would fail on it at each start. */
async function* objectsOnly<Event>(operationId: string, pages: AsyncIterable<Page<Event, string>>): AsyncGenerator<Page<Event, string>, void, undefined> {
  for await (const page of pages) {
    const index = page.items.findIndex((event) => !isObject(event));
    if (index >= 0) {
      const problem = `${operationId} returned a page whose entry ${index} is not an object`;
      throw new InvalidResponseError("unexpected-content", problem, { operationId, status: 200 });
    }
    yield page;
  }
}
