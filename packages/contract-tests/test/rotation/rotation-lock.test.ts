import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CheckpointError } from "@keywright/core/feeds";
import { lockFile } from "@keywright/core/node";
import { type RotateOptions, rotateSecret } from "@keywright/vault/rotation";
import { describe, expect, it, onTestFinished } from "vitest";
import { caught, session } from "./session.ts";

describe("rotateSecret with a lock", () => {
  it("retries a lock whose database is away for a while, up to five times, and no other error", async () => {
    const { vault, options, target } = await session();
    const away = new CheckpointError("checkpoint-unavailable", "the database starts (57P03)", { retryAfterMs: 0 });
    const errors: Error[] = [away, away, away, away, away];
    const calls: string[] = [];
    const lock = async (name: string) => {
      calls.push(name);
      const error = errors.shift();
      if (error !== undefined) throw error;
      return { release: async () => {} };
    };
    expect(await rotateSecret(vault, { ...options, lock })).toMatchObject({ outcome: "rotated" });
    expect([calls.length, new Set(calls).size, target.password]).toEqual([6, 1, "sentinel-2"]);
    const others = [[away, away, away, away, away, away], [new CheckpointError("checkpoint-unavailable", "there is no table")]];
    for (const [at, expected] of [6, 1].entries()) {
      calls.length = 0;
      errors.splice(0, Infinity, ...(others[at] ?? []));
      expect(await caught(rotateSecret(vault, { ...options, lock }))).toBe(others[at]?.at(-1));
      expect(calls.length).toBe(expected);
    }
  });

  it("is the only one with a file as its lock, which is free when it ends", async () => {
    const { vault, options } = await session();
    const folder = await mkdtemp(join(tmpdir(), "keywright-rotation-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const lock: RotateOptions["lock"] = (name) => lockFile(join(folder, name), "rotation");
    let other: unknown;
    const apply: RotateOptions["apply"] = async (values) => {
      other = await caught(rotateSecret(vault, { ...options, lock }));
      return options.apply(values);
    };
    expect(await rotateSecret(vault, { ...options, lock, apply })).toMatchObject({ outcome: "rotated", others: [] });
    expect(other).toMatchObject({ code: "checkpoint-owned" });
    expect(await rotateSecret(vault, { ...options, lock, generate: () => "sentinel-3" })).toMatchObject({ outcome: "rotated" });
  });

  it("reads the item again after it waited for the lock", async () => {
    const { vault, options, sent, field } = await session();
    const unfinished = () => Promise.reject(new Error("the target is away"));
    await caught(rotateSecret(vault, { ...options, verify: unfinished }));
    const lock: RotateOptions["lock"] = async () => {
      await rotateSecret(vault, options);
      sent.length = 0;
      return { release: async () => {} };
    };
    expect(await rotateSecret(vault, { ...options, lock, generate: () => "sentinel-3" })).toMatchObject({ outcome: "rotated", resumed: false });
    expect([sent, field("password")]).toEqual([["GET", "PATCH", "PATCH"], "sentinel-3"]);
  });

  it("holds the lock of the field while it works, also if it fails", async () => {
    const { vault, options, item } = await session();
    const log: string[] = [];
    const lock: RotateOptions["lock"] = async (name) => {
      log.push(`lock ${name}`);
      return { release: async () => void log.push("release") };
    };
    await rotateSecret(vault, { ...options, lock, apply: (values) => void (log.push("apply"), options.apply(values)) });
    await caught(rotateSecret(vault, { ...options, lock, generate: () => "" }));
    const name = `lock rotate-${item.vaultUUID}-${item.itemUUID}-password`;
    expect(log).toEqual([name, "apply", "release", name, "release"]);
  });

  it.each<[string, () => unknown]>([
    ["returns nothing", () => undefined],
    [
      "throws",
      () => {
        throw new Error("the lock is away");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the lock is away"))],
  ])("reports the rotation also if the release of the lock %s", async (_how, release) => {
    const { vault, options } = await session();
    const lock = async () => ({ release: release as () => Promise<void> });
    expect(await rotateSecret(vault, { ...options, lock })).toMatchObject({ outcome: "rotated" });
  });

  it.each([
    ["nothing", undefined],
    ["a function", () => {}],
  ])("rejects a lock that returns %s before any write", async (got, held) => {
    const { vault, options, sent } = await session();
    const error = await caught(rotateSecret(vault, { ...options, lock: async () => held as never }));
    expect(error.message).toBe(`rotateSecret: lock must return an object with the function release; got ${got}`);
    expect(sent).toEqual(["GET"]);
  });

  it("takes a name that is a file's, whatever the id of the field", async () => {
    const { vault, options, item } = await session();
    await vault.patchItem({
      ...item,
      body: [{ op: "add", path: "/fields", value: { id: "app/pin", label: "PIN", type: "CONCEALED", value: "sentinel-pin" } }],
    });
    const names: string[] = [];
    const lock: RotateOptions["lock"] = async (name) => (names.push(name), { release: async () => {} });
    await rotateSecret(vault, { ...options, field: "PIN", lock });
    expect(names).toEqual([`rotate-${item.vaultUUID}-${item.itemUUID}-app%2Fpin`]);
  });
});
