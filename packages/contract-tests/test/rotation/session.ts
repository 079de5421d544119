import { createVaultEmulator, manualClock, type VaultEmulator } from "@keywright/emulator";
import { createVaultClient, itemDraft, type ItemRef, itemRef, type VaultClient } from "@keywright/vault";
import type { RotateOptions } from "@keywright/vault/rotation";

/** A login in a vault, and the target that takes its password. */
export interface Session {
  readonly emulator: VaultEmulator;
  readonly vault: VaultClient;
  readonly item: ItemRef;
  readonly sent: string[];
  /** The password that the target takes. */
  readonly target: { password: string };
  /** The options of a rotation that works. */
  readonly options: RotateOptions;
  field(id: string): string | undefined;
  labels(): string[];
}

/** Begins with the password `sentinel-1`. */
export async function session(): Promise<Session> {
  const emulator = createVaultEmulator({ clock: manualClock("2026-03-10T09:00:00Z") });
  const sent: string[] = [];
  const fetch: typeof emulator.fetch = (input, init) => {
    sent.push(init?.method ?? "GET");
    return emulator.fetch(input, init);
  };
  const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: emulator.token, fetch, retry: false });
  const { id: vaultUUID = "" } = (await vault.listVaults())[0] ?? {};
  const item = itemRef(await vault.createItem(itemDraft({ vaultUUID, category: "LOGIN", title: "Database", username: "app", password: "sentinel-1" })));
  sent.length = 0;
  const target = { password: "sentinel-1" };
  const fields = () => emulator.store.items.get(item.itemUUID)?.fields ?? [];
  return {
    emulator,
    vault,
    item,
    sent,
    target,
    options: {
      item,
      field: { purpose: "PASSWORD" },
      generate: () => "sentinel-2",
      apply: ({ next }) => void (target.password = next),
      verify: (value) => target.password === value,
      clock: { ...manualClock("2026-03-10T09:00:00Z"), after: (_delayMs, callback) => queueMicrotask(callback) },
    },
    field: (id) => fields().find((field) => field.id === id || field.label === id)?.value,
    labels: () => fields().flatMap(({ label = "", section }) => (section === undefined ? [] : [label])),
  };
}

/** The error that something rejects with. */
export async function caught(promise: Promise<unknown>): Promise<Error & { readonly cause?: unknown }> {
  const error: unknown = await promise.then(
    () => new Error("it was to reject"),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error : new Error(String(error));
}
