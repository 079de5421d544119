import { backoff, checkOptions, ConfigurationError, expectClient, platformClock } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import type { OfflineCopyEvent, OpenCopy } from "../references/offline-copy.ts";
import type { ReferenceClient } from "../references/reference-places.ts";
import { unresolved } from "../references/unresolved.ts";
import { discoverSecrets } from "./discover.ts";
import { createGetters } from "./getters.ts";
import { keepPolling, type Polls } from "./keep-polling.ts";
import { createKeptSecrets } from "./kept-secrets.ts";
import { createLimit } from "../in-parallel.ts";
import { CACHE_RULES, type SecretCacheOptions } from "./options.ts";
import { createVaultPoll, type VaultPoll } from "./poll-vault.ts";
import { createReporter } from "./reporter.ts";
import { BY, selectReferences } from "./selection.ts";
import type { SecretCache } from "./types.ts";

/**
 * Reads secrets and keeps them up to date.
 *
 * Loads with one request for the vaults' names, one list for each vault, and one request for each
 * item; ids instead of names save the lists. A poll lists each vault, which shows the versions of
 * its items, and reads the items that changed. In a vault of more than 1,000 items, nine of ten
 * polls ask for its `contentVersion` and read no list if that is the same for the third time; up to
 * eight items are looked up one by one. Lists of any size are read, item by item.
 *
 * A value is kept if its secret is gone or the service is away, until it was not confirmed for
 * `maxAgeMs`: then `get` throws. A discovered secret that its vault does not have any more is
 * dropped at once. A cache does not keep its program running.
 *
 * - An item was deleted or moved, or the token lost the vault: `removed`, after `pollMs` of such
 *   polls.
 * - The token is rejected (401): `removed`, once all polls of more than five minutes have said so.
 * - A field or its value is gone, or the title of a reference: `removed`.
 * - Another item has the title of a reference now: `changed`, if the value differs.
 * - A list shows a lower version, because a replica lags or a backup was restored: believed once
 *   all polls of more than `pollMs` have said so.
 *
 * @param client A client of the vault.
 * @param options `references` or `discover` is needed.
 * @throws LookupError `unresolved-references`, with the reason for each unresolved reference in
 * `failures`, by its place, such as `references[3]`. It contains no value.
 * @throws ApiError if the service rejects more than a single reference, for example the token.
 * @throws ConfigurationError if an option is invalid.
 * @example
 * ```ts
 * const secrets = await secretCache(vault, {
 *   references: ["Production/Database/password"],
 *   onChange: (changes) => console.log(changes),
 * });
 * const password = secrets.get("Production/Database/password");
 * ```
 */
export async function secretCache(client: ReferenceClient, options: SecretCacheOptions): Promise<SecretCache> {
  expectClient(BY, client, "listVaults", "listItems", "getItem");
  checkOptions(BY, options, CACHE_RULES, { such: " with references or discover" });
  const {
    references,
    discover,
    pollMs = 60_000,
    maxAgeMs = 86_400_000,
    concurrency = 4,
    scheme,
    signal,
    clock = platformClock,
    offlineCopy,
    onChange,
    onEvent,
    ...rest
  } = options;
  if (references === undefined && discover === undefined)
    throw new ConfigurationError("invalid-configuration", `${BY} needs references or discover; got neither`, { option: "references" });
  signal?.throwIfAborted();

  const closing = new AbortController();
  const call: CallOptions = { ...rest, signal: closing.signal };
  const reporter = createReporter({ onChange, onEvent });
  const secrets = createKeptSecrets(reporter.add);
  const counts = { hits: 0, polls: 0, failures: 0, copied: 0 };
  const getters = createGetters({
    secrets,
    clock,
    maxAgeMs,
    scheme,
    isNamed: references !== undefined,
    signal: closing.signal,
    onHit: () => void (counts.hits += 1),
  });
  let polls: readonly Polls[] = [];

  function close(reason: unknown = new DOMException("the cache was closed", "AbortError")): void {
    closing.abort(reason);
    for (const poll of polls) poll.stop();
    secrets.clear();
    signal?.removeEventListener("abort", onSignal);
  }
  const onSignal = (): void => close(signal?.reason);
  signal?.addEventListener("abort", onSignal, { once: true });

  let firstDelayMs: number | undefined;
  let copy: OpenCopy | undefined;
  let vaults: readonly VaultPoll[];
  try {
    copy = await offlineCopy?.open(client, { clock, onEvent: onCopyEvent });
    vaults = await (copy === undefined ? load(client) : readWith(copy));
    closing.signal.throwIfAborted();
  } catch (error) {
    close(error);
    throw error;
  }
  reporter.take();
  polls = vaults.map(start);

  function readWith({ read, client: source }: OpenCopy): Promise<readonly VaultPoll[]> {
    return read(() => load(source));
  }

  function onCopyEvent(event: OfflineCopyEvent): void {
    if (event.type === "offline-copy") {
      counts.copied += event.items;
      firstDelayMs = backoff(clock, 1, pollMs);
    }
    reporter.emit(event);
  }

  /** Reads all secrets. Fails if one of them cannot be resolved. */
  async function load(source: ReferenceClient): Promise<readonly VaultPoll[]> {
    const { selections, lost } =
      references === undefined
        ? { selections: await discoverSecrets(source, discover ?? {}, scheme, call), lost: [] }
        : await selectReferences(source, [...new Set(references)], scheme, call);
    const limit = createLimit(concurrency);
    const loaded = selections.map((selection) => createVaultPoll(selection, { client: source, call, clock, pollMs, limit, secrets, copy }));
    const failures = [...lost, ...(await Promise.all(loaded.map((vault) => vault.load()))).flat()];
    const named = failures.flatMap(([reference, result]): [string, Error][] =>
      "failure" in result ? [[`references[${references?.indexOf(reference)}]`, result.failure]] : [],
    );
    if (named.length > 0) throw unresolved(BY, named, references?.length ?? 0);
    return loaded;
  }

  /** Begins to poll a vault. */
  function start({ vault, poll }: VaultPoll): Polls {
    const { vaultUUID } = vault;
    let requestsBefore = vault.requests;
    const { save } = copy ?? {};
    return keepPolling({
      clock,
      pollMs,
      firstDelayMs,
      signal: closing.signal,
      // Who is informed of a rejection can rely on it that the copy does not have the secret.
      poll: save === undefined ? poll : (isAsked) => poll(isAsked).finally(save),
      onEnd({ durationMs, delayMs, failed }) {
        const requests = vault.requests - requestsBefore;
        requestsBefore = vault.requests;
        counts.polls += 1;
        secrets.expire(clock.now() - maxAgeMs);
        const changes = reporter.take();
        reporter.emit({ type: "poll", vaultUUID, requests, changes: changes.length, durationMs, delayMs });
        if (failed !== undefined) {
          counts.failures += 1;
          reporter.emit({ type: "failure", vaultUUID, ...failed, delayMs });
        }
        reporter.tell(changes);
        const stale = getters.newlyStale();
        if (stale !== undefined) reporter.emit({ type: "stale", ...stale });
      },
    });
  }

  const { ageMs, newlyStale: _newlyStale, ...methods } = getters;
  return {
    ...methods,
    async refresh() {
      const ends = await Promise.allSettled(polls.map((poll) => poll.refresh()));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    },
    stats: () => ({
      secrets: Object.keys(methods.versions()).length,
      ageMs: ageMs(),
      ...counts,
      requests: vaults.reduce((sum, { vault }) => sum + vault.requests, 0),
    }),
    close: () => close(),
  };
}
