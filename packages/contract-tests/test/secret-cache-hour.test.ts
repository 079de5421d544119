import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createVaultEmulator, type Fault, type VaultEmulator } from "@keywright/emulator";
import { createVaultClient } from "@keywright/vault";
import { secretCache, type SecretCache, type SecretCacheEvent, type SecretCacheOptions, type SecretChange } from "@keywright/vault/cache";
import { describe, expect, it } from "vitest";
import { type FakeClock, fakeClock } from "../../core/test/fake-clock.ts";

const VAULTS = 20;
const ITEMS = 50;
const POLL_MS = 60_000;
const HOUR_MS = 3_600_000;

const nameOf = (item: number): string => `Vault ${Math.floor(item / ITEMS)}/Item ${item % ITEMS}/password`;
const references = Array.from({ length: VAULTS * ITEMS }, (_, item) => nameOf(item));

/** One request in fifty, for each. */
const FAULTS: readonly Omit<Fault, "operationId">[] = [
  { answer: "drop" },
  { answer: "reset" },
  { answer: "truncate" },
  { answer: "malformed-body" },
  { answer: "stall" },
  { answer: "repeat" },
  { answer: "expired-token" },
  { answer: { status: 429, headers: { "retry-after": "7" } } },
  { answer: { status: 500 } },
  { answer: { status: 503 } },
  { delayMs: 3000 },
];

/** What a secret was. */
interface Was {
  readonly at: number;
  readonly version: number;
  readonly value: string;
}

/** A server with 1,000 secrets that change, and all that they were. */
class World {
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
      const was = this.history.get(this.#referenceOf.get(entry.id) ?? "")?.findLast(({ at }) => at <= this.clock.now() - this.lagging.byMs);
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

  /** Expects each change to be told once, with the versions that had the values, and the values of now to be those of the server. */
  expectAllTold(secrets: SecretCache): void {
    const toldOf = new Map<string, SecretChange[]>(references.map((reference) => [reference, []]));
    for (const change of this.told) toldOf.get(change.reference)?.push(change);
    for (const [reference, was] of this.history) {
      const valueAt = (version: number | undefined): string | undefined => was.find((one) => one.version === version)?.value;
      expect(secrets.get(reference)).toBe(was.at(-1)?.value);
      let value = was[0]?.value;
      let version = 0;
      for (const change of toldOf.get(reference) ?? []) {
        expect(change).toMatchObject({ kind: "changed", version: expect.any(Number) });
        expect(valueAt(change.previousVersion)).toBe(value);
        expect(change.version).toBeGreaterThan(version);
        version = change.version ?? 0;
        value = valueAt(version);
      }
      expect(value).toBe(was.at(-1)?.value);
    }
  }
}

/** The bytes of the heap that are in use after a garbage collection. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

describe("an hour of 1,000 secrets in 20 vaults", { timeout: 120_000 }, () => {
  it("costs one request a vault and poll and one a changed item, and no value is older than a poll and a second", async () => {
    const world = new World();
    const before = heapUsed();
    const secrets = await world.open();
    expect([world.lists.size, [...world.lists.values()].flat().length, world.reads]).toEqual([VAULTS, VAULTS, references.length]);
    expect(secrets.stats()).toMatchObject({ secrets: references.length, requests: VAULTS + references.length, polls: 0, failures: 0 });
    expect(world.most).toBeLessThanOrEqual(4);
    expect((heapUsed() - before) / 2 ** 20).toBeLessThan(30);

    world.reads = 0;
    world.lists.clear();
    let checked = 0;
    await world.hour((reference) => {
      const version = world.history.get(reference)?.at(-1)?.version ?? Infinity;
      world.clock.after(POLL_MS + 1000, () => {
        checked += 1;
        expect(secrets.versions()[reference], `${reference} is too old`).toBeGreaterThanOrEqual(version);
        expect(world.history.get(reference)?.map(({ value }) => value)).toContain(secrets.get(reference));
      });
    });
    await world.clock.advance(POLL_MS + 1000);
    world.expectAllTold(secrets);

    expect(checked).toBe(world.written);
    expect(world.written).toBeGreaterThan(700);
    expect(world.reads).toBeLessThanOrEqual(world.written);
    const gaps = [...world.lists.values()].flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)));
    // Requests take some time, so that the gap between two lists differs from that between two polls.
    expect(Math.min(...gaps)).toBeGreaterThan(POLL_MS * 0.8 - 1000);
    expect(Math.max(...gaps)).toBeLessThan(POLL_MS + 1000);
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(POLL_MS / 10);
    expect(secrets.stats()).toMatchObject({ polls: [...world.lists.values()].flat().length, failures: 0 });
    expect((heapUsed() - before) / 2 ** 20).toBeLessThan(30);
    secrets.close();
    expect(world.clock.timers).toBe(0);
  });

  it.each([
    ["a replica that lags by 30 seconds", { percent: 30, byMs: 30_000 }, []],
    ["faults and such a replica", { percent: 10, byMs: 50_000 }, FAULTS],
  ])("with %s misses no change and tells none twice", async (_what, lagging, faults) => {
    const world = new World();
    const secrets = await world.open();
    world.lagging = lagging;
    const injected = faults.map((fault) => world.emulator.inject({ operationId: "*", times: "always", probability: 0.02, ...fault }));
    await world.hour(() => {});
    expect(world.emulator.unusedFaults()).toEqual([]);
    for (const fault of injected) fault.remove();
    world.lagging = { percent: 0, byMs: 0 };
    await world.clock.advance(POLL_MS * 3);
    world.expectAllTold(secrets);
    expect(world.told.length).toBeGreaterThan(400);
    expect(secrets.stats().failures > 20).toBe(faults.length > 0 || lagging.percent > 0);
    secrets.close();
    await world.clock.advance(POLL_MS * 3);
    expect(world.clock.timers).toBe(0);
  });
});
