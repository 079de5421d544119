import type { ErrorCode } from "../errors.ts";

/** What happens in a feed: for progress, metrics and alarms. Holds no event, cursor or secret. */
export type FeedEvent =
  /** Somebody else has the checkpoint; the feed waits for it. */
  | { readonly type: "standing-by"; readonly stream: string; readonly delayMs: number }
  /** The checkpoint is taken, and the first page is about to be asked for. */
  | { readonly type: "started"; readonly stream: string; readonly from: "checkpoint" | "since" | "now" }
  /** A page was handled and its position kept. */
  | {
      readonly type: "committed";
      readonly stream: string;
      /** How many events were handed over. */
      readonly events: number;
      /** How many were left out because their id had come before. */
      readonly repeated: number;
      /** How long ago the last of them happened, in milliseconds; `undefined` where there was none, or events tell no time. */
      readonly lagMs: number | undefined;
      /** From the page's arrival to its commit, in milliseconds. */
      readonly durationMs: number;
    }
  /** There is nothing more for now. */
  | { readonly type: "idle"; readonly stream: string; readonly delayMs: number }
  /** A page came empty although there is more, or the position did not move; it will be asked for again. */
  | { readonly type: "no-progress"; readonly stream: string; readonly pages: number; readonly delayMs: number }
  /** The service failed in a way that may pass; it will be asked again. */
  | { readonly type: "trouble"; readonly stream: string; readonly errorCode: ErrorCode; readonly failures: number; readonly delayMs: number }
  /** The handler failed; `delayMs` is absent where it is not tried again. */
  | { readonly type: "handler-failed"; readonly stream: string; readonly attempt: number; readonly delayMs: number | undefined }
  /** The feed has ended and its checkpoint is free. */
  | { readonly type: "stopped"; readonly stream: string };
