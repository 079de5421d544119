import { recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { DryRunError, dryRun, settleEach, type Settled, type SettleProgress } from "../../src/index.ts";
import { callOf, deleteThing } from "../support.ts";

/** Work that a test ends by hand. */
function workshop() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: unknown) => void }>();
  const action = (item: string): Promise<string> => {
    begun.push(item);
    return new Promise((resolve, reject) => ends.set(item, { resolve, reject }));
  };
  return {
    begun,
    action,
    end: (item: string) => ends.get(item)?.resolve(item.toUpperCase()),
    fail: (item: string, error: unknown) => ends.get(item)?.reject(error),
  };
}

async function turn(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await Promise.resolve();
}

async function all<Item, Value>(results: AsyncIterable<Settled<Item, Value>>): Promise<Settled<Item, Value>[]> {
  const list: Settled<Item, Value>[] = [];
  for await (const result of results) list.push(result);
  return list;
}

describe("settleEach", () => {
  it("yields how each ended, and a failure is a result like any other", async () => {
    const error = new Error("not this one");
    const results = await all(
      settleEach(
        ["a", "b", "c"],
        (item) => {
          if (item === "b") throw error;
          return item.toUpperCase();
        },
        { concurrency: 1 },
      ),
    );
    expect(results).toEqual([
      { item: "a", outcome: "done", value: "A" },
      { item: "b", outcome: "failed", error },
      { item: "c", outcome: "done", value: "C" },
    ]);
  });

  it("runs so many at once, begins in order, and yields them as they end", async () => {
    const { begun, action, end } = workshop();
    const results = settleEach(["a", "b", "c", "d"], action, { concurrency: 2 });
    expect(begun).toEqual([]);
    const first = results.next();
    await turn();
    expect(begun).toEqual(["a", "b"]);
    end("b");
    await expect(first).resolves.toEqual({ done: false, value: { item: "b", outcome: "done", value: "B" } });
    // Nothing more begins before the next result is asked for.
    await turn();
    expect(begun).toEqual(["a", "b"]);
    const second = results.next();
    await turn();
    expect(begun).toEqual(["a", "b", "c"]);
    end("c");
    await expect(second).resolves.toMatchObject({ value: { item: "c" } });
    const third = results.next();
    await turn();
    end("a");
    await expect(third).resolves.toMatchObject({ value: { item: "a" } });
    end("d");
    await expect(results.next()).resolves.toMatchObject({ value: { item: "d" } });
    await expect(results.next()).resolves.toEqual({ done: true, value: undefined });
  });

  it("has four at once by default, and takes items as they come", async () => {
    const { begun, action } = workshop();
    let taken = 0;
    function* items(): Generator<string> {
      for (const item of "abcdef") {
        taken += 1;
        yield item;
      }
    }
    void settleEach(items(), action).next();
    await turn();
    expect([begun.length, taken]).toEqual([4, 4]);
  });

  it("ends at once if there is nothing to do", async () => {
    await expect(all(settleEach([], () => 1))).resolves.toEqual([]);
  });

  it("begins nothing more after its signal, yields what runs, and then throws the signal's reason", async () => {
    const { begun, action, end } = workshop();
    const controller = new AbortController();
    const reason = new Error("the shift is over");
    const results = settleEach(["a", "b", "c", "d"], action, { concurrency: 2, signal: controller.signal });
    const first = results.next();
    await turn();
    controller.abort(reason);
    end("a");
    await expect(first).resolves.toMatchObject({ value: { item: "a" } });
    end("b");
    await expect(results.next()).resolves.toMatchObject({ value: { item: "b" } });
    await expect(results.next()).rejects.toBe(reason);
    expect(begun).toEqual(["a", "b"]);
  });

  it("throws nothing if the signal fires after the last one was begun", async () => {
    const controller = new AbortController();
    const results = settleEach(["a"], async () => controller.abort(new Error("late")), { signal: controller.signal });
    await expect(all(results)).resolves.toEqual([{ item: "a", outcome: "done", value: undefined }]);
  });

  it("waits for what runs, and begins nothing more, if its loop is left", async () => {
    const { begun, action, end } = workshop();
    const results = settleEach(["a", "b", "c"], action, { concurrency: 2 });
    const first = results.next();
    await turn();
    end("a");
    await first;
    let left = false;
    const leaving = results.return().then(() => (left = true));
    await turn();
    expect(left).toBe(false);
    end("b");
    await leaving;
    expect(begun).toEqual(["a", "b"]);
  });

  it("distinguishes a write that a dry run did not send from a failure", async () => {
    const remove = callOf(deleteThing, { fetch: recordingFetch(), middleware: [dryRun({ print: () => {} })] });
    const results = await all(settleEach(["a", ""], (thingId) => remove({ thingId }), { concurrency: 1 }));
    expect(results).toEqual([
      { item: "a", outcome: "dry-run", error: expect.objectContaining({ code: "dry-run", operationId: "deleteThing" }) as unknown },
      { item: "", outcome: "failed", error: expect.objectContaining({ name: "ArgumentError" }) as unknown },
    ]);
  });

  it.each<[string, Iterable<string>, number | undefined]>([
    ["an array", ["a", "b", "c"], 3],
    ["a set", new Set(["a", "b", "c"]), 3],
    ["what has no length", ["a", "b", "c"].values(), undefined],
  ])("reports how many have ended before it yields each, of %s", async (_what, items, total) => {
    const seen: (SettleProgress | string)[] = [];
    const action = (item: string): string => {
      if (item === "b") throw new Error("not this one");
      if (item === "c") throw new DryRunError("dry-run", "not sent", { request: { method: "DELETE", path: "/", body: undefined } });
      return item;
    };
    for await (const { item } of settleEach(items, action, { concurrency: 1, onProgress: (progress) => seen.push(progress) })) seen.push(item);
    const known = total === undefined ? {} : { total };
    expect(seen).toEqual([
      { done: 1, failed: 0, dryRun: 0, ...known },
      "a",
      { done: 1, failed: 1, dryRun: 0, ...known },
      "b",
      { done: 1, failed: 1, dryRun: 1, ...known },
      "c",
    ]);
  });

  it.each<[string, (error: Error) => void | Promise<void>]>([
    [
      "throws",
      (error) => {
        throw error;
      },
    ],
    [
      "rejects",
      async (error) => {
        throw error;
      },
    ],
  ])("begins nothing more if its progress callback %s, yields what ran, and then throws the error", async (_how, fail) => {
    const { begun, action, end } = workshop();
    const reason = new Error("the screen is gone");
    let calls = 0;
    const onProgress = (): void | Promise<void> => {
      calls += 1;
      return fail(reason);
    };
    const results = settleEach(["a", "b", "c"], action, { concurrency: 2, onProgress });
    const first = results.next();
    await turn();
    end("a");
    await expect(first).resolves.toMatchObject({ value: { item: "a", outcome: "done" } });
    end("b");
    await expect(results.next()).resolves.toMatchObject({ value: { item: "b", outcome: "done" } });
    await expect(results.next()).rejects.toBe(reason);
    expect([begun, calls]).toEqual([["a", "b"], 1]);
  });

  it("loses no result if the callback fails at the last", async () => {
    const reason = new Error("the screen is gone");
    const results = settleEach(["a"], () => 1, { onProgress: () => Promise.reject(reason) });
    await expect(results.next()).resolves.toMatchObject({ value: { item: "a", value: 1 } });
    await expect(results.next()).rejects.toBe(reason);
  });

  it("waits for a progress callback before it yields the result", async () => {
    let write = (): void => {};
    const written = new Promise<void>((resolve) => (write = resolve));
    let isHandedOver = false;
    const first = settleEach(["a"], () => 1, { onProgress: () => written })
      .next()
      .then(() => (isHandedOver = true));
    await turn();
    expect(isHandedOver).toBe(false);
    write();
    await first;
  });

  it("runs all at once if its concurrency is Infinity", async () => {
    const { begun, action } = workshop();
    void settleEach("abcdef", action, { concurrency: Infinity }).next();
    await turn();
    expect(begun.length).toBe(6);
  });

  it.each([0, 1.5, Number.NaN, "2"])("rejects %j at once", async (concurrency) => {
    await expect(settleEach(["a"], () => 1, { concurrency: concurrency as number }).next()).rejects.toThrow(
      /^settleEach: concurrency must be a whole number of at least 1, or Infinity; got/,
    );
  });

  it.each([
    [{ concurency: 2 }, "concurency is not an option of settleEach; did you mean concurrency?"],
    [{ onProgress: 5 }, "settleEach: onProgress must be a function; got 5"],
  ])("rejects the options %j", async (options, message) => {
    await expect(settleEach(["a"], () => 1, options as never).next()).rejects.toThrow(message);
  });
});
