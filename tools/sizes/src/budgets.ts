/** What a user writes: a module of `uses`, or of `others`, and what it may weigh. */
export interface Use {
  readonly what: string;
  readonly module: string;
  /** Bytes, minified and compressed. Absent where it is not ours. */
  readonly budget?: number;
  /** What the bytes are counted beyond: another module. Absent means all bytes count. */
  readonly beyond?: string;
}

/** Typical uses of the packages. What is beyond a client is paid by whoever imports it, and by no one else. */
export const USES: readonly Use[] = [
  { what: "a client of the vault", module: "uses/vault.ts", budget: 8000 },
  { what: "a client of management", module: "uses/management.ts", budget: 8000 },
  { what: "a client of events", module: "uses/events.ts", budget: 8000 },
  { what: "  client credentials, beyond that", module: "uses/client-credentials.ts", beyond: "uses/management.ts", budget: 6000 },
  { what: "  refresh token, beyond both", module: "uses/refresh-token.ts", beyond: "uses/client-credentials.ts", budget: 2000 },
  { what: "  authorization code, beyond both", module: "uses/authorization-code.ts", beyond: "uses/client-credentials.ts", budget: 2000 },
  { what: "  filters, beyond a client", module: "uses/filters.ts", beyond: "uses/vault.ts", budget: 1000 },
  { what: "clients of all three", module: "uses/three-clients.ts", budget: 11_000 },
];

/** What a user would bundle for the same with other means: three calls of the vault, with token, retry, deadlines, pages and errors. */
export const OTHERS: readonly Use[] = [
  { what: "openapi-fetch 0.17, the rest by hand", module: "others/openapi-fetch.ts" },
  { what: "ky 1.14, pages by hand", module: "others/ky.ts" },
  { what: "axios 1.21 and axios-retry, pages by hand", module: "others/axios.ts" },
];

/**
 * What everything that an entry exports may weigh: bytes, minified and compressed. That is more than a client, where helpers stand beside it: nobody pays for
 * those who does not import them. An entry of types alone weighs nothing, which compresses to 20 bytes.
 */
export const ENTRIES: { readonly [entry: string]: number } = {
  "@keywright/core": 8000,
  "@keywright/core/diagnostics-channel": 400,
  "@keywright/core/feeds": 4800,
  "@keywright/core/node": 3000,
  "@keywright/core/oauth": 12_000,
  "@keywright/core/opentelemetry": 1800,
  "@keywright/core/postgres": 2400,
  "@keywright/core/store-rules": 1300,
  "@keywright/management": 9500,
  "@keywright/management/categories": 1300,
  "@keywright/management/feeds": 4800,
  "@keywright/management/runs": 3300,
  "@keywright/management/filters": 1300,
  "@keywright/management/operations": 1200,
  "@keywright/management/schema": 20,
  "@keywright/management/values": 500,
  "@keywright/vault": 16_000,
  "@keywright/vault/feeds": 20,
  "@keywright/vault/files": 1700,
  "@keywright/vault/filters": 1300,
  "@keywright/vault/items": 8000,
  "@keywright/vault/node": 1300,
  "@keywright/vault/operations": 1000,
  "@keywright/vault/references": 5600,
  "@keywright/vault/schema": 20,
  "@keywright/vault/values": 800,
  "@keywright/events": 8500,
  "@keywright/events/feeds": 4800,
  "@keywright/events/filters": 20,
  "@keywright/events/operations": 500,
  "@keywright/events/schema": 20,
  "@keywright/events/values": 1000,
  "@keywright/emulator": 130_000,
  "@keywright/emulator/management": 80_000,
  "@keywright/emulator/vault": 100_000,
  "@keywright/emulator/events": 62_000,
};
