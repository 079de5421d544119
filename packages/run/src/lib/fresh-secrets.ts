import type { Clock } from "@keywright/core";
import { secretCache, type SecretCacheEvent, type SecretChange } from "@keywright/vault/cache";
import { connect, unresolvedIn } from "./connect.ts";
import { referencesOf, UnresolvedError, type ValueOf } from "./resolve.ts";
import type { Source } from "./wanted.ts";

/** Secrets that are polled until they are closed. */
export interface FreshSecrets {
  /** Returns the current values. */
  read(): Promise<ValueOf>;
  versionOf(reference: string): number | undefined;
  close(): void;
}

/** How secrets are polled. */
export interface FreshOptions {
  readonly scheme: string;
  readonly pollMs?: number;
  readonly onChange?: (changes: readonly SecretChange[]) => void;
  readonly onEvent?: (event: SecretCacheEvent) => void;
  readonly clock?: Clock | undefined;
}

/**
 * Reads the secrets of texts, and polls them if they are several. Without references, no vault is needed.
 *
 * @throws As {@link readSecrets}.
 */
export async function openSecrets(source: Pick<Source, "wanted" | "problems">, env: NodeJS.ProcessEnv, options: FreshOptions): Promise<FreshSecrets> {
  const references = referencesOf(source.wanted);
  const cache = references.length === 0 ? undefined : await open();
  if (source.problems.length > 0) {
    cache?.close();
    throw new UnresolvedError(source.problems);
  }
  const isCode = (reference: string): boolean => reference.endsWith("?attribute=otp");
  return {
    async read() {
      const values = new Map<string, string>();
      if (cache !== undefined)
        for (const reference of references) values.set(reference, isCode(reference) ? await cache.oneTimeCode(reference) : cache.get(reference));
      return (reference) => values.get(reference) ?? "";
    },
    versionOf: (reference) => cache?.versions()[reference],
    close: () => cache?.close(),
  };

  async function open() {
    try {
      // A secret that was read is kept while the server is away, because the command also keeps it.
      return await secretCache(connect(env), { references, maxAgeMs: Infinity, ...options });
    } catch (error) {
      throw unresolvedIn(error, source) ?? error;
    }
  }
}
