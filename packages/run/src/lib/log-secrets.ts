import type { SecretCacheEvent, SecretChange } from "@keywright/vault/cache";
import { messageOf } from "./exit.ts";
import { logOffline } from "./log-offline.ts";
import { withoutBase64 } from "./secrets/wanted.ts";
import type { Log } from "./process/log.ts";

/** Returns listeners that log changes, and when a vault begins to fail. */
export function logSecrets(log: Log, onChange: () => void) {
  return {
    onChange(changes: readonly SecretChange[]) {
      const logged = new Set<string>();
      for (const { reference: asked, kind, version } of changes) {
        const reference = withoutBase64(asked);
        const place = reference.replace(/^[a-z][a-z\d+.-]*:\/\//, "");
        if (logged.has(place)) continue;
        logged.add(place);
        const level = kind === "removed" ? "warn" : "info";
        const message = `${reference} was ${kind}${version === undefined ? "" : ` (version ${version})`}`;
        log({ level, event: "change", message, details: { reference, kind, version } });
      }
      // The cache keeps the value of a secret that was removed.
      if (changes.some(({ kind }) => kind !== "removed")) onChange();
    },
    onEvent(event: SecretCacheEvent) {
      if (event.type === "offline-copy" || event.type === "offline-copy-wait" || event.type === "offline-copy-failed") logOffline(log)(event);
      if (event.type !== "failure" || event.failures > 1) return;
      const { vaultUUID, error } = event;
      log({
        level: "warn",
        event: "failure",
        message: `vault ${vaultUUID} cannot be polled, its secrets are kept: ${messageOf(error)}`,
        details: { vaultUUID },
      });
    },
  };
}
