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
  { what: "a client of the vault", module: "uses/vault.ts", budget: 14_800, goal: 8000 },
  { what: "a client of management", module: "uses/management.ts", budget: 15_650, goal: 8000 },
  { what: "a client of events", module: "uses/events.ts", budget: 14_100, goal: 8000 },
  { what: "  client credentials, beyond that", module: "uses/client-credentials.ts", beyond: "uses/management.ts", budget: 3850 },
  { what: "  refresh token, beyond both", module: "uses/refresh-token.ts", beyond: "uses/client-credentials.ts", budget: 670 },
  { what: "  authorization code, beyond both", module: "uses/authorization-code.ts", beyond: "uses/client-credentials.ts", budget: 2030 },
  { what: "  filters, beyond a client", module: "uses/filters.ts", beyond: "uses/vault.ts", budget: 700 },
  { what: "  a token out of a file, beyond a client", module: "uses/token-file.ts", beyond: "uses/management.ts", budget: 630 },
  { what: "  a file with a refresh token, beyond a client", module: "uses/file-token-store.ts", beyond: "uses/management.ts", budget: 740 },
  { what: "  a file with a checkpoint, beyond a client", module: "uses/file-checkpoint.ts", beyond: "uses/management.ts", budget: 2400 },
  { what: "  the transport of Node, beyond a client", module: "uses/node-transport.ts", beyond: "uses/management.ts", budget: 2500 },
  { what: "clients of all three", module: "uses/three-clients.ts", budget: 17_250, goal: 11_000 },
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
  "@keywright/core": { budget: 1050 },
  "@keywright/core/client": { budget: 16_400, goal: 8000 },
  "@keywright/core/diagnostics-channel": { budget: 400 },
  "@keywright/core/feeds": { budget: 4800 },
  "@keywright/core/node": { budget: 6050 },
  "@keywright/core/oauth": { budget: 9500 },
  "@keywright/core/opentelemetry": { budget: 1800 },
  "@keywright/core/postgres": { budget: 2400 },
  "@keywright/core/store-rules": { budget: 1300 },
  "@keywright/management": { budget: 17_350, goal: 9500 },
  "@keywright/management/categories": { budget: 1300 },
  "@keywright/management/feeds": { budget: 4800 },
  "@keywright/management/runs": { budget: 2700 },
  "@keywright/management/filters": { budget: 1300 },
  "@keywright/management/operations": { budget: 1200 },
  "@keywright/management/schema": { budget: 20 },
  "@keywright/management/values": { budget: 500 },
  "@keywright/vault": { budget: 20_300, goal: 16_000 },
  "@keywright/vault/files": { budget: 1750 },
  "@keywright/vault/filters": { budget: 1300 },
  "@keywright/vault/items": { budget: 8300 },
  "@keywright/vault/node": { budget: 1650 },
  "@keywright/vault/operations": { budget: 1000 },
  "@keywright/vault/references": { budget: 5600 },
  "@keywright/vault/schema": { budget: 20 },
  "@keywright/vault/values": { budget: 800 },
  "@keywright/events": { budget: 14_650, goal: 8500 },
  "@keywright/events/feeds": { budget: 4800 },
  "@keywright/events/operations": { budget: 500 },
  "@keywright/events/schema": { budget: 20 },
  "@keywright/events/values": { budget: 1000 },
  "@keywright/emulator": { budget: 130_000 },
  "@keywright/emulator/management": { budget: 80_000 },
  "@keywright/emulator/vault": { budget: 100_000 },
  "@keywright/emulator/events": { budget: 62_000 },
};
