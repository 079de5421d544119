import { notify } from "@keywright/core/client";
import type { SecretCacheOptions } from "./options.ts";
import type { SecretCacheEvent, SecretChange } from "./types.ts";

/** Collects changes and calls the user's functions. */
export interface Reporter {
  emit(event: SecretCacheEvent): void;
  add(change: SecretChange): void;
  /** Removes the collected changes and returns them. */
  take(): readonly SecretChange[];
  /** Reports changes to the user. */
  tell(changes: readonly SecretChange[]): void;
}

/** Creates a reporter. An error of the user's functions does not fail the cache. */
export function createReporter({ onChange, onEvent }: Pick<SecretCacheOptions, "onChange" | "onEvent">): Reporter {
  const collected: SecretChange[] = [];

  const emit = (event: SecretCacheEvent): void => notify(onEvent, event);

  return {
    emit,
    add: (change) => void collected.push(change),
    take: () => collected.splice(0),
    tell(changes) {
      if (changes.length === 0) return;
      for (const change of changes) emit({ type: "change", change });
      notify(onChange, changes, (error) => emit({ type: "handler-failed", error }));
    },
  };
}
