import type { FeedPosition } from "./checkpoint.ts";

/** Whether what a store gave back is a position that a feed can go on from. */
export function isPosition(value: unknown): value is FeedPosition {
  if (typeof value !== "object" || value === null) return false;
  const { cursor, since } = value as { readonly cursor?: unknown; readonly since?: unknown };
  return typeof cursor === "string" ? cursor !== "" : typeof since === "string" && since !== "";
}
