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
 * Maximum size of all exports of an entry. Helpers make it larger than a client, but users who do
 * not import them do not pay for them. An entry with only types is an empty file, which compresses to 20 bytes.
 */
export const ENTRIES: { readonly [entry: string]: number } = {
  "@keywright/core": 3900,
  "@keywright/core/client": 27_450,
  "@keywright/core/diagnostics-channel": 320,
  "@keywright/core/feeds": 7200,
  "@keywright/core/formats": 1730,
  "@keywright/core/node": 11_600,
  "@keywright/core/oauth": 10_370,
  "@keywright/core/opentelemetry": 2700,
  "@keywright/core/postgres": 3600,
  "@keywright/core/store-rules": 1150,
  "@keywright/management": 20_550,
  "@keywright/management/categories": 1400,
  "@keywright/management/feeds": 7250,
  "@keywright/management/formats": 2300,
  "@keywright/management/runs": 4150,
  "@keywright/management/filters": 1450,
  "@keywright/management/node": 10_150,
  "@keywright/management/operations": 1460,
  "@keywright/management/schema": 20,
  "@keywright/management/values": 340,
  "@keywright/vault": 24_450,
  "@keywright/vault/cache": 13_000,
  "@keywright/vault/files": 4250,
  "@keywright/vault/filters": 1350,
  "@keywright/vault/items": 11_650,
  "@keywright/vault/node": 6800,
  "@keywright/vault/operations": 1070,
  "@keywright/vault/references": 8400,
  "@keywright/vault/rotation": 12_150,
  "@keywright/vault/schema": 20,
  "@keywright/vault/values": 650,
  "@keywright/events": 17_200,
  "@keywright/events/feeds": 7050,
  "@keywright/events/formats": 4800,
  "@keywright/events/node": 4700,
  "@keywright/events/operations": 460,
  "@keywright/events/schema": 20,
  "@keywright/events/values": 960,
  "@keywright/sinks": 4200,
  "@keywright/sinks/elasticsearch": 5000,
  "@keywright/sinks/http": 17_900,
  "@keywright/sinks/nats": 5000,
  "@keywright/sinks/otlp": 18_000,
  "@keywright/sinks/postgres": 7600,
  "@keywright/sinks/s3": 5900,
  "@keywright/sinks/sink-rules": 8400,
  "@keywright/sinks/splunk": 17_900,
  "@keywright/emulator": 138_000,
  "@keywright/emulator/management": 91_500,
  "@keywright/emulator/vault": 106_000,
  "@keywright/emulator/events": 74_000,
  "@keywright/emulator/testing": 138_500,
};

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
