export { StaleSecretError } from "./lib/errors.ts";
export { recordSecretCache } from "./lib/cache/metrics.ts";
export type { MetricsApi } from "./lib/cache/metrics.ts";
export type { Discover, SecretCacheOptions } from "./lib/cache/options.ts";
export type { OfflineCopy, OfflineCopyEvent, OpenCopy } from "./lib/references/offline-copy.ts";
export { secretCache } from "./lib/cache/secret-cache.ts";
export type { SecretCache, SecretCacheEvent, SecretCacheStats, SecretChange } from "./lib/cache/types.ts";
export type { ReferenceClient } from "./lib/references/reference-places.ts";
