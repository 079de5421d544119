export { CheckpointError } from "./lib/errors.ts";
export type { CheckpointCode } from "./lib/errors.ts";
export { memoryCheckpoints } from "./lib/feed/checkpoint.ts";
export type { Checkpoint, CheckpointStore, FeedPosition, OwnedCheckpoint } from "./lib/feed/checkpoint.ts";
export { createFeed } from "./lib/feed/create-feed.ts";
export type { BadPage, Batch, BatchHandler, Feed, FeedEvent, FeedOptions, FeedSource, FeedSummary, FollowOptions, HandlerContext } from "./lib/feed/feed.ts";
export { feedOf } from "./lib/feed/feed-of.ts";
export type { FeedDefinition, FeedFactory } from "./lib/feed/feed-of.ts";
