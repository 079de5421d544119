import { createVaultEmulator, manualClock } from "@keywright/emulator";
import { createVaultClient, itemDraft, itemRef } from "@keywright/vault";
import { rotateSecret, type RotateOptions, type RotationReport, type RotationValues } from "@keywright/vault/rotation";
import { createSchedule, type Schedule, seeded } from "./schedule.ts";

const baseUrl = "https://vault.example.com";
const FIRST = "sentinel-first";
let made = 0;

/** An item whose password a target takes. */
export interface World {
  readonly schedule: Schedule;
  /** A program that rotates the password. Each of its requests and calls is two steps: before it is carried out, and after. */
  rotation(owner: string, options?: Partial<RotateOptions>): () => Promise<RotationReport>;
  /** Whether requests and calls of the target fail at random, from now on. */
  setFaults(active: boolean): void;
  /** The version of the item. */
  version(): number | undefined;
  /** @throws Error if the item does not have the password that the target takes. */
  check(): void;
  /** @throws Error if the rotation is not complete: target, field, and no value that is left over. */
  checkEnd(): void;
}

/**
 * Creates a world whose order and faults only depend on a seed.
 *
 * @param isSorted Whether the server lists fields by their ids, and not in the order in which they were added.
 */
export async function createWorld(seed: number, isSorted = false): Promise<World> {
  const random = seeded(seed);
  const schedule = createSchedule(random);
  const emulator = createVaultEmulator({
    clock: manualClock("2026-03-10T09:00:00Z"),
    seed: { vaults: [{ name: "Production", items: [] }], activityRecords: 0, writesReturnOldVersion: seed % 3 === 0 },
  });
  const clientOn = (fetch: typeof emulator.fetch) =>
    createVaultClient({ baseUrl, token: emulator.token, fetch, retry: false, clock: manualClock("2026-03-10T09:00:00Z") });
  const { id: vaultUUID = "" } = (await clientOn(emulator.fetch).listVaults())[0] ?? {};
  const draft = itemDraft({ vaultUUID, category: "LOGIN", title: "Database", username: "app", password: FIRST });
  const item = itemRef(await clientOn(emulator.fetch).createItem(draft));
  const target = { password: FIRST };
  const history = [FIRST];
  let faults = false;
  const fault = (...kinds: readonly string[]): string | undefined => (faults && random() < 0.2 ? kinds[Math.floor(random() * kinds.length)] : undefined);
  const fields = () => emulator.store.items.get(item.itemUUID)?.fields ?? [];
  const current = (): string | undefined => fields().find(({ id }) => id === "password")?.value;

  const fetchOf =
    (owner: string): typeof emulator.fetch =>
    async (input, init) => {
      await schedule.step(owner);
      const carryOut = () => emulator.fetch(input, { ...init, signal: null });
      const kind = fault("reset", "answer 500", "answer 503", "reset after", "answer 500 after", "late");
      if (kind === "late") schedule.later(carryOut);
      const response = kind === undefined || kind.endsWith("after") ? await carryOut() : undefined;
      if (history.at(-1) !== current()) history.push(current() ?? "");
      await schedule.step(owner);
      if (kind?.startsWith("answer")) return Response.json({ status: 500, message: "internal error" }, { status: kind === "answer 503" ? 503 : 500 });
      if (response === undefined || kind !== undefined) throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
      if (!isSorted || !response.ok) return response;
      const { fields: listed, ...others } = (await response.json()) as { readonly fields: readonly { readonly id: string }[] };
      return Response.json({ ...others, fields: [...listed].sort((one, other) => (one.id < other.id ? -1 : 1)) });
    };

  /** Sets the password. In every other world, the target only lets in who knows the one that it takes; in the others, the program is its administrator. */
  const change = async (owner: string, { next, current: now, previous, recorded }: RotationValues, to: string | undefined): Promise<void> => {
    await schedule.step(owner);
    const set = (): void => {
      if (seed % 2 === 0 && ![next, now, previous, ...recorded].includes(target.password)) throw new Error(`the login fails with ${now} and ${next}`);
      target.password = to ?? "";
    };
    const kind = fault("fails", "fails after", "late", "ignored");
    if (kind === "late")
      schedule.later(() =>
        Promise.resolve()
          .then(set)
          .catch(() => {}),
      );
    if (kind === undefined || kind === "fails after") set();
    await schedule.step(owner);
    if (kind !== undefined && kind !== "ignored") throw new Error(`the target fails with ${next}`);
  };

  return {
    schedule,
    rotation: (owner, options) => () =>
      rotateSecret(clientOn(fetchOf(owner)), {
        item,
        field: "password",
        generate: () => `sentinel-${owner}-${(made += 1)}`,
        apply: (values) => change(owner, values, values.next),
        revert: (values) => change(owner, values, values.current),
        async verify(value) {
          await schedule.step(owner);
          if (fault("fails") !== undefined) throw new Error(`the target is away for ${value}`);
          return value === target.password;
        },
        clock: schedule.clockOf(owner),
        ...options,
      }),
    setFaults: (active) => void (faults = active),
    version: () => emulator.store.items.get(item.itemUUID)?.version,
    check() {
      if (!fields().some(({ value }) => value === target.password)) throw new Error(`seed ${seed}: the item does not have ${target.password}`);
    },
    checkEnd() {
      const left = fields().filter(({ label = "" }) => /^(next|joined) /.test(label));
      if (left.length > 0) throw new Error(`seed ${seed}: left over: ${left.map(({ label }) => label).join(", ")}`);
      if (current() !== target.password) throw new Error(`seed ${seed}: the field has ${current()}, the target takes ${target.password}`);
      const previous = fields().filter(({ label }) => label === "previous password");
      const before = history.at(-2);
      if (previous.length !== 1 || previous[0]?.value !== before)
        throw new Error(`seed ${seed}: previous is ${previous.map(({ value }) => value).join(", ")}; expected ${before}`);
    },
  };
}
