import { inspect } from "node:util";
import { manualClock } from "@keywright/emulator";
import { rotateSecret, type RotationValues } from "@keywright/vault/rotation";
import { describe, expect, it } from "vitest";
import { caught, session } from "./session.ts";

describe("a rotation that does not go through", () => {
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

  it("also stops while it goes back", async () => {
    const { vault, options } = await session();
    const stop = new AbortController();
    const verify = (): boolean => (stop.abort(new Error("enough")), false);
    expect((await caught(rotateSecret(vault, { ...options, verify, signal: stop.signal }))).message).toBe("enough");
  });

  it("waits ever longer before it tries again while the service is away", async () => {
    const { emulator, vault, options } = await session();
    emulator.inject({ operationId: "patchItem", times: "always", response: { status: 503 } });
    const waits: number[] = [];
    const after = (delayMs: number, callback: () => void): void => {
      waits.push(delayMs);
      queueMicrotask(callback);
    };
    await caught(rotateSecret(vault, { ...options, clock: { ...manualClock("2026-03-10T09:00:00Z"), random: () => 0.5, after } }));
    expect(waits).toEqual([750, 1500, 3000, 6000, 7500]);
  });

  it("leaves nothing in the item but the value that was rejected, also of a run that had joined", async () => {
    const { vault, options, labels } = await session();
    await rotateSecret(vault, options);
    const away = (): never => {
      throw new Error("the target is away");
    };
    await caught(rotateSecret(vault, { ...options, generate: () => "sentinel-3", verify: away }));
    await caught(rotateSecret(vault, { ...options, apply: away, verify: (value) => value === "sentinel-2" }));
    expect(labels()).toEqual(["previous password", "retired 2026-03-10T09:00:00.000Z password"]);
  });
});
