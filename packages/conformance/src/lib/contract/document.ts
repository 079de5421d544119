import { createRequire } from "node:module";
import type { Json } from "./json.ts";

/** Returns the contract of a service from the package of its client. It is required, because some versions of Node warn when a module imports JSON. */
export function documentOf(service: "vault" | "management" | "events"): Json {
  return createRequire(import.meta.url)(`@keywright/${service}/openapi.json`) as Json;
}
