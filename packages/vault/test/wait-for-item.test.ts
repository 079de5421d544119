import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { createVaultClient } from "../src/index.ts";
import { waitForItem, type WaitForItemOptions } from "../src/items.ts";
import { baseUrl, caught } from "./support.ts";

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const query = { vaultUUID, title: "Finance portal" };
const entry = { id: "u32zhgb7j43k2omdbw7g2jcgsk", title: "Finance portal", vault: { id: vaultUUID }, category: "LOGIN" };
const item = { ...entry, fields: [{ id: "password", label: "password", value: "sentinel" }] };
const status = (code: number, headers = {}): Response => jsonResponse(code, { status: code, message: "no" }, headers);

/** Waits for an item on a server that sends these responses in turn. */
function waiting(responses: readonly Response[], options: WaitForItemOptions = {}) {
  const clock = fakeClock({ random: 0 });
  const fetch = recordingFetch(...responses);
  const client = createVaultClient({ baseUrl, token: "token", fetch, clock, retry: false });
  const began = clock.now();
  return { clock, fetch, began, end: clock.finish(waitForItem(client, query, { clock, ...options })) };
}

describe("waitForItem", () => {
  it("returns an item that arrives late, also if its list shows it first or the server is away", async () => {
    const responses = [jsonResponse(200, []), jsonResponse(200, [entry]), status(404), status(503), jsonResponse(200, [entry]), jsonResponse(200, item)];
    const { end, fetch } = waiting(responses);
    expect(await end).toEqual(item);
    expect(fetch.requests.every(({ url }) => !url.endsWith("/items"))).toBe(true);
  });

  it("waits for a field with a value", async () => {
    const list = (): Response => jsonResponse(200, [entry]);
    const responses = [
      list(),
      jsonResponse(200, entry),
      list(),
      jsonResponse(200, { ...entry, fields: [{ id: "password" }] }),
      list(),
      jsonResponse(200, item),
    ];
    expect(await waiting(responses, { field: "password" }).end).toEqual(item);
  });

  it("ends after timeoutMs with the last reason, and sends no request after it", async () => {
    const responses = Array.from({ length: 20 }, () => jsonResponse(200, []));
    const { end, clock, fetch, began } = waiting(responses, { timeoutMs: 5000 });
    const error = await caught(end);
    expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: 5000, cause: { code: "not-found" } });
    expect(clock.now() - began).toBe(5000);
    expect(fetch.requests.length).toBeLessThan(12);
    expect(clock.timers).toBe(0);
  });

  it("ends after timeoutMs while the server is silent, also for the item", async () => {
    for (const listed of [[], [jsonResponse(200, [entry])]]) {
      const clock = fakeClock({ random: 0 });
      const fetch = () => Promise.resolve(listed.pop() ?? new Promise<Response>(() => {}));
      const client = createVaultClient({ baseUrl, token: "token", fetch, clock });
      const began = clock.now();
      const error = await caught(clock.finish(waitForItem(client, query, { clock, timeoutMs: 1000, call: { timeoutMs: 5000 } })));
      expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: 1000, message: expect.stringContaining("the vault could not be read within 1000 ms") });
      expect(clock.now() - began).toBeLessThanOrEqual(1001);
    }
  });

  it("keeps a shorter limit of the caller for each request", async () => {
    const clock = fakeClock({ random: 0 });
    let requests = 0;
    const fetch = () => ((requests += 1) > 1 ? Promise.resolve(jsonResponse(200, requests === 2 ? [entry] : item)) : new Promise<Response>(() => {}));
    const client = createVaultClient({ baseUrl, token: "token", fetch, clock, retry: false });
    const began = clock.now();
    expect(await clock.finish(waitForItem(client, query, { clock, call: { totalTimeoutMs: 500 } }))).toEqual(item);
    expect(clock.now() - began).toBeLessThan(5000);
  });

  it.each([
    ["the item is not there", [jsonResponse(200, [])]],
    ["the item is not there", [jsonResponse(200, [entry]), status(404)]],
    ["the field has no value", [jsonResponse(200, [entry]), jsonResponse(200, entry)]],
    ["the vault could not be read", [status(503)]],
  ])("says at the end that %s", async (missing, responses) => {
    const left = [...responses];
    const clock = fakeClock({ random: 0 });
    const fetch = () => Promise.resolve(left.shift() ?? new Promise<Response>(() => {}));
    const client = createVaultClient({ baseUrl, token: "token", fetch, clock, retry: false });
    const error = await caught(clock.finish(waitForItem(client, query, { clock, field: "password", timeoutMs: 10, call: { timeoutMs: 5000 } })));
    expect(error.message).toContain(`waitForItem: ${missing} within 10 ms`);
  });

  it.each([null, {}, 5, { section: "Security" }])("rejects the field %j before any request", async (field) => {
    const { end, fetch } = waiting([], { field: field as never });
    expect(await caught(end)).toMatchObject({ name: "ArgumentError", argument: "field" });
    expect(fetch.requests).toEqual([]);
  });

  it.each([401, 403, 404])("ends at once with a response of %d to the list", async (code) => {
    const { end, fetch } = waiting([status(code)]);
    expect(await caught(end)).toMatchObject({ name: "ApiError", status: code });
    expect(fetch.requests).toHaveLength(1);
  });

  it("ends at once if several items match", async () => {
    expect(await caught(waiting([jsonResponse(200, [entry, { ...entry, id: "zkapfsoyz4cdjnva3vg73dlpor" }])]).end)).toMatchObject({ code: "ambiguous" });
  });

  it("ends with the signal's reason", async () => {
    const ended = new AbortController();
    const clock = fakeClock({ random: 0 });
    const fetch = recordingFetch(jsonResponse(200, []));
    const client = createVaultClient({ baseUrl, token: "token", fetch, clock });
    const wait = waitForItem(client, query, { clock, signal: ended.signal, timeoutMs: Infinity });
    const end = caught(wait);
    await clock.advance(0);
    ended.abort(new Error("stopped"));
    expect((await end).message).toBe("stopped");
    expect(clock.timers).toBe(0);
  });
});
