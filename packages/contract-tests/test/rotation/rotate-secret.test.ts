import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { CheckpointError } from "@keywright/core/feeds";
import { lockFile } from "@keywright/core/node";
import { manualClock } from "@keywright/emulator";
import { createVaultClient, dryRun } from "@keywright/vault";
import { findField } from "@keywright/vault/items";
import { type RotateOptions, rotateSecret, rotateSecrets, type RotationValues } from "@keywright/vault/rotation";
import { describe, expect, it, onTestFinished } from "vitest";
import { caught, session } from "./session.ts";

describe("rotateSecret", () => {
  it("changes the target and the field with three requests, keeps the value before, and reports no value", async () => {
    const { vault, options, sent, target, field, labels, item } = await session();
    const report = await rotateSecret(vault, options);
    expect(sent).toEqual(["GET", "PATCH", "PATCH"]);
    expect([target.password, field("password"), field("previous password")]).toEqual(["sentinel-2", "sentinel-2", "sentinel-1"]);
    expect(labels()).toEqual(["previous password"]);
    expect(report).toMatchObject({ item, field: "password", outcome: "rotated", resumed: false, others: [], versions: [1, 3] });
    expect(report.steps.map(({ step }) => step)).toEqual(["record", "apply", "verify", "promote"]);
    expect(JSON.stringify(report)).not.toContain("sentinel");
    expect(findField(await vault.getItem(item), { label: "previous password", section: "Rotation" })).toMatchObject({ type: "CONCEALED", value: "sentinel-1" });
  });

  it("passes apply the values by name, hidden when they are printed", async () => {
    const { vault, options } = await session();
    const seen: RotationValues[] = [];
    await rotateSecret(vault, options);
    await rotateSecret(vault, {
      ...options,
      generate: () => "sentinel-3",
      apply: (values) => {
        seen.push(values);
        return options.apply(values);
      },
    });
    expect(seen).toMatchObject([{ next: "sentinel-3", current: "sentinel-2", previous: "sentinel-1", recorded: [] }]);
    expect(inspect(seen, { depth: 5 })).not.toContain("sentinel");
  });

  it("keeps values that were replaced for a day, and removes them with the next rotation after it", async () => {
    const { vault, options, labels } = await session();
    const rotate = async (value: string, wallTime: string): Promise<unknown> =>
      rotateSecret(vault, { ...options, generate: () => value, clock: { ...manualClock(wallTime), after: () => undefined } });
    await rotate("sentinel-2", "2026-03-10T09:00:00Z");
    await rotate("sentinel-3", "2026-03-10T10:00:00Z");
    expect(labels()).toEqual(["previous password", "retired 2026-03-10T10:00:00.000Z password"]);
    await rotate("sentinel-4", "2026-03-11T09:59:59Z");
    const [replaced, kept] = ["retired 2026-03-11T09:59:59.000Z password", "retired 2026-03-10T10:00:00.000Z password"];
    expect(labels().sort()).toEqual(["previous password", kept, replaced]);
    await rotate("sentinel-5", "2026-03-11T10:00:01Z");
    expect(labels().sort()).toEqual(["previous password", replaced, "retired 2026-03-11T10:00:01.000Z password"]);
  });

  it("passes retired values to apply and revert, because the target may take one of them", async () => {
    const { vault, options } = await session();
    for (const value of ["sentinel-2", "sentinel-3"]) await rotateSecret(vault, { ...options, generate: () => value });
    const seen: (readonly string[])[] = [];
    const note = ({ recorded }: RotationValues): void => void seen.push([...recorded]);
    await caught(rotateSecret(vault, { ...options, generate: () => "sentinel-4", apply: note, revert: note, verify: (value) => value === "sentinel-3" }));
    expect(seen).toEqual([["sentinel-1"], ["sentinel-1"]]);
  });

  it("rotates fields of one item independently of each other", async () => {
    const { vault, options, item, field, labels } = await session();
    await vault.patchItem({
      ...item,
      body: [{ op: "add", path: "/fields", value: { id: "my password", label: "PIN", type: "CONCEALED", value: "sentinel-pin" } }],
    });
    await rotateSecret(vault, options);
    await rotateSecret(vault, { ...options, field: "PIN", generate: () => "sentinel-pin-2", verify: () => true });
    expect([field("password"), field("my password")]).toEqual(["sentinel-2", "sentinel-pin-2"]);
    expect(labels()).toEqual(["previous password", "previous my password"]);
    const seen: RotationValues[] = [];
    const apply = (values: RotationValues): void => {
      seen.push(values);
      options.apply(values);
    };
    await rotateSecret(vault, { ...options, generate: () => "sentinel-3", apply });
    expect(seen).toMatchObject([{ previous: "sentinel-1", recorded: [] }]);
    expect(field("previous my password")).toBe("sentinel-pin");
  });

  it("lets the server generate the value", async () => {
    const { vault, options, target, field } = await session();
    await rotateSecret(vault, { ...options, generate: { onServer: { length: 12, characterSets: ["DIGITS"] } } });
    expect(target.password).toMatch(/^\d{12}$/);
    expect(field("password")).toBe(target.password);
  });

  it("goes back if the target does not take the value: the error says which step failed and has no value", async () => {
    const { vault, options, target, field, labels } = await session();
    const reverted: string[] = [];
    const error = await caught(
      rotateSecret(vault, {
        ...options,
        apply({ next, current }) {
          target.password = "half set";
          throw Object.assign(new Error(`ALTER ROLE app PASSWORD '${next}', before ${current}`), { code: "42601" });
        },
        revert({ current = "" }) {
          reverted.push(current);
          target.password = current;
        },
      }),
    );
    expect(error).toMatchObject({ name: "RotationError", code: "rotation-failed", step: "apply", cause: { code: "42601" } });
    expect(error.message).toMatch(/^rotateSecret: item [\da-z]{26}: the target takes the current value, as before$/);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("sentinel");
    expect([reverted, field("password"), labels()]).toEqual([
      ["sentinel-1"],
      "sentinel-1",
      [expect.stringMatching(/^begun [\da-f]{12} password$/), "retired 2026-03-10T09:00:00.000Z password"],
    ]);
    // A rejected value is not used again.
    expect(await rotateSecret(vault, { ...options, generate: () => "sentinel-3" })).toMatchObject({ outcome: "rotated", resumed: false });
    expect(target.password).toBe("sentinel-3");
  });

  it("continues if apply fails, but the target takes the value", async () => {
    const { vault, options, target, field } = await session();
    const apply = ({ next }: RotationValues): never => {
      target.password = next;
      throw new Error("connection reset");
    };
    expect(await rotateSecret(vault, { ...options, apply })).toMatchObject({ outcome: "rotated" });
    expect(field("password")).toBe("sentinel-2");
  });

  it("is unfinished if the target cannot be asked, and the next call continues with the same value", async () => {
    const { vault, options, target, field } = await session();
    const verify = (): never => {
      throw new Error("the target is away");
    };
    const error = await caught(rotateSecret(vault, { ...options, verify }));
    expect(error).toMatchObject({ name: "RotationError", code: "rotation-unfinished", step: "verify", cause: { message: "the target is away" } });
    expect([field("password"), target.password]).toEqual(["sentinel-1", "sentinel-2"]);
    expect(await rotateSecret(vault, { ...options, generate: () => "sentinel-unused" })).toMatchObject({ outcome: "rotated", resumed: true });
    expect([field("password"), target.password]).toEqual(["sentinel-2", "sentinel-2"]);
  });

  it("does not go back if another run has promoted the value meanwhile", async () => {
    const { vault, options, target, field } = await session();
    const verify = async (): Promise<boolean> => {
      await rotateSecret(vault, options);
      return false;
    };
    let reverted = 0;
    const revert = (): void => void (reverted += 1);
    expect(await caught(rotateSecret(vault, { ...options, verify, revert }))).toMatchObject({ code: "rotation-unfinished", step: "verify" });
    expect([reverted, field("password"), target.password]).toEqual([0, "sentinel-2", "sentinel-2"]);
  });

  it("is unfinished if verify returns neither true nor false", async () => {
    const { vault, options } = await session();
    const error = await caught(rotateSecret(vault, { ...options, verify: (() => {}) as never }));
    expect(error).toMatchObject({ code: "rotation-unfinished", cause: { message: "rotateSecret: verify must return true or false; got nothing" } });
  });

  it("applies nothing if the value cannot be recorded", async () => {
    const { emulator, vault, options, target, sent } = await session();
    emulator.inject({ operationId: "patchItem", times: "always", response: { status: 503 } });
    expect(await caught(rotateSecret(vault, options))).toMatchObject({ code: "rotation-failed", step: "record", cause: { status: 503 } });
    expect(target.password).toBe("sentinel-1");
    expect(sent.filter((method) => method === "PATCH")).toHaveLength(6);
  });

  it("says so if the value cannot be promoted, and the next call promotes it", async () => {
    const { emulator, vault, options, target, field } = await session();
    const apply = (values: RotationValues): void => {
      options.apply(values);
      emulator.inject({ operationId: "patchItem", times: 6, response: { status: 500 } });
    };
    expect(await caught(rotateSecret(vault, { ...options, apply }))).toMatchObject({ code: "rotation-unfinished", step: "promote", cause: { status: 500 } });
    expect([field("password"), target.password]).toEqual(["sentinel-1", "sentinel-2"]);
    expect(await rotateSecret(vault, options)).toMatchObject({ outcome: "rotated", resumed: true });
    expect(field("password")).toBe("sentinel-2");
  });

  it("says that the value is stored nowhere if the item was deleted meanwhile", async () => {
    const { vault, options, item } = await session();
    const verify = async (): Promise<boolean> => (await vault.deleteItem(item), true);
    const error = await caught(rotateSecret(vault, { ...options, verify }));
    expect(error).toMatchObject({ code: "rotation-unfinished", step: "promote", cause: { status: 404 } });
    expect(error.message).toContain("the item, which had it, is gone: set another value in the target");
  });

  it("stops at once if the caller aborts, with the caller's reason", async () => {
    const { vault, options, target, sent } = await session();
    const stop = new AbortController();
    const apply = (): void => stop.abort(new Error("enough"));
    expect((await caught(rotateSecret(vault, { ...options, apply, signal: stop.signal }))).message).toBe("enough");
    expect([target.password, sent]).toEqual(["sentinel-1", ["GET", "PATCH"]]);
  });

  it("in a dry run reads the item once, calls nothing and says what would be done", async () => {
    const { vault, options, sent } = await session();
    const never = (): never => {
      throw new Error("it was called");
    };
    const report = await rotateSecret(vault, { ...options, generate: never, apply: never, verify: never, lock: never, dryRun: true });
    expect(report).toMatchObject({ outcome: "planned", resumed: false, field: "password", versions: [1, 1], steps: [] });
    expect(sent).toEqual(["GET"]);
  });

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
});

