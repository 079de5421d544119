import { describe, expect, test } from "vitest";
import { ask, shortSeed, start, temporaryFile } from "./support.ts";

const withControl = async (...args: readonly string[]) => {
  const { ready } = await start("--control-port", "0", ...(args.length > 0 ? args : ["--seed", await shortSeed()]));
  const url = `${ready.control?.baseUrl}/snapshot`;
  const put = (body: unknown) => fetch(url, { method: "PUT", body: typeof body === "string" ? body : JSON.stringify(body) });
  const take = async () =>
    (await (await fetch(url)).json()) as { time: string; vault: { state: { items: object[] }; random: number[] }; events: { state: object } };
  const status = async (item = ready.vault.fileItemUUID, method = "GET") => {
    const [first] = (await (await ask(`${ready.vault.baseUrl}/v1/vaults`, ready.vault.token)).json()) as { id: string }[];
    return (await fetch(`${ready.vault.baseUrl}/v1/vaults/${first?.id}/items/${item}`, { method, headers: { authorization: `Bearer ${ready.vault.token}` } }))
      .status;
  };
  return { ready, put, take, status };
};

describe("a snapshot over the control port", () => {
  test("brings back the state and the time", async () => {
    const { put, take, status } = await withControl();
    const saved = await take();
    expect(Object.keys(saved)).toEqual(["time", "management", "vault", "events"]);
    expect(await status(undefined, "DELETE")).toBe(204);
    expect(await status()).toBe(404);
    expect((await put({ ...saved, time: "2031-01-01T00:00:00Z" })).status).toBe(204);
    expect(await status()).toBe(200);
    expect((await take()).time).toMatch(/^2031-01-01T00:/);
  });

  test("is a seed file for another run", async () => {
    const first = await withControl();
    await first.status(undefined, "DELETE");
    const saved = await first.take();
    const { ready, status } = await withControl("--seed", await temporaryFile("snapshot.json", saved));
    expect(ready.vault.token).toBe(first.ready.vault.token);
    expect(await status(first.ready.vault.fileItemUUID)).toBe(404);
  });

  test("of one service leaves the others as they are", async () => {
    const { put, take, status } = await withControl();
    const { events } = await take();
    await status(undefined, "DELETE");
    expect((await put({ events })).status).toBe(204);
    expect(await status()).toBe(404);
  });

  test("that is wrong in one part changes nothing", async () => {
    const { put, take, status } = await withControl();
    const { vault } = await take();
    await status(undefined, "DELETE");
    const answer = await put({ vault, events: { state: {}, random: [1, 2, 3, 4] }, time: "2031-01-01T00:00:00Z" });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { status: 400, message: expect.stringContaining("the state of the snapshot: /accountUuid is required") },
    ]);
    expect(await status()).toBe(404);
    expect((await take()).time).not.toMatch(/^2031/);
  });

  test.each([
    ["{", "is not valid JSON"],
    ["[]", "the whole must be object"],
    [{ valut: {} }, "/valut is not known; did you mean vault?"],
    [{ vault: { vaults: [] } }, "/vault/state is required; /vault/random is required"],
    [{ time: "noon" }, '/time must match format "date-time"'],
  ])("is rejected with 400: %j", async (body, message) => {
    const { put } = await withControl();
    const answer = await put(body);
    expect([answer.status, await answer.json()]).toEqual([400, { status: 400, message }]);
  });
});
