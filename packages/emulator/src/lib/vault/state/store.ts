import type { components } from "@keywright/vault/schema";
import { createCollection, listsOf, type Collection } from "../../core/values/collection.ts";
import { lazily } from "../../core/values/lazily.ts";
import type { Snapshots } from "../../core/service/service.ts";
import { createStore } from "../../core/service/snapshot.ts";
import type { BearerToken } from "../../core/service/tokens.ts";

type Schemas = components["schemas"];
type ActivityRecord = Schemas["APIRequest"];

/** A vault without its number of items, which is counted for each response. */
export type StoredVault = Omit<Schemas["Vault"], "items" | "attributeVersion" | "contentVersion"> & {
  readonly attributeVersion: number;
  readonly contentVersion: number;
};

/** A file with its bytes in Base64. Without `size`, the server does not know its size. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly size?: number;
  readonly section?: Schemas["SectionReference"];
  readonly contentBase64: string;
}

/** A field without its one-time code, which depends on the time. */
export type StoredField = Omit<Schemas["Field"], "totp">;

/** An item with all fields, sections and files. */
export interface StoredItem {
  readonly id: string;
  readonly vaultId: string;
  readonly title?: string;
  readonly category: string;
  readonly urls: readonly Schemas["ItemUrl"][];
  readonly favorite: boolean;
  readonly tags: readonly string[];
  readonly version: number;
  /** Absent for active items. */
  readonly state?: string;
  readonly fields: readonly StoredField[];
  readonly sections: readonly Schemas["Section"][];
  readonly files: readonly StoredFile[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastEditedBy: string;
}

/** A token of the vault server. Its `scopes` are empty: its vaults decide what it can do. */
export interface VaultToken extends BearerToken {
  /** UUID of the token, for the activity. */
  readonly jti: string;
  /** UUID of its account. */
  readonly account: string;
  /** Ids of the vaults in its scope. */
  readonly vaults: readonly string[];
}

/** Facts and settings of the server. */
export interface VaultServer {
  /** UUID of the server. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** RFC 3339, for the metrics. */
  readonly startedAt: string;
  /** Size limit of inline files in kilobytes of 1024 bytes; only smaller files can be inline. */
  readonly inlineLimitKilobytes: number;
  readonly dependencies: readonly Schemas["ServiceDependency"][];
  /** Whether `replaceItem` and `patchItem` return the version before the write. Default: false. */
  readonly writesReturnOldVersion?: boolean;
}

/** Number of responses with a status to requests with a method. */
export interface RequestCount {
  readonly method: string;
  readonly status: number;
  readonly count: number;
}

/** The state of the vault server as plain data. */
export interface VaultSeed {
  readonly server: VaultServer;
  readonly tokens: readonly VaultToken[];
  readonly vaults: readonly StoredVault[];
  readonly items: readonly StoredItem[];
  /** In order of recording. The service lists the newest first. */
  readonly activity: readonly ActivityRecord[];
  readonly requestCounts: readonly RequestCount[];
}

/** The state of the vault server. */
export interface VaultStore extends Snapshots<VaultSeed> {
  /** To change it, assign a new object. */
  server: VaultServer;
  readonly tokens: Collection<VaultToken>;
  readonly vaults: Collection<StoredVault>;
  readonly items: Collection<StoredItem>;
  /** In order of recording. */
  readonly activity: readonly ActivityRecord[];
  /** Adds a record after those on hold. If the list is very long, drops the oldest records. */
  recordActivity(record: ActivityRecord): void;
  /** Adds a record on hold: it is listed when another one is added or the hold ends. */
  holdActivity(record: ActivityRecord): void;
  /** Lists the records on hold. */
  showHeldActivity(): void;
  countRequest(method: string, status: number): void;
  readonly requestCounts: readonly RequestCount[];
  /** Updates version and time of a vault after a change of its content. */
  touchVault(vaultId: string, updatedAt: string): void;
}

// Limits the memory of a long run: such a list takes 15 to 30 MB.
const MOST_RECORDS = 100_000;
const MOST_HELD = 1000;

/** Creates the store of the vault server. */
export function createVaultStore(seed: VaultSeed): VaultStore {
  const store = createStore(seed, open, ({ server, tokens, vaults, items, activity, held, requestCounts }) => ({
    server,
    ...listsOf({ tokens, vaults, items }),
    activity: [...activity, ...held],
    requestCounts,
  }));
  const showHeldActivity = (): void => void store.activity.push(...store.held.splice(0));
  return Object.assign(store, {
    recordActivity(record: ActivityRecord) {
      showHeldActivity();
      const { activity } = store;
      activity.push(record);
      // Removes a tenth at a time, because each removal moves all remaining records.
      if (activity.length > MOST_RECORDS * 1.1) activity.splice(0, activity.length - MOST_RECORDS);
    },
    holdActivity(record: ActivityRecord) {
      store.held.push(record);
      if (store.held.length >= MOST_HELD) showHeldActivity();
    },
    showHeldActivity,
    countRequest(method: string, status: number) {
      const key = `${method} ${status}`;
      store.counts.set(key, (store.counts.get(key) ?? 0) + 1);
    },
    touchVault(vaultId: string, updatedAt: string) {
      const vault = store.vaults.get(vaultId);
      if (vault !== undefined) store.vaults.replace({ ...vault, contentVersion: vault.contentVersion + 1, updatedAt });
    },
  });
}

function open(seed: VaultSeed) {
  const held: ActivityRecord[] = [];
  const counts = new Map(seed.requestCounts.map(({ method, status, count }) => [`${method} ${status}`, count]));
  // A seed can create these lazily.
  const lazy = lazily({ items: () => createCollection(seed.items), activity: () => [...seed.activity] });
  return {
    server: seed.server,
    tokens: createCollection(seed.tokens, ({ value }) => value),
    vaults: createCollection(seed.vaults),
    get items() {
      return lazy.items;
    },
    get activity() {
      return lazy.activity;
    },
    held,
    counts,
    get requestCounts() {
      return [...counts].map(([key, count]) => {
        const [method = "", status] = key.split(" ");
        return { method, status: Number(status), count };
      });
    },
  };
}
