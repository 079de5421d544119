import { rejectArgument } from "@keywright/core/client";
import type { SecretCache, SecretCacheStats } from "./types.ts";

interface Observation {
  observe(value: number): void;
}

interface Observable {
  addCallback(callback: (observation: Observation) => void): void;
  removeCallback(callback: (observation: Observation) => void): void;
}

/** The used part of `@opentelemetry/api`, declared so that its versions cannot break builds. */
export interface MetricsApi {
  readonly metrics: {
    getMeter(name: string): {
      createObservableGauge(name: string, settings: { description: string; unit: string }): Observable;
      createObservableCounter(name: string, settings: { description: string; unit: string }): Observable;
    };
  };
}

const COUNTERS: readonly (readonly [name: Exclude<keyof SecretCacheStats, "secrets" | "ageMs">, unit: string, description: string])[] = [
  ["hits", "{secret}", "Secrets that were returned."],
  ["polls", "{poll}", "Polls, each of one vault."],
  ["requests", "{request}", "Requests for lists and items, without retries."],
  ["failures", "{poll}", "Polls that failed, in part or as a whole."],
  ["copied", "{item}", "Items that the load took from the offline copy."],
];

/**
 * Records the counters of a cache as metrics: the gauge `keywright.secret_cache.age` in seconds,
 * and the counters `keywright.secret_cache.hits`, `.polls`, `.requests`, `.failures`
 * and `.copied`.
 *
 * @param api What `@opentelemetry/api` exports under this name. Give it after the SDK is set up.
 * @returns A function that ends the recording. Call it when you close the cache.
 * @throws ArgumentError if `api` is not that.
 * @example
 * ```ts
 * import { metrics } from "@opentelemetry/api";
 *
 * const stop = recordSecretCache(secrets, { metrics });
 * ```
 */
export function recordSecretCache(cache: Pick<SecretCache, "stats">, api: MetricsApi): () => void {
  if (typeof Object(cache).stats !== "function") rejectArgument("recordSecretCache", "cache", "must be a cache", cache);
  if (typeof Object(Object(api).metrics).getMeter !== "function")
    rejectArgument("recordSecretCache", "api", "must be { metrics } of @opentelemetry/api (version 1)", api);
  const meter = api.metrics.getMeter("@keywright/vault");
  const watch = (observable: Observable, valueOf: (stats: SecretCacheStats) => number): (() => void) => {
    const callback = (observation: Observation): void => observation.observe(valueOf(cache.stats()));
    observable.addCallback(callback);
    return () => observable.removeCallback(callback);
  };
  const stops = [
    watch(
      meter.createObservableGauge("keywright.secret_cache.age", { description: "Time since the least recently confirmed secret was confirmed.", unit: "s" }),
      ({ ageMs }) => ageMs / 1000,
    ),
    ...COUNTERS.map(([name, unit, description]) =>
      watch(meter.createObservableCounter(`keywright.secret_cache.${name}`, { description, unit }), (stats) => stats[name]),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
