/** What something may weigh, in bytes, minified and compressed. */
export interface Limit {
  /** The command fails above it. Absent where the bytes are not ours. */
  readonly budget?: number;
}

/** What a user writes: a module of `uses`, or of `others`. */
export interface Use extends Limit {
  readonly what: string;
  readonly module: string;
  /** What the bytes are counted beyond: another module. Absent means all bytes count. */
  readonly beyond?: string;
}

/** Typical uses of the packages. What is beyond a client is paid by whoever imports it, and by no one else. */
export const USES: readonly Use[] = [
  { what: "a client of the vault", module: "uses/vault.ts", budget: 16_750 },
  { what: "a client of management", module: "uses/management.ts", budget: 18_000 },
  { what: "a client of events", module: "uses/events.ts", budget: 15_150 },
  { what: "  client credentials, beyond that", module: "uses/client-credentials.ts", beyond: "uses/management.ts", budget: 4050 },
  { what: "  refresh token, beyond both", module: "uses/refresh-token.ts", beyond: "uses/client-credentials.ts", budget: 910 },
  { what: "  authorization code, beyond both", module: "uses/authorization-code.ts", beyond: "uses/client-credentials.ts", budget: 2300 },
  { what: "  filters, beyond a client", module: "uses/filters.ts", beyond: "uses/vault.ts", budget: 700 },
  { what: "  a token out of a file, beyond a client", module: "uses/token-file.ts", beyond: "uses/management.ts", budget: 770 },
  { what: "  a file with a refresh token, beyond a client", module: "uses/file-token-store.ts", beyond: "uses/management.ts", budget: 2450 },
  { what: "  a file with a checkpoint, beyond a client", module: "uses/file-checkpoint.ts", beyond: "uses/management.ts", budget: 3100 },
  { what: "  the transport of Node, beyond a client", module: "uses/node-transport.ts", beyond: "uses/management.ts", budget: 3900 },
  { what: "clients of all three", module: "uses/three-clients.ts", budget: 20_000 },
];

/** What a user would bundle for the same with other means: three calls of the vault, with token, retry, deadlines, pages and errors. */
export const OTHERS: readonly Use[] = [
  { what: "openapi-fetch 0.17, the rest by hand", module: "others/openapi-fetch.ts" },
  { what: "ky 1.14, pages by hand", module: "others/ky.ts" },
  { what: "axios 1.21 and axios-retry, pages by hand", module: "others/axios.ts" },
];

/**
 * What everything that an entry exports may weigh. That is more than a client, where helpers stand beside it: nobody pays for
 * those who does not import them. An entry of types alone weighs nothing, which compresses to 20 bytes.
 */
export const ENTRIES: { readonly [entry: string]: Limit } = {
  "@keywright/core": { budget: 3900 },
  "@keywright/core/client": { budget: 27_700 },
  "@keywright/core/diagnostics-channel": { budget: 320 },
  "@keywright/core/feeds": { budget: 7200 },
  "@keywright/core/node": { budget: 11_650 },
  "@keywright/core/oauth": { budget: 10_600 },
  "@keywright/core/opentelemetry": { budget: 2750 },
  "@keywright/core/postgres": { budget: 3600 },
  "@keywright/core/store-rules": { budget: 1150 },
  "@keywright/management": { budget: 20_850 },
  "@keywright/management/categories": { budget: 1400 },
  "@keywright/management/feeds": { budget: 7250 },
  "@keywright/management/runs": { budget: 4150 },
  "@keywright/management/filters": { budget: 1450 },
  "@keywright/management/node": { budget: 10_350 },
  "@keywright/management/operations": { budget: 1460 },
  "@keywright/management/schema": { budget: 20 },
  "@keywright/management/values": { budget: 340 },
  "@keywright/vault": { budget: 24_750 },
  "@keywright/vault/files": { budget: 4250 },
  "@keywright/vault/filters": { budget: 1350 },
  "@keywright/vault/items": { budget: 11_650 },
  "@keywright/vault/node": { budget: 6800 },
  "@keywright/vault/operations": { budget: 1070 },
  "@keywright/vault/references": { budget: 7500 },
  "@keywright/vault/schema": { budget: 20 },
  "@keywright/vault/values": { budget: 650 },
  "@keywright/events": { budget: 17_250 },
  "@keywright/events/feeds": { budget: 7050 },
  "@keywright/events/node": { budget: 4700 },
  "@keywright/events/operations": { budget: 460 },
  "@keywright/events/schema": { budget: 20 },
  "@keywright/events/values": { budget: 960 },
  "@keywright/emulator": { budget: 128_700 },
  "@keywright/emulator/management": { budget: 82_700 },
  "@keywright/emulator/vault": { budget: 98_350 },
  "@keywright/emulator/events": { budget: 66_400 },
};

/**
 * What may be weighed of a service whose budgets nobody has written yet, by the number of its operations.
 *
 * @param entry The entry without the package, such as `/node`; empty for the first one.
 */
export function budgetOf(entry: string, operations: number): number {
  const { base, each } = ENTRIES_BY_OPERATIONS[entry] ?? { base: 0, each: 0 };
  return base + each * operations;
}

/** What a client alone may weigh: all that a contract can ask of core, and its own operations. */
export function clientBudget(operations: number): number {
  return ALL_OF_CORE + 200 * operations;
}

/** Streams, forms, polling, pages and credentials together, which no single contract uses. */
const ALL_OF_CORE = ENTRIES["@keywright/core/client"]?.budget ?? 0;

/** What the emulator of a service may weigh whose budget nobody has written yet: all that a contract can ask of it, and its own operations, resources and first state. */
export function emulatorBudget(operations: number): number {
  return 67_000 + 500 * operations;
}

const ENTRIES_BY_OPERATIONS: { readonly [entry: string]: { readonly base: number; readonly each: number } } = {
  "": { base: ALL_OF_CORE + 3000, each: 250 },
  "/feeds": { base: 6600, each: 20 },
  "/filters": { base: 1400, each: 50 },
  "/node": { base: 10_500, each: 0 },
  "/operations": { base: 400, each: 150 },
  "/schema": { base: 20, each: 0 },
  "/values": { base: 400, each: 100 },
};
