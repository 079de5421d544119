import { ApiError, ConnectionError, InvalidResponseError, isKeywrightError, TimeoutError } from "@keywright/core";
import { describe, expect, it } from "vitest";
import { IDS, meet } from "./bench.ts";
import type { ScenarioName } from "./scenarios.ts";

const ITEM = { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID };
const PATCH = { ...ITEM, body: [{ op: "replace" as const, path: "/title", value: "Another" }] };

async function failure(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => expect.fail("it was to fail"),
    (error: unknown) => error as Error,
  );
}

describe("a read is repeated", () => {
  it.each(["reset once", "cut once"] as const)("behind %s", async (scenario) => {
    const { vault, sent } = meet(scenario);
    await expect(vault.getItem(ITEM)).resolves.toMatchObject({ title: "Grüße" });
    expect(await sent()).toHaveLength(2);
  });

  it("when the service says, not before", async () => {
    const { vault, sent } = meet("throttled for a second");
    const order: string[] = [];
    setTimeout(() => order.push("nearly a second"), 990);
    await vault.getItem(ITEM);
    order.push("the item");
    expect(order).toEqual(["nearly a second", "the item"]);
    expect(await sent()).toHaveLength(2);
  });
});

describe("a write is sent once", () => {
  it.each(["reset", "cut length", "stall"] as const)("where it meets %s", async (scenario) => {
    const { vault, sent } = meet(scenario, { timeoutMs: 400 });
    const error = await failure(vault.patchItem(PATCH));
    expect(isKeywrightError(error)).toBe(true);
    expect(error).toMatchObject({ attempts: 1, stopReason: "write" });
    expect(await sent()).toHaveLength(1);
  });
});

describe("a connection without a response", () => {
  it("is an error of ours, whatever the browser's is", async () => {
    const error = await failure(meet("reset", { retry: false }).vault.getItem(ITEM));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: "connection-failed", outcome: "unknown" });
  });
});

describe("a deadline", () => {
  it.each(["stall", "stall in the body"] as const)("ends an attempt: %s", async (scenario) => {
    const { vault, sent } = meet(scenario, { timeoutMs: 200 });
    const error = await failure(vault.getItem(ITEM));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 200, attempts: 3 });
    expect(await sent()).toHaveLength(3);
  });

  it("ends a call before that of its attempt", async () => {
    const { vault } = meet("stall", { timeoutMs: 60_000, totalTimeoutMs: 450 });
    expect(await failure(vault.getItem(ITEM))).toMatchObject({ code: "timeout", timeoutMs: 450 });
  });
});

describe("the caller's abort", () => {
  const moments: readonly (readonly [string, ScenarioName])[] = [
    ["before the headers", "stall"],
    ["in the body", "stall in the body"],
    ["in the wait before the next attempt", "throttled for a second"],
  ];

  it.each(moments)("%s rejects at once with its own reason", async (_moment, scenario) => {
    const { vault, sent } = meet(scenario);
    const controller = new AbortController();
    const call = failure(vault.getItem(ITEM, { signal: controller.signal }));
    await expect.poll(async () => (await sent()).length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const reason = new Error("enough");
    controller.abort(reason);
    // Without the abort the call would take longer than the runner lets it, or send another request.
    expect(await call).toBe(reason);
    expect(await sent()).toHaveLength(1);
  });

  it("leaves a reason as it is that is no error", async () => {
    const { vault } = meet("stall");
    await expect(vault.getItem(ITEM, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
  });
});

describe("a response that is not what it should be", () => {
  it.each([
    ["cut length", "truncated-response"],
    ["cut chunk", "truncated-response"],
    ["cut without a length", "truncated-response"],
    ["invalid UTF-8", "malformed-response"],
    ["flood", "response-too-large"],
  ] as const)("throws: %s", async (scenario, code) => {
    const error = await failure(meet(scenario, { retry: false }).vault.getItem(ITEM));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ code, status: 200, attempts: 1 });
  });

  it("throws for a file that ends early, and is returned for one that does not", async () => {
    const short = await meet("cut file").vault.getFileContent(IDS);
    expect(await failure(short.bytes())).toMatchObject({ code: "truncated-response" });
    const whole = await (await meet("whole file").vault.getFileContent(IDS)).bytes();
    expect(JSON.parse(new TextDecoder().decode(whole))).toMatchObject({ title: "Grüße" });
  });

  it("is not followed where it leads elsewhere", async () => {
    const { vault, sent } = meet("redirect");
    const error = await failure(vault.getItem(ITEM));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "redirect-refused", attempts: 1 });
    expect(await sent()).toHaveLength(1);
  });
});
