/** Where a feed stands: behind a page, or still at the time that it was told to begin at. */
export type FeedPosition =
  | {
      /** What the service gave with the last page that was handled. */
      readonly cursor: string;
      /** When the last event that was handled happened, RFC 3339: for people, and for starting again at a time. Never used to go on. */
      readonly lastEventAt?: string | undefined;
    }
  | {
      /** RFC 3339. Kept until the first page is handled, so that a crash before it changes nothing. */
      readonly since: string;
    };

/** What a store keeps of one feed. */
export interface Checkpoint {
  readonly position: FeedPosition;
  /** Rises by one with each save; 1 for the first. */
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
   * @throws CheckpointError `checkpoint-owned` where somebody else has it, `checkpoint-unavailable` where the store does not work.
   */
  acquire(stream: string): Promise<OwnedCheckpoint>;
}

/** A checkpoint that nobody else may change. */
export interface OwnedCheckpoint {
  /**
   * Gives what was saved last; `undefined` where nothing ever was.
   *
   * @throws CheckpointError `checkpoint-damaged` or `checkpoint-foreign`: never a position that may be wrong.
   */
  load(): Promise<Checkpoint | undefined>;
  /**
   * Keeps a position for good before it resolves, in place of the one with that very version.
   *
   * @param version The version that was loaded or saved last; 0 where there was none.
   * @returns The new version, one higher.
   * @throws CheckpointError `checkpoint-lost` where another version is there or the ownership has gone, `checkpoint-unavailable` where it cannot be kept; the old one counts then.
   */
  save(position: FeedPosition, version: number): Promise<number>;
  /** Gives it free. Releasing twice is once. */
  release(): Promise<void>;
}
