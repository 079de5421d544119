import { CheckpointError } from "../errors.ts";

/** Where a feed is: after a page, or at the time where it starts. */
export type FeedPosition = FeedPlace & {
  /** The account whose events these are, if the feed has the option `account`. */
  readonly account?: string | undefined;
};

type FeedPlace =
  | {
      /** The cursor that the service returned with the last page that was handled. */
      readonly cursor: string;
      /** When the last handled event happened (RFC 3339), to help choose a time for `reset`. */
      readonly lastEventAt?: string | undefined;
    }
  | {
      /** RFC 3339. Kept until the first page is handled, so that a crash before changes nothing. */
      readonly since: string;
    };

/** What a store keeps of one feed. */
export interface Checkpoint {
  readonly position: FeedPosition;
  /** The number of saves; 1 after the first. */
  readonly version: number;
}

/** Keeps the checkpoints of feeds. `@keywright/core/store-rules` has tests for your own. */
export interface CheckpointStore {
  /**
   * Acquires the checkpoint of a stream for the caller alone, until it is released or its process
   * has ended.
   *
   * @param stream The name of the feed. The checkpoint of another feed is an error.
   * @throws CheckpointError `checkpoint-owned` if another owner has it, `checkpoint-unavailable` if
   * the store does not work.
   */
  acquire(stream: string): Promise<OwnedCheckpoint>;
  /**
   * Returns the checkpoint without acquiring it, also while another owner has it; `undefined` if
   * there is none. It may be older than what its owner saves next.
   */
  peek?(stream: string): Promise<Checkpoint | undefined>;
}

/** A checkpoint that only its owner may change. */
export interface OwnedCheckpoint {
  /**
   * Returns the checkpoint that was saved last; `undefined` if there is none.
   *
   * @throws CheckpointError `checkpoint-damaged` or `checkpoint-foreign`, rather than return a
   * position that may be wrong.
   */
  load(): Promise<Checkpoint | undefined>;
  /**
   * Replaces the checkpoint that has exactly this version. The position is durable when it
   * resolves.
   *
   * @param version The version that was loaded or saved last; 0 if there was none.
   * @returns The new version, one higher.
   * @throws CheckpointError `checkpoint-lost` if the version differs or the caller is no longer the
   * owner, `checkpoint-unavailable` if it cannot be saved. The old checkpoint remains.
   */
  save(position: FeedPosition, version: number): Promise<number>;
  /** Releases the checkpoint. A second call has no effect. */
  release(): Promise<void>;
}

/** Whether a value from a store is a position where a feed can continue. */
export function isPosition(value: unknown): value is FeedPosition {
  if (typeof value !== "object" || value === null) return false;
  const { cursor, since, account }: { readonly cursor?: unknown; readonly since?: unknown; readonly account?: unknown } = value;
  if (account !== undefined && typeof account !== "string") return false;
  return typeof cursor === "string" ? cursor !== "" : typeof since === "string" && since !== "";
}

/** The maximum length of a position, in characters. Services return a few hundred. */
export const MAX_POSITION_LENGTH = 16_384;

/** Whether a position of a service can be kept. */
export function canBeKept(position: unknown): position is string {
  return typeof position === "string" && position.length > 0 && position.length <= MAX_POSITION_LENGTH;
}

/** Returns a store in memory, for tests and for feeds that start again with each run. */
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
            throw new CheckpointError("checkpoint-lost", `the checkpoint of ${stream} was changed: expected version ${version}, found ${present}`);
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
