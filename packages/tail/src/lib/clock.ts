import type { Clock } from "@keywright/core";

/** Tells the time, for what is said on standard error and for `--since`. */
export type Time = Pick<Clock, "now" | "wallNow">;

/** The time of the platform. */
export const platformTime: Time = { now: () => performance.now(), wallNow: () => Date.now() };
