import { CheckpointError, type CheckpointStore } from "@keywright/core/feeds";

/** The error of a sink whose feed has another store. */
export function notTheStore(): Error {
  return new Error("expected a feed whose store is this sink; got another store. Give the feed the option store: sink");
}

/** The error of a sink that two feeds use as their store. */
function inUse(): CheckpointError {
  return new CheckpointError("checkpoint-owned", "the sink is in use by another feed of this program", { advice: "create a sink for each feed" });
}

/** Lets one feed at a time acquire a store: a sink's handler does not know which feed calls it. */
export function oneFeedAtATime(acquire: CheckpointStore["acquire"]): CheckpointStore["acquire"] {
  let holder: object | undefined;
  return async (name) => {
    if (holder !== undefined) throw inUse();
    // Before the store responds, because another feed may ask in the meantime.
    const own = {};
    holder = own;
    const leave = (): void => {
      if (holder === own) holder = undefined;
    };
    try {
      const owned = await acquire(name);
      const release = async (): Promise<void> => {
        leave();
        await owned.release();
      };
      return { ...owned, release };
    } catch (error) {
      leave();
      throw error;
    }
  };
}
