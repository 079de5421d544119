import { createVaultClient } from "@keywright/vault";
import { secretCache } from "@keywright/vault/cache";
import { respondWith } from "./respond-with.ts";
import { LARGE_VAULT, POLL_MS } from "./large-vault.ts";

/** What a cache did, without the time that a change took. */
export interface Watching {
  /** The most memory of the process, in MiB. */
  readonly mebibytes: number;
}

const [baseUrl = ""] = process.argv.slice(2);

respondWith(async (polls: number): Promise<Watching> => {
  let [polled, report]: (() => void)[] = [];
  const done = new Promise<void>((resolve) => (polled = resolve));
  // A poll asks for the vault first.
  const onEvent = ({ type, call }: { readonly type: string; readonly call?: { readonly operationId: string } }): unknown =>
    type === "call" && call?.operationId === "getVault" && (polls -= 1) === 0 && polled?.();
  const vault = createVaultClient({ baseUrl, token: "token-1", onEvent });
  const secrets = await secretCache(vault, { discover: { vault: LARGE_VAULT.name, tag: LARGE_VAULT.tag }, pollMs: POLL_MS, onChange: () => report?.() });
  await done;
  const changed = new Promise<void>((resolve) => (report = resolve));
  await fetch(`${baseUrl}/change`);
  await changed;
  await fetch(`${baseUrl}/seen`);
  secrets.close();
  return { mebibytes: process.resourceUsage().maxRSS / 1024 };
});
