import { CheckpointError } from "@keywright/core/feeds";

/** The error of a sink whose feed has another store. */
export function notTheStore(): Error {
  return new Error("expected a feed whose store is this sink; got another store. Give the feed the option store: sink");
}

/** The error of a sink that two feeds use as their store. */
export function inUse(): CheckpointError {
  return new CheckpointError("checkpoint-owned", "the sink is in use by another feed of this program", { advice: "create a sink for each feed" });
}
