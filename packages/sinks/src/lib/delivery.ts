import { platformClock } from "@keywright/core/client";
import type { Batch } from "@keywright/core/feeds";
import { repeatWhileUnavailable } from "./attempts.ts";
import { bytesOf, divide } from "./parts.ts";
import { isSinkError, SinkError } from "./sink-error.ts";
import type { PartResult, SinkEvent, SinkOptions, SinkRecord } from "./sink.ts";

/** The time limit of an attempt, unless another one is given. */
export const TIMEOUT_MS = 30_000;

/** Writes records once, without a retry. */
export type Write<Event> = (records: readonly SinkRecord<Event>[], signal: AbortSignal) => Promise<PartResult<Event> | void>;

/** What was written of a batch. */
export interface Written {
  readonly events: number;
  readonly bytes: number;
  readonly repeated: number;
  /** The ids of repeated events that the target has with other content. */
  readonly differing?: readonly string[];
}

/** Runs an attempt; it may repeat it. */
export type Attempt = <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;

/** The delivery of one batch. */
export interface Delivery<Event> {
  readonly batch: Batch<Event>;
  readonly signal: AbortSignal;
  /** Repeats work until the target is available. */
  readonly attempt: Attempt;
  /** Writes all events of the batch that the target takes, and makes dead letters of the others. */
  write(write: Write<Event>, how: HowToWrite): Promise<void>;
  /** Counts events that the target has for good. */
  report(written: Written): void;
}

/** How the parts of a batch are written. */
export interface HowToWrite {
  readonly attempt: Attempt;
  /** Receives what was written of each part. */
  readonly onWritten: (written: Written) => void;
  readonly inFlight?: number | undefined;
}

/** Creates the delivery of a batch. `emit` receives its retries and the dead letters. */
export function createDelivery<Event>(
  batch: Batch<Event>,
  signal: AbortSignal,
  options: SinkOptions<Event>,
  report: (written: Written) => void,
  emit: (event: SinkEvent) => void,
): Delivery<Event> {
  const { clock = platformClock, maxEvents = 1000, maxBytes = 1_000_000, timeoutMs = TIMEOUT_MS, maxBackoffMs = 60_000, giveUpAfterMs = Infinity } = options;
  const deadLetter = deadLetterOf(options, emit);

  return {
    batch,
    signal,
    attempt: (work) =>
      repeatWhileUnavailable(work, {
        clock,
        signal,
        timeoutMs,
        maxBackoffMs,
        giveUpAfterMs,
        onRetry: (error, failures, delayMs) => emit({ type: "retry", stream: options.stream, error, failures, delayMs }),
      }),
    report,
    async write(write, how) {
      const pieces = divide(batch.events, options, maxEvents, maxBytes);
      const lane = async (): Promise<void> => {
        // An error ends the loop and with it the generator, so the other lanes begin nothing more.
        for (const piece of pieces)
          await ("reason" in piece ? deadLetter(piece.event, piece.reason) : writeRecords(piece.records, write, { ...how, deadLetter }));
      };
      const lanes = await Promise.allSettled(Array.from({ length: how.inFlight ?? 1 }, lane));
      for (const ended of lanes) if (ended.status === "rejected") throw ended.reason;
    },
  };
}

/** Writes what the target takes, and divides what it rejects until the event is alone. */
async function writeRecords<Event>(
  records: readonly SinkRecord<Event>[],
  write: Write<Event>,
  how: HowToWrite & { readonly deadLetter: DeadLetter<Event> },
): Promise<void> {
  let left = records;
  const refused: NonNullable<PartResult<Event>["rejected"]>[number][] = [];
  try {
    await how.attempt(async (call) => {
      const { again = [], rejected = [], repeated = 0, differing = [] } = (await write(left, call)) ?? {};
      // A late response is ignored, because the next attempt has begun.
      call.throwIfAborted();
      refused.push(...rejected);
      const others = new Set([...again, ...rejected.map(({ record }) => record)]);
      const taken = left.filter((record) => !others.has(record));
      if (taken.length > 0) how.onWritten({ events: taken.length, bytes: bytesOf(taken), repeated, differing });
      left = again;
      if (again.length > 0) throw new SinkError("unavailable", `the target did not take ${again.length} of ${records.length} events`);
    });
  } catch (error) {
    if (!isSinkError(error, "rejected")) throw error;
    const [first] = left;
    if (left.length === 1 && first !== undefined) refused.push({ record: first, reason: error });
    else {
      const half = Math.ceil(left.length / 2);
      await writeRecords(left.slice(0, half), write, how);
      await writeRecords(left.slice(half), write, how);
    }
  }
  // Outside of the attempt: if it takes long, the other events must not be written again.
  for (const { record, reason } of refused) await how.deadLetter(record.event, reason);
}

type DeadLetter<Event> = (event: Event, reason: SinkError) => Promise<void>;

/** Returns a function that passes each event on once, although a batch can be written again. */
function deadLetterOf<Event>({ stream, deadLetter }: SinkOptions<Event>, emit: (event: SinkEvent) => void): DeadLetter<Event> {
  const deadLetters = new Map<Event, Promise<void>>();

  async function passOn(event: Event, reason: SinkError): Promise<void> {
    if (deadLetter === undefined)
      throw new SinkError("no-dead-letter", `${reason.message}; to continue without this event, give the option deadLetter`, { cause: reason });
    try {
      await deadLetter(event, reason);
    } catch (error) {
      deadLetters.delete(event);
      throw error;
    }
    emit({ type: "dead-letter", stream, reason });
  }

  return (event, reason) => {
    const began = deadLetters.get(event) ?? passOn(event, reason);
    deadLetters.set(event, began);
    return began;
  };
}
