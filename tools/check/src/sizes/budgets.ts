/** The maximum size in bytes, minified and compressed. */
export interface Limit {
  /** The command fails above it. */
  readonly budget: number;
}

/** What a user writes: the text of a module. */
export interface Use extends Limit {
  readonly what: string;
  readonly source: string;
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
export const ENTRIES: { readonly [entry: string]: Limit } = {
  "@keywright/core": { budget: 3900 },
  "@keywright/core/client": { budget: 27_450 },
  "@keywright/core/diagnostics-channel": { budget: 320 },
  "@keywright/core/feeds": { budget: 7200 },
  "@keywright/core/formats": { budget: 1730 },
  "@keywright/core/node": { budget: 11_600 },
  "@keywright/core/oauth": { budget: 10_370 },
  "@keywright/core/opentelemetry": { budget: 2700 },
  "@keywright/core/postgres": { budget: 3600 },
  "@keywright/core/store-rules": { budget: 1150 },
  "@keywright/management": { budget: 20_550 },
  "@keywright/management/categories": { budget: 1400 },
  "@keywright/management/feeds": { budget: 7250 },
  "@keywright/management/formats": { budget: 2300 },
  "@keywright/management/runs": { budget: 4150 },
  "@keywright/management/filters": { budget: 1450 },
  "@keywright/management/node": { budget: 10_150 },
  "@keywright/management/operations": { budget: 1460 },
  "@keywright/management/schema": { budget: 20 },
  "@keywright/management/values": { budget: 340 },
  "@keywright/vault": { budget: 24_450 },
  "@keywright/vault/cache": { budget: 13_000 },
  "@keywright/vault/files": { budget: 4250 },
  "@keywright/vault/filters": { budget: 1350 },
  "@keywright/vault/items": { budget: 11_650 },
  "@keywright/vault/node": { budget: 6800 },
  "@keywright/vault/operations": { budget: 1070 },
  "@keywright/vault/references": { budget: 8400 },
  "@keywright/vault/rotation": { budget: 12_150 },
  "@keywright/vault/schema": { budget: 20 },
  "@keywright/vault/values": { budget: 650 },
  "@keywright/events": { budget: 17_200 },
  "@keywright/events/feeds": { budget: 7050 },
  "@keywright/events/formats": { budget: 4800 },
  "@keywright/events/node": { budget: 4700 },
  "@keywright/events/operations": { budget: 460 },
  "@keywright/events/schema": { budget: 20 },
  "@keywright/events/values": { budget: 960 },
  "@keywright/sinks": { budget: 4200 },
  "@keywright/sinks/elasticsearch": { budget: 5000 },
  "@keywright/sinks/http": { budget: 17_900 },
  "@keywright/sinks/nats": { budget: 4900 },
  "@keywright/sinks/otlp": { budget: 18_000 },
  "@keywright/sinks/postgres": { budget: 7600 },
  "@keywright/sinks/s3": { budget: 5900 },
  "@keywright/sinks/sink-rules": { budget: 8400 },
  "@keywright/sinks/splunk": { budget: 17_900 },
  "@keywright/emulator": { budget: 138_000 },
  "@keywright/emulator/management": { budget: 91_500 },
  "@keywright/emulator/vault": { budget: 106_000 },
  "@keywright/emulator/events": { budget: 74_000 },
  "@keywright/emulator/testing": { budget: 138_500 },
};

/**
 * Returns the budget of a service's entry without a written budget, by the number of operations.
 *
 * @param entry The entry without the package, such as `/node`; empty for the first one.
 */
export function budgetOf(entry: string, operations: number): number {
  const { base, each } = ENTRIES_BY_OPERATIONS[entry] ?? { base: 0, each: 0 };
  return base + each * operations;
}

/** Returns the budget of a client: all code of core that a contract may need, and its operations. */
export function clientBudget(operations: number): number {
  return ALL_OF_CORE + 200 * operations;
}

/** Streams, forms, polling, pages and credentials together, which no single contract uses. */
const ALL_OF_CORE = ENTRIES["@keywright/core/client"]?.budget ?? 0;

/** Returns the budget of a service's emulator without a written budget: all code that a contract may need, and the service's operations, resources and initial state. */
export function emulatorBudget(operations: number): number {
  return 67_000 + 500 * operations;
}

const ENTRIES_BY_OPERATIONS: { readonly [entry: string]: { readonly base: number; readonly each: number } } = {
  "": { base: ALL_OF_CORE + 3000, each: 250 },
  "/feeds": { base: 6600, each: 20 },
  "/formats": { base: 2000, each: 100 },
  "/filters": { base: 1400, each: 50 },
  "/node": { base: 10_500, each: 0 },
  "/operations": { base: 400, each: 150 },
  "/schema": { base: 20, each: 0 },
  "/values": { base: 400, each: 100 },
};
