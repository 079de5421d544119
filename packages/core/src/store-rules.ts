export { storeRules } from "./lib/feed/store-rules.ts";
export type { StoreRule } from "./lib/feed/store-rules.ts";