describe("rotateSecret rejects", () => {
  it.each<[string, object, string]>([
    ["an unknown option", { aply: () => {} }, "aply is not an option of rotateSecret; did you mean apply?"],
    ["another name of an option", { rollback: () => {} }, "rollback is not an option of rotateSecret; did you mean revert?"],
    ["a missing function", { verify: undefined }, "rotateSecret: verify must be a function; got nothing"],
    ["an item", { item: { id: "a" } }, "rotateSecret: item must be an object { vaultUUID, itemUUID }, which itemRef(item) returns for an item; got an object"],
    [
      "a field without a name",
      { field: "" },
      "rotateSecret: field must be the name of a field: a string, or an object with id, label or purpose; got an empty string",
    ],
    ["a recipe that generates nothing", { generate: { length: 0 } }, "rotateSecret: generate.length must be a whole number of 1 to 64; got 0"],
    [
      "a recipe that the server rejects",
      { generate: { onServer: { length: 65 } } },
      "rotateSecret: generate.onServer.length must be a whole number of 1 to 64; got 65",
    ],
  ])("%s before any request", async (_what, wrong, message) => {
    const { vault, options, sent } = await session();
    expect((await caught(rotateSecret(vault, { ...options, ...wrong }))).message).toBe(message);
    expect(sent).toEqual([]);
  });

  it.each([
    ["", "an empty string"],
    ["sentinel-1", "a string of 10 characters"],
    [7, "a number"],
  ])("the generated value %j, and records nothing", async (value, got) => {
    const { vault, options, sent } = await session();
    const error = await caught(rotateSecret(vault, { ...options, generate: () => value as string }));
    expect(error.message).toBe(`rotateSecret: generate must return a string that is not empty and not the current value; got ${got}`);
    expect(sent).toEqual(["GET"]);
  });

  it("a field of the state of rotations, and one that the item does not have", async () => {
    const { vault, options } = await session();
    await rotateSecret(vault, options);
    expect((await caught(rotateSecret(vault, { ...options, field: "previous password" }))).message).toMatch(
      /^rotateSecret: field must not be in the section Rotation, which has the state of rotations; got a string/,
    );
    expect(await caught(rotateSecret(vault, { ...options, field: "pasword" }))).toMatchObject({ name: "LookupError", code: "not-found" });
  });
});

