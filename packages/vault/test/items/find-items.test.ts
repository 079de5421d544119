import { inspect } from "node:util";
import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { findItems } from "../../src/index.ts";
import { baseUrl, caught, clientOn } from "../support.ts";

const one = "iihcwjkpp63v2nsmo436sdbeuu";
const two = "rewrcj5xs2ovy42qpnspw2zgjf";
const vaults = [one, two].map((id) => ({ id, name: id.slice(0, 3) }));

const portal = { id: "u32zhgb7j43k2omdbw7g2jcgsk", title: "Finance portal", vault: { id: one }, category: "LOGIN", tags: ["finance", "rotate"] };
const database = { ...portal, id: "zkapfsoyz4cdjnva3vg73dlpor", title: "Database", vault: { id: two }, category: "DATABASE", tags: ["rotate"] };

describe("findItems", () => {
  it("requests the items with a tag from each vault of the token, and returns all in the order of the vaults", async () => {
    const fetch = recordingFetch(jsonResponse(200, vaults), jsonResponse(200, [portal]), jsonResponse(200, [database]));
    expect(await findItems(clientOn(fetch), { tag: "rotate" }, { concurrency: 1 })).toEqual([portal, database]);
    expect(fetch.requests.map(({ url }) => url)).toEqual([
      `${baseUrl}/v1/vaults`,
      `${baseUrl}/v1/vaults/${one}/items?filter=tag%20eq%20%22rotate%22`,
      `${baseUrl}/v1/vaults/${two}/items?filter=tag%20eq%20%22rotate%22`,
    ]);
  });

  it("requests only the vault that is named", async () => {
    const fetch = recordingFetch(jsonResponse(200, [portal]));
    expect(await findItems(clientOn(fetch), { vaultUUID: one, title: "Finance portal" })).toEqual([portal]);
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/v1/vaults/${one}/items?filter=title%20eq%20%22Finance%20portal%22`]);
  });

  it.each([
    [{}, ["Finance portal", "Database", "finance portal"], ""],
    [{ category: "LOGIN" }, ["Finance portal", "finance portal"], ""],
    [{ title: "Finance portal" }, ["Finance portal"], "title"],
    [{ tag: "finance" }, ["Finance portal"], "tag"],
    [{ title: "Finance portal", tag: "finance", category: "LOGIN" }, ["Finance portal"], "title"],
    [{ title: "Finance portal", tag: "other" }, [], "title"],
    [{ tag: "rotate", category: "DATABASE" }, ["Database"], "tag"],
  ])("compares %j exactly itself, and ignores archived and deleted items", async (query, titles, filtered) => {
    const listed = [portal, { ...portal, state: "ARCHIVED" }, { ...database, vault: { id: one } }, { ...portal, title: "finance portal", tags: ["Finance"] }];
    const fetch = recordingFetch(jsonResponse(200, listed));
    expect((await findItems(clientOn(fetch), { vaultUUID: one, ...query })).map(({ title }) => title)).toEqual(titles);
    expect(new URL(fetch.requests[0]?.url ?? "").searchParams.get("filter")?.split(" ")[0] ?? "").toBe(filtered);
  });

  it("returns all items of all vaults without a query", async () => {
    const fetch = recordingFetch(jsonResponse(200, vaults), jsonResponse(200, [portal]), jsonResponse(200, [database]));
    expect(await findItems(clientOn(fetch))).toHaveLength(2);
    expect(fetch.requests[1]?.url).not.toContain("filter");
  });

  it("has at most its concurrency of requests at the same time", async () => {
    const waiting: (() => void)[] = [];
    const many = Array.from({ length: 5 }, (_one, index) => ({ id: `${one.slice(1)}${index}`, name: `${index}` }));
    const found = findItems(
      { listVaults: async () => many, listItems: () => new Promise((resolve) => waiting.push(() => resolve([]))) },
      { tag: "rotate" },
      { concurrency: 2 },
    );
    for (let ended = 0; ended < 5; ended += 1) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      expect(waiting.length).toBe(Math.min(ended + 2, 5));
      waiting[ended]?.();
    }
    expect(await found).toEqual([]);
  });

  it("fails with the error of its requests", async () => {
    const fetch = recordingFetch(jsonResponse(200, vaults), jsonResponse(403, {}), jsonResponse(200, []));
    expect(await caught(findItems(clientOn(fetch), { tag: "rotate" }, { concurrency: 1 }))).toMatchObject({ status: 403, operationId: "listItems" });
    expect(fetch.requests).toHaveLength(2);
  });

  it("requests no more vaults once one has failed, while another one responds", async () => {
    const asked: ((error?: Error) => void)[] = [];
    const many = Array.from({ length: 4 }, (_one, index) => ({ id: `${one.slice(1)}${index}`, name: `${index}` }));
    const listItems = (): Promise<never[]> => new Promise((resolve, reject) => asked.push((error) => (error === undefined ? resolve([]) : reject(error))));
    const found = findItems({ listVaults: async () => many, listItems }, { tag: "rotate" }, { concurrency: 2 });
    await expect.poll(() => asked.length).toBe(2);
    asked[0]?.(new Error("refused"));
    await expect(found).rejects.toThrow("refused");
    asked[1]?.();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(asked).toHaveLength(2);
  });

  it("names the vault that could not be listed", async () => {
    const fetch = recordingFetch(jsonResponse(200, vaults), jsonResponse(200, [portal]), jsonResponse(403, {}));
    const error = await caught(findItems(clientOn(fetch), { tag: "rotate" }, { concurrency: 1 }));
    expect(error).toMatchObject({ name: "ApiError", vaultUUID: two });
    expect(error.message).toMatch(new RegExp(`^findItems: vault ${two}: listItems`));
    expect(inspect(error)).toContain(two);
  });

  it("requests all vaults at once if its concurrency is Infinity", async () => {
    const fetch = recordingFetch(jsonResponse(200, vaults), jsonResponse(200, []), jsonResponse(200, []));
    expect(await findItems(clientOn(fetch), {}, { concurrency: Infinity })).toEqual([]);
  });

  it.each<[object, object, string]>([
    [{ vaultId: one }, {}, "findItems: vaultId is not known here: use vaultUUID, title, tag, category; got a string of 26 characters"],
    [{ tags: ["rotate"] }, {}, "findItems: tags is not known here: use vaultUUID, title, tag, category; got an array of 1"],
    [{ tag: ["rotate"] }, {}, "findItems: tag must be a string that is not empty; got an array of 1"],
    [{ title: "" }, {}, "findItems: title must be a string that is not empty; got an empty string"],
    [
      { vaultUUID: "Production" },
      {},
      "findItems: vaultUUID must match ^[\\da-z]{26}$; got a string of 10 characters: if this is the name of a vault, get its id with findVault",
    ],
    [{}, { concurrency: 0 }, "findItems: concurrency must be a whole number of at least 1, or Infinity; got 0"],
    [{}, { concurency: 2 }, "concurency is not an option of findItems; did you mean concurrency?"],
  ])("rejects %j with %j, and sends nothing", async (query, options, message) => {
    const fetch = recordingFetch();
    expect((await caught(findItems(clientOn(fetch), query, options))).message).toBe(message);
    expect(fetch.requests).toEqual([]);
  });
});
