import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { type FakeClock, fakeClock } from "../../../core/test/fake-clock.ts";
import { secretCache, type SecretCache, type SecretCacheEvent, type SecretCacheOptions, type SecretChange } from "../../src/cache.ts";
import { createVaultClient } from "../../src/index.ts";

export const production = "iihcwjkpp63v2nsmo436sdbeuu";
export const staging = "rewrcj5xs2ovy42qpnspw2zgjf";
export const database = "u32zhgb7j43k2omdbw7g2jcgsk";
export const mail = "zkapfsoyz4cdjnva3vg73dlpor";
export const POLL_MS = 60_000;
export const AT_CODE = "otpauth://totp/mail?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8";

export interface StoredItem {
  readonly id: string;
  readonly vaultUUID: string;
  readonly title: string;
  readonly version: number | undefined;
  readonly fields: readonly object[];
  readonly tags?: readonly string[];
  readonly state?: string;
  readonly files?: readonly object[];
}

/** What a server answers in place of its state. */
export type Answer = (path: string) => Response | Promise<Response> | undefined;

/** A vault server whose items a test sets, and a cache's client of it. */
export class Server {
  readonly clock: FakeClock = fakeClock({ random: 0 });
  readonly requests: string[] = [];
  readonly items = new Map<string, StoredItem>();
  vaults = [
    { id: production, name: "Production" },
    { id: staging, name: "Staging" },
  ];
  answer: Answer = () => undefined;
  /** Whether it filters lists. */
  hasFilter = false;
  /** The version of all vaults, which each change raises. */
  contentVersion: number | undefined = 1;
  most = 0;
  #underWay = 0;

  readonly client = createVaultClient({
    baseUrl: "https://vault.example.com",
    token: "token-1",
    retry: false,
    clock: this.clock,
    fetch: async (url, { signal }) => {
      const { pathname, searchParams } = new URL(url);
      const filter = searchParams.get("filter");
      const path = `${pathname.replace("/v1/vaults", "") || "/"}${filter === null || !this.hasFilter ? "" : `?${filter}`}`;
      this.requests.push(path);
      this.#underWay += 1;
      this.most = Math.max(this.most, this.#underWay);
      try {
        await Promise.resolve();
        signal?.throwIfAborted();
        return await (this.answer(path) ?? this.normal(path));
      } finally {
        this.#underWay -= 1;
      }
    },
  });

  constructor() {
    this.set({ id: database, title: "Database", fields: [password("one"), { id: "host", label: "host", value: "db" }] });
    this.set({ id: mail, title: "Mail", fields: [password("mail-one"), { id: "code", label: "code", type: "OTP", value: AT_CODE, totp: "1" }] });
  }

  /** Stores an item. Its version is one higher than before. */
  set(item: Partial<StoredItem> & { readonly id: string }): void {
    const before = this.items.get(item.id) ?? { vaultUUID: production, title: item.id, fields: [], version: 0 };
    const version = "version" in item ? item.version : (before.version ?? 0) + 1;
    this.items.set(item.id, { ...before, ...item, version });
    if (this.contentVersion !== undefined) this.contentVersion += 1;
  }

  /** Adds items until the vault Production has so many that its list is large. */
  enlarge(): void {
    this.hasFilter = true;
    for (let index = 0; index < 1000; index += 1) this.set({ id: `other${index}`.padEnd(26, "x"), title: `Other ${index}` });
  }

  normal(path: string): Response {
    const [address = "", filter] = path.split("?");
    const [, vaultUUID = "", items, itemUUID] = address.split("/");
    if (address === "/") return jsonResponse(200, this.vaults);
    if (items === undefined) return jsonResponse(200, { id: vaultUUID, contentVersion: this.contentVersion });
    const all = [...this.items.values()].filter((item) => item.vaultUUID === vaultUUID);
    const here = filter === undefined ? all : all.filter(({ title }) => `title eq ${JSON.stringify(title)}` === filter);
    if (itemUUID === undefined) return jsonResponse(200, here.map(overview));
    const item = here.find(({ id }) => id === itemUUID);
    return item === undefined ? jsonResponse(404, { status: 404, message: "item not found" }) : jsonResponse(200, { ...overview(item), fields: item.fields });
  }

  /** Returns a server that answers lists and items, or only one of them, with the state of now, whatever is set later. */
  asOfNow(): Answer {
    const items = new Map(this.items);
    return (path) => {
      const current = new Map(this.items);
      this.items.clear();
      for (const [id, item] of items) this.items.set(id, item);
      const response = this.normal(path);
      this.items.clear();
      for (const [id, item] of current) this.items.set(id, item);
      return response;
    };
  }

  /** The requests since the last call. */
  takeRequests(): string[] {
    return this.requests.splice(0);
  }
}

function overview({ fields: _fields, vaultUUID, ...item }: StoredItem): object {
  return { ...item, vault: { id: vaultUUID }, category: "LOGIN" };
}

/** A field with a password. */
export function password(value: string | undefined, id = "password"): object {
  return { id, label: id, ...(value === undefined ? {} : { value }) };
}

/** A cache of a server, and what it tells. */
export interface Watched {
  readonly secrets: SecretCache;
  readonly changes: SecretChange[];
  readonly events: SecretCacheEvent[];
  /** Lets the time of a poll pass. */
  poll(): Promise<void>;
}

/** Creates a cache, which polls exactly every minute. */
export async function watched(server: Server, options: SecretCacheOptions): Promise<Watched> {
  const changes: SecretChange[] = [];
  const events: SecretCacheEvent[] = [];
  const { clock } = server;
  const secrets = await clock.finish(
    secretCache(server.client, { clock, onChange: (told) => void changes.push(...told), onEvent: (event) => void events.push(event), ...options }),
  );
  return { secrets, changes, events, poll: () => clock.advance(POLL_MS) };
}
