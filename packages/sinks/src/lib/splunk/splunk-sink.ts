import type { ClientOptions, Middleware } from "@keywright/core";
import { isApiError, notify, platformClock, type Rules, wait } from "@keywright/core/client";
import { checkSinkOptions, partedSink, type PartedSinkOptions } from "../create-sink.ts";
import { createPost } from "../http/post.ts";
import { REQUEST_RULES, TIME } from "../option-rules.ts";
import { isSinkError, SinkError } from "../sink-error.ts";
import type { Sink, SinkRecord } from "../sink.ts";

/** The options of {@link splunkSink}. */
export interface SplunkSinkOptions<Event> extends PartedSinkOptions<Event>, Pick<ClientOptions, "fetch" | "transport" | "allowInsecureHttp"> {
  /** The address of the HTTP Event Collector, with or without the path `/services/collector`. */
  readonly url: string;
  /** A token of the HTTP Event Collector with indexer acknowledgement. */
  readonly token: string;
  /** The id of the channel, a GUID. Each process needs its own. @default a random one */
  readonly channel?: string | undefined;
  /** Metadata of the events. @default those of the token */
  readonly index?: string | undefined;
  readonly source?: string | undefined;
  readonly sourcetype?: string | undefined;
  readonly host?: string | undefined;
  /** The wait between checks whether events are indexed, in milliseconds. @default 1000 */
  readonly ackPollMs?: number | undefined;
  /** Milliseconds of an attempt; events not indexed by then are sent again. @default 180000 */
  readonly timeoutMs?: number | undefined;
}

const METADATA = ["index", "source", "sourcetype", "host"] as const;
const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

const RULES: Rules = {
  url: [isText, "a whole address, such as https://splunk.example.com:8088", { isNeeded: true }],
  token: [
    (value) => typeof value === "string" && /^[\x21-\x7e]+$/.test(value),
    "a token of visible characters, without the word Splunk",
    { isNeeded: true, isSecret: true },
  ],
  ...REQUEST_RULES,
  channel: [(value) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value), "a GUID"],
  ...Object.fromEntries(METADATA.map((name) => [name, [isText, "a text"]])),
  ackPollMs: TIME,
};

/** How long Splunk may take to acknowledge before that is reported, in milliseconds. */
const SLOW_MS = 15_000;

// Splunk, "Troubleshoot HTTP Event Collector": codes of the data format and of events alone.
const REJECTED_CODES: readonly unknown[] = [6, 12, 13, 15];

/**
 * Returns a sink that sends events to Splunk's HTTP Event Collector, at least once. Stored means
 * indexed: the status 200 only means received. Events not acknowledged in time are sent again.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function splunkSink<Event>(options: SplunkSinkOptions<Event>): Sink<Event> {
  checkSinkOptions("splunkSink", options, RULES, "stream, idOf, url and token");
  const { stream, url, token, channel = crypto.randomUUID(), clock = platformClock, ackPollMs = 1000, timeoutMs = 180_000 } = options;
  const metadata = Object.fromEntries(METADATA.map((name) => [name, options[name]]));

  const sign: Middleware = (request, next) =>
    next({ ...request, headers: { ...request.headers, authorization: `Splunk ${token}`, "x-splunk-request-channel": channel } });
  // Splunk's own documentation has the address with its path.
  const base = url.replace(/(\/services\/collector(\/.*)?|\/)$/, "");
  const postTo = (path: string) => createPost({ url: `${base}${path}`, mediaType: "application/json", response: "json", reason: "text", sign }, options);
  const sendEvents = postTo("/services/collector/event");
  const askForAcks = postTo("/services/collector/ack");

  async function send(body: string, signal: AbortSignal): Promise<number> {
    const { body: answer } = await sendEvents({ body, signal }).catch((error: unknown) => {
      throw isSinkError(error, "rejected") && !isAboutEvents(error.cause) ? error.cause : error;
    });
    const { ackId }: { readonly ackId?: unknown } = Object(answer);
    // Splunk, "About HTTP Event Collector Indexer Acknowledgment": status 200 alone is no proof.
    if (typeof ackId !== "number") throw new Error("expected an ackId from Splunk; got none. Enable indexer acknowledgement for this token");
    return ackId;
  }

  async function isIndexed(ackId: number, signal: AbortSignal): Promise<boolean> {
    try {
      const { body } = await askForAcks({ body: JSON.stringify({ acks: [ackId] }), signal });
      const { acks }: { readonly acks?: unknown } = Object(body);
      return Reflect.get(Object(acks), String(ackId)) === true;
    } catch (error) {
      // It is asked again, until the time limit of the attempt.
      if (isSinkError(error, "unavailable")) return false;
      // A question that Splunk rejects says nothing about the events.
      throw isSinkError(error, "rejected") ? error.cause : error;
    }
  }

  return partedSink(
    {
      async write({ records }, { signal }) {
        const [events, endsAt] = [records.length, clock.now() + timeoutMs];
        const ackId = await send(records.map((record) => entryOf(record, metadata)).join("\n"), signal);
        const slow = clock.after(SLOW_MS, () =>
          notify(options.onEvent, { type: "waiting", stream, events, until: new Date(clock.wallNow() + endsAt - clock.now()).toISOString() }),
        );
        try {
          while (!(await isIndexed(ackId, signal))) {
            if (endsAt - clock.now() <= ackPollMs)
              throw new SinkError(
                "unavailable",
                `Splunk received the events and did not acknowledge them within ${timeoutMs} ms: check that it runs, and its indexers`,
              );
            await wait(clock, ackPollMs, signal);
            signal.throwIfAborted();
          }
        } finally {
          clock.clear(slow);
        }
      },
    },
    { ...options, timeoutMs },
  );
}

/** An event with its metadata. Only the event is JSON already. */
function entryOf({ time, json }: SinkRecord<unknown>, metadata: object): string {
  const seconds = Date.parse(time ?? "") / 1000;
  const head = JSON.stringify({ ...(Number.isNaN(seconds) ? {} : { time: seconds }), ...metadata }).slice(0, -1);
  return `${head}${head === "{" ? "" : ","}"event":${json}}`;
}

function isAboutEvents(cause: unknown): boolean {
  if (!isApiError(cause)) return false;
  const { code }: { readonly code?: unknown } = Object(cause.body);
  return cause.status === 413 || REJECTED_CODES.includes(code);
}