describe("rotateSecrets", () => {
  it("rotates each, and a failure of one does not stop the others", async () => {
    const { vault, options, field } = await session();
    const missing = { ...options, field: "pasword" };
    const outcomes: string[] = [];
    for await (const { item, outcome } of rotateSecrets(vault, [missing, options])) outcomes.push(`${String(item.field === "pasword")} ${outcome}`);
    expect(outcomes.sort()).toEqual(["false done", "true failed"]);
    expect(field("password")).toBe("sentinel-2");
  });

  it("begins at most so many in a minute", async () => {
    const { vault, options } = await session();
    const clock = manualClock("2026-03-10T09:00:00Z");
    const startedAt: number[] = [];
    const rotations = ["a", "b", "c"].map((value) => ({
      ...options,
      generate: () => {
        startedAt.push(clock.now());
        return `sentinel-${value}`;
      },
    }));
    const work = (async () => {
      for await (const { outcome } of rotateSecrets(vault, rotations, { concurrency: 1, perMinute: 2, clock })) expect(outcome).toBe("done");
    })();
    await clock.runUntil(work);
    expect(startedAt).toEqual([0, 30_000, 60_000]);
  });

  it("begins no burst after a rotation that took long", async () => {
    const { vault, options } = await session();
    const clock = manualClock("2026-03-10T09:00:00Z");
    const startedAt: number[] = [];
    const rotations = ["a", "b", "c"].map((value) => ({
      ...options,
      generate: async () => {
        startedAt.push(clock.now());
        if (value === "a") await new Promise<void>((resolve) => void clock.after(120_000, resolve));
        return `sentinel-${value}`;
      },
    }));
    const work = (async () => {
      for await (const { outcome } of rotateSecrets(vault, rotations, { concurrency: 1, perMinute: 2, clock })) expect(outcome).toBe("done");
    })();
    await clock.runUntil(work);
    expect(startedAt).toEqual([0, 120_000, 150_000]);
  });

  it("returns the outcome of the middleware dryRun", async () => {
    const { emulator, options, target } = await session();
    const printed: string[] = [];
    const vault = createVaultClient({
      baseUrl: "https://vault.example.com",
      token: emulator.token,
      fetch: emulator.fetch,
      middleware: [dryRun({ print: (line) => printed.push(line) })],
    });
    for await (const { outcome } of rotateSecrets(vault, [options])) expect(outcome).toBe("dry-run");
    expect(printed).toHaveLength(1);
    expect(printed.join("\n")).not.toContain("sentinel");
    expect(target.password).toBe("sentinel-1");
  });

  it("rejects invalid arguments before any request", async () => {
    const { vault, options, sent } = await session();
    const errorOf = async (...args: readonly unknown[]): Promise<string> =>
      (await caught((rotateSecrets as (...args: readonly unknown[]) => AsyncGenerator)(...args).next())).message;
    expect(await errorOf(vault, {})).toBe("rotateSecrets: rotations must be a list of the options of rotateSecret; got an object");
    expect(await errorOf(vault, [options, { ...options, apply: 7 }])).toBe("rotateSecrets: rotations[1]: apply must be a function; got 7");
    expect(await errorOf(vault, [options], { perMinutes: 3 })).toBe("perMinutes is not an option of rotateSecrets; did you mean perMinute?");
    expect(sent).toEqual([]);
  });
});
