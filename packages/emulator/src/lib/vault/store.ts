import type { components } from "@keywright/vault/schema";
import { createCollection, type Collection } from "../core/collection.ts";
import { lazily } from "../core/lazily.ts";
import type { Snapshots } from "../core/service.ts";
import type { BearerToken } from "../core/tokens.ts";

type Schemas = components["schemas"];

/** A vault without the number of its items, which is counted when it is asked for. */
export type StoredVault = Omit<Schemas["Vault"], "items" | "attributeVersion" | "contentVersion"> & {
  readonly attributeVersion: number;
  readonly contentVersion: number;
};

/** A file with its bytes, which JSON keeps as Base64. Without `size` the server says that it does not know it. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly size?: number;
  readonly section?: Schemas["SectionReference"];
  readonly contentBase64: string;
}

/** A field with everything but its one-time code, which the time decides. */
export type StoredField = Omit<Schemas["Field"], "totp">;

/** An item with everything that is in it, the files' bytes too. */
export interface StoredItem {
  readonly id: string;
  readonly vaultId: string;
  readonly title?: string;
  readonly category: string;
  readonly urls: readonly Schemas["ItemUrl"][];
  readonly favorite: boolean;
  readonly tags: readonly string[];
  readonly version: number;
  /** Absent on active items. */
  readonly state?: string;
  readonly fields: readonly StoredField[];
  readonly sections: readonly Schemas["Section"][];
  readonly files: readonly StoredFile[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastEditedBy: string;
}

/** A token of the vault server. Its `scopes` are empty: what it may do is decided by its vaults. */
export interface VaultToken extends BearerToken {
  /** UUID of the token, which the activity shows in its place. */
  readonly jti: string;
  /** UUID of the account that acts by it. */
  readonly account: string;
  /** Ids of the vaults in its scope. */
  readonly vaults: readonly string[];
}

/** What the server says of itself, and what it is set to. */
export interface VaultServer {
  /** UUID of the server. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** RFC 3339; shown by the metrics. */
  readonly startedAt: string;
  /** Files below this size can be had inline, in kilobytes of 1024 bytes. */
  readonly inlineLimitKilobytes: number;
  readonly dependencies: readonly Schemas["ServiceDependency"][];
}

/** How often requests of one method were answered with one status. */
export interface RequestCount {
  readonly method: string;
  readonly status: number;
  readonly count: number;
}

/** The state of the vault server, as plain data. */
export interface VaultSeed {
  readonly server: VaultServer;
  readonly tokens: readonly VaultToken[];
  readonly vaults: readonly StoredVault[];
  readonly items: readonly StoredItem[];
  /** In the order in which it was recorded; the service lists the newest first. */
  readonly activity: readonly Schemas["APIRequest"][];
  readonly requestCounts: readonly RequestCount[];
}

/** The state of the vault server, alive. */
export interface VaultStore extends Snapshots<VaultSeed> {
  /** Replaced as a whole. */
  server: VaultServer;
  readonly tokens: Collection<VaultToken>;
  readonly vaults: Collection<StoredVault>;
  readonly items: Collection<StoredItem>;
  /** In the order in which it was recorded. */
  readonly activity: readonly Schemas["APIRequest"][];
  /** Adds a record behind the held back ones; of a very long list the oldest ones are forgotten. */
  recordActivity(record: Schemas["APIRequest"]): void;
  /** Adds a record that shows only once another one is added, or the held back ones are shown. */
  holdActivity(record: Schemas["APIRequest"]): void;
  /** Shows the records that were held back. */
  showHeldActivity(): void;
  countRequest(method: string, status: number): void;
  readonly requestCounts: readonly RequestCount[];
  /** Notes a change of what is in a vault. */
  touchVault(vaultId: string, updatedAt: string): void;
}

// So that a run of days keeps its memory. A list of this length takes some 15 to 30 MB.
const MOST_RECORDS = 100_000;
const MOST_HELD = 1000;

/** Makes the store of the vault server. */
export function createVaultStore(seed: VaultSeed): VaultStore {
  let state = open(seed);
  const requestCounts = (): readonly RequestCount[] =>
    [...state.counts].map(([key, count]) => {
      const [method = "", status] = key.split(" ");
      return { method, status: Number(status), count };
    });
  return {
    get server() {
      return state.server;
    },
    set server(server) {
      state.server = server;
    },
    get tokens() {
      return state.tokens;
    },
    get vaults() {
      return state.vaults;
    },
    get items() {
      return state.lazy.items;
    },
    get activity() {
      return state.lazy.activity;
    },
    recordActivity(record) {
      const { activity } = state.lazy;
      activity.push(...state.held.splice(0), record);
      // A tenth at a time: taking the first one away for each record would move all of them each time.
      if (activity.length > MOST_RECORDS * 1.1) activity.splice(0, activity.length - MOST_RECORDS);
    },
    holdActivity(record) {
      state.held.push(record);
      if (state.held.length >= MOST_HELD) state.lazy.activity.push(...state.held.splice(0));
    },
    showHeldActivity: () => void state.lazy.activity.push(...state.held.splice(0)),
    countRequest(method, status) {
      const key = `${method} ${status}`;
      state.counts.set(key, (state.counts.get(key) ?? 0) + 1);
    },
    get requestCounts() {
      return requestCounts();
    },
    touchVault(vaultId, updatedAt) {
      const vault = state.vaults.get(vaultId);
      if (vault !== undefined) state.vaults.replace({ ...vault, contentVersion: vault.contentVersion + 1, updatedAt });
    },
    snapshot: () => ({
      server: state.server,
      tokens: state.tokens.list(),
      vaults: state.vaults.list(),
      items: state.lazy.items.list(),
      activity: [...state.lazy.activity, ...state.held],
      requestCounts: requestCounts(),
    }),
    restore(other) {
      state = open(other);
    },
  };
}

function open(seed: VaultSeed) {
  const held: Schemas["APIRequest"][] = [];
  return {
    server: seed.server,
    tokens: createCollection(seed.tokens, ({ value }) => value),
    vaults: createCollection(seed.vaults),
    // A seed may make these when they are asked for.
    lazy: lazily<{ items: Collection<StoredItem>; activity: Schemas["APIRequest"][] }>({
      items: () => createCollection(seed.items),
      activity: () => [...seed.activity],
    }),
    held,
    counts: new Map(seed.requestCounts.map(({ method, status, count }) => [`${method} ${status}`, count])),
  };
}
