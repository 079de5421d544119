import type { Row } from "./row.ts";
import { failingDisk } from "./rows/failing-disk.ts";
import { killAtCalls } from "./rows/kill-at-calls.ts";
import { killFeed, killTail } from "./rows/kill-at-random.ts";
import { rivals } from "./rows/rivals.ts";
import { syncOrder } from "./rows/sync-order.ts";
import { takeOver } from "./rows/take-over.ts";

/** Every row, in the order in which they run. */
export const matrix: readonly Row[] = [killFeed, killTail, killAtCalls, ...syncOrder, ...failingDisk, rivals, takeOver];
