import { readFile } from "node:fs/promises";
import { UsageError } from "@keywright/cli-kit";
import { type Clock, isKeywrightError } from "@keywright/core";
import { describeError } from "@keywright/core/client";
import type { Environment } from "@keywright/core/node";
import { createVaultClient } from "@keywright/vault";
import { type SecretCache, secretCache } from "@keywright/vault/cache";
import { vaultEnvironment } from "@keywright/vault/node";
import { type FleetFile, fillTemplate } from "../command/fleet-file.ts";
import type { Sender } from "../connections/sender.ts";

/** Reads the values of references. */
export interface References {
  /**
   * Returns the current value of a reference, such as `op://VAULT/ITEM/FIELD`, `file:PATH` or
   * `env:NAME`. Any other text is its own value.
   *
   * @throws UsageError if there is none, and an error without a code if the vault cannot be read.
   * The message has no value.
   */
  read(reference: string): Promise<string>;
  close(): void;
}

/** Creates references. A vault is read when the first reference needs it, and then polled. */
export function createReferences(env: Environment, { fetch, transport }: Sender, clock: Clock): References {
  const caches = new Map<string, Promise<SecretCache>>();

  /** All secrets of a vault, because accounts come and go while the program runs. */
  async function open(vault: string): Promise<SecretCache> {
    const sending = transport === undefined ? { fetch } : { transport };
    return secretCache(createVaultClient({ ...vaultEnvironment({ env }), ...sending }), { discover: { vault }, maxAgeMs: Infinity, clock });
  }

  async function ofVault(reference: string): Promise<string> {
    const path = reference.slice("op://".length);
    const vault = path.split("/", 1)[0] ?? "";
    const cache = caches.get(vault) ?? open(vault);
    caches.set(vault, cache);
    try {
      return (await cache).get(path);
    } catch (error) {
      if (isKeywrightError(error, "invalid-argument")) throw new UsageError(`there is no ${reference} in the vault, by the names op://VAULT/ITEM/FIELD`);
      // The next turn opens it again.
      await cache.catch(() => caches.delete(vault));
      // Its own error would be read as one of the account's service, which then waits for an hour.
      throw new Error(`the vault cannot be read: ${describeError(error)}`, { cause: error });
    }
  }

  return {
    async read(reference) {
      return reference.startsWith("op://") ? ofVault(reference) : readLocal(reference, env);
    },
    close() {
      for (const cache of caches.values()) void cache.then((opened) => opened.close()).catch(() => {});
    },
  };
}

/**
 * Returns the value of a reference of this machine.
 *
 * @throws UsageError if there is none.
 */
async function readLocal(reference: string, env: Environment): Promise<string> {
  if (reference.startsWith("file:")) return ofFile(reference.slice("file:".length));
  if (!reference.startsWith("env:")) return reference;
  const name = reference.slice("env:".length);
  const value = env[name];
  if (!value) throw new UsageError(`the environment lacks ${name}`);
  return value;
}

/** Checks the addresses and tokens of listed accounts, except those in a vault. */
export async function checkReferences(
  { accounts, services }: FleetFile,
  env: Environment,
  check: (work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  if ("query" in accounts) return;
  for (const account of accounts)
    for (const template of Object.values(services).flatMap(({ url, token }) => [url, token]))
      await check(async () => {
        const reference = fillTemplate(template, account);
        if (!reference.startsWith("op://")) await readLocal(reference, env);
      });
}

async function ofFile(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the file ${path} cannot be read (${error.code ?? "unknown"})`);
  });
  return text.replace(/\r?\n$/, "");
}
