export { createFetchClient } from "./lib/fetch/fetch-client.ts";
export type { RequestOther } from "./lib/fetch/fetch-client.ts";
