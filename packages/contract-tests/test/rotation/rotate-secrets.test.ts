import { manualClock } from "@keywright/emulator";
import { createVaultClient, dryRun } from "@keywright/vault";
import { rotateSecrets } from "@keywright/vault/rotation";
import { describe, expect, it } from "vitest";
import { caught, session } from "./session.ts";

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

  it("begins nothing more after an abort, also what waits for its turn", async () => {
    const { vault, options } = await session();
    const clock = manualClock("2026-03-10T09:00:00Z");
    const stop = new AbortController();
    const generated: string[] = [];
    const rotations = ["a", "b"].map((value) => ({ ...options, generate: () => (generated.push(value), `sentinel-${value}`) }));
    const work = (async () => {
      for await (const { outcome } of rotateSecrets(vault, rotations, { concurrency: 2, perMinute: 1, clock, signal: stop.signal }))
        if (outcome === "done") stop.abort(new Error("enough"));
    })();
    await caught(clock.runUntil(work));
    expect(generated).toEqual(["a"]);
  });
});
