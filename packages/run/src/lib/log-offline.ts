import type { OfflineCopyEvent } from "@keywright/vault/cache";
import { messageOf } from "./exit.ts";
import type { Log } from "./process/log.ts";

/** Returns a listener that logs each use of an offline copy, and why it has none. */
export function logOffline(log: Log): (event: OfflineCopyEvent) => void {
  return (event) => {
    const { type, error } = event;
    const write = (message: string, details: object = {}): void => log({ level: "warn", event: type, message, details });
    if (type === "offline-copy") {
      const { items, confirmedAt } = event;
      const came =
        confirmedAt === undefined
          ? "names come from the offline copy, and all values from the vault"
          : `${items} ${items === 1 ? "item comes" : "items come"} from the offline copy, last confirmed at ${confirmedAt}`;
      write(`the vault is away, so ${came}: ${messageOf(error)}`, { items, confirmedAt });
    } else if (type === "offline-copy-wait") {
      write(`the vault asks to wait ${event.delayMs / 1000} seconds before the next request`, { delayMs: event.delayMs });
    } else write(messageOf(error));
  };
}
