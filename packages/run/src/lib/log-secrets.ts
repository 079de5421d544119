import type { SecretCacheEvent, SecretChange } from "@keywright/vault/cache";
import { messageOf } from "./exit.ts";
import type { Log } from "./log.ts";

/** Returns listeners that log changes, and when the vault begins and ends to fail. */
export function logSecrets(log: Log, onChange: () => void) {
  const failing = new Set<string>();
  return {
    onChange(changes: readonly SecretChange[]) {
      for (const { reference, kind, version } of changes) {
        const message = `${reference} was ${kind}${version === undefined ? "" : ` (version ${version})`}`;
        log({ level: "info", event: "change", message, details: { reference, kind, version } });
      }
      onChange();
    },
    onEvent(event: SecretCacheEvent) {
      if (event.type === "failure" && !failing.has(event.vaultUUID)) {
        failing.add(event.vaultUUID);
        const message = `vault ${event.vaultUUID} cannot be polled, and its secrets are kept: ${messageOf(event.error)}`;
        log({ level: "warn", event: "failure", message, details: { vaultUUID: event.vaultUUID } });
      }
      if (event.type === "poll" && failing.delete(event.vaultUUID))
        log({ level: "info", event: "recovery", message: `vault ${event.vaultUUID} is polled again`, details: { vaultUUID: event.vaultUUID } });
    },
  };
}
