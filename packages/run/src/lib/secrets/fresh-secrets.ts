import { type SecretCache, secretCache, type SecretCacheOptions } from "@keywright/vault/cache";
import { type Access, connect, offlineCopyFor, unresolvedIn } from "./connect.ts";
import { referencesOf, UnresolvedError, type ValueOf } from "./resolve.ts";
import type { Source } from "./wanted.ts";

/** Secrets that are polled until they are closed. */
export interface FreshSecrets {
  /** Returns the current values. */
  read(): Promise<ValueOf>;
  versionOf(reference: string): number | undefined;
  close(): void;
}

/**
 * Reads the secrets of texts, and polls them. Without references, no vault is needed.
 *
 * @throws As `readSecrets`.
 */
export async function openSecrets(
  source: Pick<Source, "wanted" | "problems">,
  env: NodeJS.ProcessEnv,
  {
    network,
    offline,
    ...options
  }: Pick<SecretCacheOptions, "scheme" | "pollMs" | "onChange" | "onEvent" | "clock"> & Pick<Access, "network"> & Partial<Access>,
): Promise<FreshSecrets> {
  const references = referencesOf(source.wanted);
  const cache = references.length === 0 ? undefined : await open();
  if (source.problems.length > 0) {
    cache?.close();
    throw new UnresolvedError(source.problems);
  }
  return {
    async read() {
      const values = new Map<string, string>();
      if (cache !== undefined) for (const reference of references) values.set(reference, await valueIn(cache, reference));
      return (reference) => values.get(reference) ?? "";
    },
    versionOf: (reference) => cache?.versions()[reference],
    close: () => cache?.close(),
  };

  async function open(): Promise<SecretCache> {
    try {
      // A secret is kept while the server is away, as by the command; one of a copy has a limit.
      const maxAgeMs = offline?.maxAgeMs ?? Infinity;
      return await secretCache(await connect(env, network), { references, maxAgeMs, offlineCopy: await offlineCopyFor(env, offline), ...options });
    } catch (error) {
      const place = /^references\[(\d+)\]$/;
      throw unresolvedIn(error, source, (name) => references[Number(place.exec(name)?.[1])] ?? name) ?? error;
    }
  }
}

/** Whether a reference is to a one-time code, whose value changes by itself. */
export function isCode(reference: string): boolean {
  return reference.endsWith("?attribute=otp");
}

async function valueIn(cache: SecretCache, reference: string): Promise<string> {
  return isCode(reference) ? cache.oneTimeCode(reference) : cache.get(reference);
}
