import { readFileSync } from "node:fs";
import { findServices } from "@keywright/tool-test-kit/services";

/** What a user writes: the text of a module. */
export interface Use {
  readonly what: string;
  readonly source: string;
  /** The maximum size in bytes, minified and compressed. The command fails above it. */
  readonly budget: number;
  /** Another module, whose bytes do not count. Default: all bytes count. */
  readonly beyond?: string;
}

const exportsOf = (names: string, from: string): string => `export { ${names} } from "@keywright/${from}";\n`;
const VAULT = exportsOf("createVaultClient, isApiError", "vault");
const MANAGEMENT = exportsOf("createManagementClient, isApiError", "management");
const CREDENTIALS = MANAGEMENT + exportsOf("clientCredentials", "core/oauth");
const ALL_CLIENTS = VAULT + exportsOf("createManagementClient", "management") + exportsOf("createEventsClient", "events");

/** Typical uses of the packages. Only users who import a helper pay for it. */
export const USES: readonly Use[] = [
  { what: "a client of the vault", source: VAULT, budget: 16_400 },
  { what: "a client of management", source: MANAGEMENT, budget: 17_670 },
  { what: "a client of events", source: exportsOf("createEventsClient, isApiError", "events"), budget: 15_080 },
  { what: "  client credentials, beyond that", source: CREDENTIALS, beyond: MANAGEMENT, budget: 4050 },
  { what: "  refresh token, beyond both", source: CREDENTIALS + exportsOf("refreshToken", "core/oauth"), beyond: CREDENTIALS, budget: 910 },
  { what: "  authorization code, beyond both", source: CREDENTIALS + exportsOf("authorizationCode", "core/oauth"), beyond: CREDENTIALS, budget: 2300 },
  { what: "  filters, beyond a client", source: VAULT + exportsOf("listItemsFilter", "vault/filters"), beyond: VAULT, budget: 670 },
  { what: "  a token out of a file, beyond a client", source: MANAGEMENT + exportsOf("tokenFile", "core/node"), beyond: MANAGEMENT, budget: 770 },
  { what: "  a file with a refresh token, beyond a client", source: MANAGEMENT + exportsOf("fileTokenStore", "core/node"), beyond: MANAGEMENT, budget: 2450 },
  { what: "  a file with a checkpoint, beyond a client", source: MANAGEMENT + exportsOf("fileCheckpoint", "core/node"), beyond: MANAGEMENT, budget: 3100 },
  { what: "  the transport of Node, beyond a client", source: MANAGEMENT + exportsOf("nodeTransport", "core/node"), beyond: MANAGEMENT, budget: 3900 },
  { what: "clients of all three", source: ALL_CLIENTS, budget: 19_700 },
];

/**
 * Maximum size of all exports of an entry, in bytes. Helpers make it larger than a client, but users who do
 * not import them do not pay for them. An entry with only types is an empty file, which compresses to 20 bytes.
 */
export const ENTRIES = JSON.parse(readFileSync(new URL("entries.json", import.meta.url), "utf8")) as { readonly [entry: string]: number };

/**
 * Returns the budget of an entry; 0 if it has none. An entry of a new service may be twice as large as the largest of the other services.
 *
 * @param services The services with a contract.
 */
export function budgetOf(entry: string, services: readonly string[] = findServices()): number {
  const parts = entry.split("/");
  const fresh = services.find((service) => parts.includes(service) && ENTRIES[`@keywright/${service}`] === undefined);
  if (fresh === undefined) return ENTRIES[entry] ?? 0;
  const others = services.map((other) => ENTRIES[parts.map((part) => (part === fresh ? other : part)).join("/")] ?? 0);
  return 2 * Math.max(...others);
}
