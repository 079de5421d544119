import { isKeywrightError } from "../errors.ts";
import type { CheckpointStore } from "./checkpoint.ts";

/** One rule for every checkpoint store. */
export interface StoreRule {
  /** The rule as a sentence, for the name of a test. */
  readonly rule: string;
  /**
   * Checks the rule with two stores of one storage.
   *
   * @param open Returns two stores of the same empty storage, as two processes would create them;
   * the same store twice if the storage is the store itself.
   * @throws Error that says what was expected and what the store did.
   */
  check(open: () => Promise<readonly [CheckpointStore, CheckpointStore]>): Promise<void>;
}

const STREAM = "listThings";

/**
 * The rules of {@link CheckpointStore}. Run each as a test of your own store, with any test runner.
 *
 * @example
 * ```ts
 * for (const { rule, check } of storeRules) test(rule, () => check(openMyStores));
 * ```
 */
export const storeRules: readonly StoreRule[] = [
  rule("returns undefined if nothing was saved", async (store) => {
    const owned = await store.acquire(STREAM);
    expectSame(await owned.load(), undefined);
    await owned.release();
  }),
  rule("returns what was saved last, with a version one higher", async (store, other) => {
    const owned = await store.acquire(STREAM);
    expectSame(await owned.save({ since: "2026-03-02T08:00:00Z" }, 0), 1);
    expectSame(await owned.load(), { position: { since: "2026-03-02T08:00:00Z" }, version: 1 });
    const position = { cursor: 'a "cursor"\n\u0000 é 😀', lastEventAt: "2026-03-02T09:00:00.123456789Z" };
    expectSame(await owned.save(position, 1), 2);
    await owned.release();
    const next = await other.acquire(STREAM);
    expectSame(await next.load(), { position: position, version: 2 });
    await next.release();
  }),
  rule("keeps a position of 16 KiB", async (store, other) => {
    const position = { cursor: "é😀x".repeat(4096).slice(0, 16_384) };
    await saveOnce(store, position.cursor);
    const owned = await other.acquire(STREAM);
    expectSame(await owned.load(), { position, version: 1 });
    await owned.release();
  }),
  rule("has one owner at a time, and another after its release", async (store, other) => {
    const owned = await store.acquire(STREAM);
    await expectCode("checkpoint-owned", other.acquire(STREAM));
    await expectCode("checkpoint-owned", store.acquire(STREAM));
    await owned.release();
    await (await other.acquire(STREAM)).release();
  }),
  rule("has one owner if many acquire it at the same time", async (store, other) => {
    const asked = await Promise.allSettled(Array.from({ length: 20 }, (_unused, index) => (index % 2 === 0 ? store : other).acquire(STREAM)));
    const owners = asked.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expectSame(owners.length, 1);
    for (const result of asked) if (result.status === "rejected") await expectCode("checkpoint-owned", Promise.reject(result.reason));
    await owners[0]?.release();
  }),
  rule("shows a checkpoint that another one has, if it has peek", async (store, other) => {
    const owned = await store.acquire(STREAM);
    if (other.peek !== undefined) expectSame(await other.peek(STREAM), undefined);
    await owned.save({ cursor: "a" }, 0);
    if (other.peek !== undefined) expectSame(await other.peek(STREAM), { position: { cursor: "a" }, version: 1 });
    expectSame(await owned.save({ cursor: "b" }, 1), 2);
    await owned.release();
  }),
  rule("saves nothing over another version", async (store) => {
    const owned = await store.acquire(STREAM);
    await owned.save({ cursor: "a" }, 0);
    for (const version of [0, 2]) await expectCode("checkpoint-lost", owned.save({ cursor: "b" }, version));
    expectSame(await owned.load(), { position: { cursor: "a" }, version: 1 });
    await owned.release();
  }),
  rule("saves nothing after it was released", async (store, other) => {
    const owned = await store.acquire(STREAM);
    await owned.save({ cursor: "a" }, 0);
    await owned.release();
    await owned.release();
    await expectCode("checkpoint-lost", owned.save({ cursor: "b" }, 1));
    const next = await other.acquire(STREAM);
    await owned.release();
    await expectCode("checkpoint-owned", store.acquire(STREAM));
    await expectCode("checkpoint-lost", owned.save({ cursor: "b" }, 1));
    expectSame(await next.load(), { position: { cursor: "a" }, version: 1 });
    await next.release();
  }),
];

function rule(sentence: string, check: (store: CheckpointStore, other: CheckpointStore) => Promise<void>): StoreRule {
  return { rule: sentence, check: async (open) => check(...(await open())) };
}

async function saveOnce(store: CheckpointStore, cursor: string): Promise<void> {
  const owned = await store.acquire(STREAM);
  await owned.save({ cursor }, 0);
  await owned.release();
}

async function expectCode(code: "checkpoint-owned" | "checkpoint-lost", work: Promise<unknown>): Promise<void> {
  const came = await work.then(
    (value) => `it resolved with ${text(value)}`,
    (error: unknown) => (isKeywrightError(error, code) ? undefined : `it failed with ${String(error)}`),
  );
  if (came !== undefined) throw new Error(`expected a CheckpointError ${code}; ${came}`);
}

function expectSame(got: unknown, expected: unknown): void {
  if (text(got) !== text(expected)) throw new Error(`expected ${text(expected)}; got ${text(got)}`);
}

/** The same text for the same value, whatever the order of its properties. */
function text(value: unknown): string {
  return (
    JSON.stringify(value, (_name, member: unknown) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? "nothing"
  );
}
