import { createVaultEmulator, type Fault, type VaultEmulator } from "@keywright/emulator";
import { createVaultClient } from "@keywright/vault";
import { secretCache, type SecretCache, type SecretCacheEvent, type SecretCacheOptions, type SecretChange } from "@keywright/vault/cache";
import { type FakeClock, fakeClock } from "../../core/test/fake-clock.ts";

export const VAULTS = 20;
const ITEMS = 50;
export const POLL_MS = 60_000;
const HOUR_MS = 3_600_000;

const nameOf = (item: number): string => `Vault ${Math.floor(item / ITEMS)}/Item ${item % ITEMS}/password`;
export const references = Array.from({ length: VAULTS * ITEMS }, (_, item) => nameOf(item));

/** The faults of a service. */
export const FAULTS: readonly Omit<Fault, "operationId">[] = [
  { response: "drop" },
  { response: "reset" },
  { response: "truncate" },
  { response: "malformed-body" },
  { response: "stall" },
  { response: "repeat" },
  { response: "expired-token" },
  { response: { status: 429, headers: { "retry-after": "7" } } },
  { response: { status: 500 } },
  { response: { status: 503 } },
  { delayMs: 3000 },
];

/** What a secret was. */
interface Was {
  readonly at: number;
  readonly version: number;
  readonly value: string;
}

/** A server with 1,000 secrets that change, and all that they were. */
export class World {
  readonly clock: FakeClock = fakeClock();
  readonly emulator: VaultEmulator = createVaultEmulator({
    clock: this.clock,
    seed: {
      vaults: Array.from({ length: VAULTS }, (_vault, vault) => ({
        name: `Vault ${vault}`,
        items: Array.from({ length: ITEMS }, (_item, item) => ({
          title: `Item ${item}`,
          category: "LOGIN" as const,
          fields: [{ id: "password", label: "password", type: "CONCEALED" as const, value: `${vault}-${item}-0` }],
        })),
      })),
    },
  });
  readonly random = this.emulator.random.fork("hour");
  readonly history = new Map<string, Was[]>();
  readonly lists = new Map<string, number[]>();
  readonly told: SecretChange[] = [];
  readonly events: SecretCacheEvent[] = [];
  reads = 0;
  written = 0;
  most = 0;
  /** How many responses in a hundred are of a replica that lags, and how far it lags. */
  lagging = { percent: 0, byMs: 0 };
  #underWay = 0;
  readonly #referenceOf = new Map<string, string>();

  constructor() {
    for (const [index, { id, version }] of this.emulator.store.items.list().entries()) {
      this.#referenceOf.set(id, nameOf(index));
      this.history.set(nameOf(index), [{ at: -Infinity, version, value: `${Math.floor(index / ITEMS)}-${index % ITEMS}-0` }]);
    }
  }

  /** Changes a random item: mostly its secret, sometimes only its tags. */
  write(): string {
    const { items } = this.emulator.store;
    const item = this.random.pick(items.list());
    const reference = this.#referenceOf.get(item.id) ?? "";
    const version = item.version + 1;
    const value = this.random.next() < 0.8 ? `${reference} ${version}` : (item.fields[0]?.value ?? "");
    items.replace({ ...item, version, tags: [String(version)], fields: item.fields.map((field) => ({ ...field, value })) });
    this.history.get(reference)?.push({ at: this.clock.now(), version, value });
    this.written += 1;
    return reference;
  }

  /** Sends a request to the emulator, as if over a network, and sometimes to a replica that lags. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const [, , , vaultUUID = "", , itemUUID] = new URL(url).pathname.split("/");
    if (itemUUID !== undefined) this.reads += 1;
    else if (vaultUUID !== "") this.lists.set(vaultUUID, [...(this.lists.get(vaultUUID) ?? []), this.clock.now()]);
    this.#underWay += 1;
    this.most = Math.max(this.most, this.#underWay);
    try {
      await this.#wait(this.random.integer(5, 50), init.signal);
      const response = await this.emulator.fetch(url, init);
      const isBehind = this.random.next() * 100 < this.lagging.percent;
      await this.#wait(this.random.integer(5, 50), init.signal);
      return isBehind && response.ok && vaultUUID !== "" ? await this.#asBefore(response) : response;
    } finally {
      this.#underWay -= 1;
    }
  };

  #wait(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = this.clock.after(ms, resolve);
      signal?.addEventListener("abort", () => {
        this.clock.clear(timer);
        reject(signal.reason as Error);
      });
    });
  }

  /** The same response with the versions and values of some time ago. */
  async #asBefore(response: Response): Promise<Response> {
    const text = await response.text();
    const before = (entry: { id: string; version: number; fields?: { value: string }[] }): void => {
      const was = this.history
        .get(this.#referenceOf.get(entry.id) ?? "")
        ?.filter(({ at }) => at <= this.clock.now() - this.lagging.byMs)
        .at(-1);
      if (was === undefined) return;
      entry.version = was.version;
      for (const field of entry.fields ?? []) field.value = was.value;
    };
    try {
      const body = JSON.parse(text) as never;
      for (const entry of [body].flat()) before(entry);
      return new Response(JSON.stringify(body), response);
    } catch {
      return new Response(text, response);
    }
  }

  /** Creates a cache of all secrets. */
  open(options: SecretCacheOptions = { references }): Promise<SecretCache> {
    const clock = { ...this.clock, now: this.clock.now, random: () => this.random.next() };
    const client = createVaultClient({ baseUrl: "https://vault.example.com", token: this.emulator.token, fetch: this.fetch, clock });
    const onChange = (changes: readonly SecretChange[]): void => void this.told.push(...changes);
    return this.clock.finish(secretCache(client, { pollMs: POLL_MS, clock, onChange, onEvent: (event) => void this.events.push(event), ...options }));
  }

  /** Lets an hour pass, in which an item changes every few seconds. */
  async hour(afterWrite: (reference: string) => void = () => {}): Promise<void> {
    const until = this.clock.now() + HOUR_MS;
    const next = (): void => {
      for (let count = this.random.integer(1, 3); count > 0; count -= 1) afterWrite(this.write());
      const delayMs = this.random.integer(100, 15_000);
      if (this.clock.now() + delayMs < until) this.clock.after(delayMs, next);
    };
    this.clock.after(1000, next);
    await this.clock.advance(HOUR_MS);
  }
}
