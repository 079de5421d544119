import { CheckpointError } from "../errors.ts";

/** Where a feed is: after a page, or still at the time that it was told to begin at. */
export type FeedPosition =
  | {
      /** What the service returned with the last page that was handled. */
      readonly cursor: string;
      /** When the last event that was handled happened, RFC 3339: for people, and for starting again at a time. Never used to continue. */
      readonly lastEventAt?: string | undefined;
    }
  | {
      /** RFC 3339. Kept until the first page is handled, so that a crash before it changes nothing. */
      readonly since: string;
    };

/** What a store keeps of one feed. */
export interface Checkpoint {
  readonly position: FeedPosition;
  /** One more with each save; 1 for the first. */
  readonly version: number;
}

/**
 * Keeps the checkpoints of feeds. A store of your own shows that it keeps the rules by `storeRules` of `@keywright/core/store-rules`.
 */
export interface CheckpointStore {
  /**
   * Takes the checkpoint of a stream for the caller alone, until it is released or its process has ended.
   *
   * @param stream Names the feed; a checkpoint of another one is refused.
   * @throws CheckpointError `checkpoint-owned` if somebody else has it, `checkpoint-unavailable` if the store does not work.
   */
  acquire(stream: string): Promise<OwnedCheckpoint>;
}

/** A checkpoint that nobody else may change. */
export interface OwnedCheckpoint {
  /**
   * Returns what was saved last; `undefined` if nothing ever was.
   *
   * @throws CheckpointError `checkpoint-damaged` or `checkpoint-foreign`: never a position that may be wrong.
   */
  load(): Promise<Checkpoint | undefined>;
  /**
   * Saves a position durably before it resolves, in place of the one with that very version.
   *
   * @param version The version that was loaded or saved last; 0 if there was none.
   * @returns The new version, one higher.
   * @throws CheckpointError `checkpoint-lost` if another version is there or the ownership has gone, `checkpoint-unavailable` if it cannot be saved; the old one counts then.
   */
  save(position: FeedPosition, version: number): Promise<number>;
  /** Releases it. Releasing twice is once. */
  release(): Promise<void>;
}

/** Whether what a store returned is a position that a feed can continue from. */
export function isPosition(value: unknown): value is FeedPosition {
  if (typeof value !== "object" || value === null) return false;
  const { cursor, since }: { readonly cursor?: unknown; readonly since?: unknown } = value;
  return typeof cursor === "string" ? cursor !== "" : typeof since === "string" && since !== "";
}

/** The longest position that is kept, in characters. Services return some hundred. */
export const MAX_POSITION_LENGTH = 16_384;

/** Whether a position of a service can be kept. */
export function canBeKept(position: unknown): position is string {
  return typeof position === "string" && position.length > 0 && position.length <= MAX_POSITION_LENGTH;
}

/** Keeps checkpoints as long as the program runs: for tests, and for feeds that begin anew with each start. */
export function memoryCheckpoints(): CheckpointStore {
  const saved = new Map<string, Checkpoint>();
  const owned = new Set<string>();
  return {
    async acquire(stream) {
      if (owned.has(stream))
        throw new CheckpointError("checkpoint-owned", `the checkpoint of ${stream} is in use by another feed of this program`, {
          advice: "stop that one first",
        });
      owned.add(stream);
      let isOwned = true;
      return {
        load: async () => saved.get(stream),
        async save(position, version) {
          const present = saved.get(stream)?.version ?? 0;
          if (!isOwned) throw new CheckpointError("checkpoint-lost", `the checkpoint of ${stream} was released before this save`);
          if (present !== version)
            throw new CheckpointError("checkpoint-lost", `the checkpoint of ${stream} was saved meanwhile: expected version ${version}, found ${present}`);
          saved.set(stream, { position, version: version + 1 });
          return version + 1;
        },
        async release() {
          if (isOwned) owned.delete(stream);
          isOwned = false;
        },
      };
    },
  };
}
