import type { Rules } from "@keywright/core/client";
import { checkSinkOptions, partedSink, type PartedSinkOptions } from "../create-sink.ts";
import { TIMEOUT_MS } from "../delivery.ts";
import { uidOf } from "../parts.ts";
import { SinkError } from "../sink-error.ts";
import type { PartResult, Sink, SinkRecord } from "../sink.ts";
import { hasNoResponder, natsError } from "./nats-errors.ts";

/** The part of a client of `@nats-io/jetstream` that a sink uses: `jetstream(connection)`. */
export interface JetStreamPublisher {
  publish(subject: string, payload: string, options: { readonly msgID: string; readonly timeout: number }): Promise<{ readonly duplicate: boolean }>;
  /** Finds a subject's stream. Without it, a missing stream is retried like an outage. */
  jetstreamManager?(checkAPI: false): Promise<{ readonly streams: { find(subject: string): Promise<string> } }>;
}

/** The options of {@link natsSink}. */
export interface NatsSinkOptions<Event> extends PartedSinkOptions<Event> {
  readonly client: JetStreamPublisher;
  /** The beginning of an event's subject `<subject>.<stream>.<type>`. @default "events" */
  readonly subject?: string | undefined;
}

const RULES: Rules = {
  client: [(value) => typeof Reflect.get(Object(value), "publish") === "function", "jetstream(connection) of @nats-io/jetstream", { isNeeded: true }],
  subject: [(value) => typeof value === "string" && /^[\w-]+(\.[\w-]+)*$/.test(value), "a subject without wildcards, such as audit.events"],
};

/**
 * Returns a sink that publishes each event to a stream of NATS JetStream and waits until it is
 * stored: once in the stream's `duplicate_window` (default 2 minutes), if no outage is longer.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function natsSink<Event>(options: NatsSinkOptions<Event>): Sink<Event> {
  checkSinkOptions("natsSink", options, RULES, "stream, idOf and client");
  const { client, subject = "events", timeoutMs = TIMEOUT_MS } = options;

  // A subject of which a stream has taken an event.
  let taken: string | undefined;
  const subjectOf = (stream: string, { type = "other" }: SinkRecord<Event>): string => `${subject}.${tokenOf(stream)}.${tokenOf(type)}`;

  async function publish(stream: string, record: SinkRecord<Event>): Promise<"taken" | "repeated" | SinkError> {
    try {
      const to = subjectOf(stream, record);
      const { duplicate } = await client.publish(to, record.json, { msgID: uidOf(stream, record), timeout: timeoutMs });
      taken = to;
      return duplicate ? "repeated" : "taken";
    } catch (error) {
      const known = natsError(error);
      if (known instanceof SinkError) return known;
      throw known;
    }
  }

  /** Returns whether a stream has a subject; `undefined` if the server cannot say it. */
  async function hasStream(wanted: string): Promise<boolean | undefined> {
    try {
      const manager = await client.jetstreamManager?.(false);
      return manager && (await manager.streams.find(wanted)) !== "";
    } catch (error) {
      return Reflect.get(Object(error), "name") === "StreamNotFoundError" ? false : undefined;
    }
  }

  /** @throws Error if no stream has a subject. During an election, one has it but none responds. */
  async function requireStream(wanted: string): Promise<void> {
    if ((await hasStream(wanted)) !== false) return;
    // A leaf node does not know its hub's streams: it counts only if it knows the one with events.
    if (taken !== undefined && (await hasStream(taken)) !== true) return;
    throw new Error(`expected a JetStream stream with the subject ${wanted}; NATS has none. Create the stream, or correct the subject`);
  }

  return partedSink(
    {
      async write({ stream, records }): Promise<PartResult<Event>> {
        // A connection sends them in their order; the acknowledgements come later.
        const outcomes = await Promise.all(records.map(async (record) => ({ record, outcome: await publish(stream, record) })));
        const failed = outcomes.flatMap(({ record, outcome }) => (outcome instanceof SinkError ? [{ record, reason: outcome }] : []));
        const unheard = failed.find(({ reason }) => hasNoResponder(reason));
        if (unheard !== undefined) await requireStream(subjectOf(stream, unheard.record));
        return {
          again: failed.flatMap(({ record, reason }) => (reason.code === "unavailable" ? [record] : [])),
          rejected: failed.filter(({ reason }) => reason.code === "rejected"),
          repeated: outcomes.filter(({ outcome }) => outcome === "repeated").length,
        };
      },
    },
    options,
  );
}

/** A token of a subject, without dots, wildcards, spaces. Longer subjects close the connection. */
function tokenOf(text: string): string {
  return text.replaceAll(/[^\w-]/g, "_").slice(0, 200);
}
