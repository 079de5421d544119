import { isApiError } from "@keywright/vault";
import { describe, expect, test } from "vitest";
import { clientOf, IDS, LOGIN_PATH, errorResponse, send, sendJson, testVault } from "./support.ts";

const item = { title: "New", vault: { id: IDS.denied }, category: "LOGIN" };

interface Request {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Every operation on a vault, an item or a file, with how it is asked for. */
const operations = (vault: string, itemId: string, file: string): readonly Request[] => [
  { operation: "getVault", method: "GET", path: `/v1/vaults/${vault}` },
  { operation: "listItems", method: "GET", path: `/v1/vaults/${vault}/items` },
  { operation: "createItem", method: "POST", path: `/v1/vaults/${vault}/items`, body: { ...item, vault: { id: vault } } },
  { operation: "getItem", method: "GET", path: `/v1/vaults/${vault}/items/${itemId}` },
  { operation: "replaceItem", method: "PUT", path: `/v1/vaults/${vault}/items/${itemId}`, body: { ...item, vault: { id: vault } } },
  { operation: "patchItem", method: "PATCH", path: `/v1/vaults/${vault}/items/${itemId}`, body: [] },
  { operation: "deleteItem", method: "DELETE", path: `/v1/vaults/${vault}/items/${itemId}` },
  { operation: "listFiles", method: "GET", path: `/v1/vaults/${vault}/items/${itemId}/files` },
  { operation: "getFile", method: "GET", path: `/v1/vaults/${vault}/items/${itemId}/files/${file}` },
  { operation: "getFileContent", method: "GET", path: `/v1/vaults/${vault}/items/${itemId}/files/${file}/content` },
];
const ask = (emulator: ReturnType<typeof testVault>, { method, path, body }: Request, headers?: HeadersInit) =>
  send(emulator, path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...(headers === undefined ? {} : { headers }) });

describe("a token", () => {
  const all = [
    { operation: "listVaults", method: "GET", path: "/v1/vaults" },
    { operation: "listActivity", method: "GET", path: "/v1/activity" },
    ...operations(IDS.vault, IDS.login, IDS.codes),
  ];

  test.each(all)("$operation without one is 401, with a challenge and no error code", async (row) => {
    const { status, headers, body } = await ask(testVault(), row, { "content-type": "application/json" });
    expect([status, headers.get("www-authenticate"), body]).toEqual([401, "Bearer", { status: 401, message: "The request has no token" }]);
  });

  test.each(all)("$operation with one that is not known is 401: Invalid token signature", async (row) => {
    const { status, headers, body } = await ask(testVault(), row, { authorization: "Bearer nobody", "content-type": "application/json" });
    expect([status, headers.get("www-authenticate"), body]).toEqual([401, 'Bearer error="invalid_token"', { status: 401, message: "Invalid token signature" }]);
  });

  test.each(["", "Basic c21hbGwtdG9rZW4=", "small-token", "Bearer", "Bearer small-token, Bearer small-token", `Bearer ${"a".repeat(100_000)}`])(
    "is not read from the header %.40s",
    async (authorization) => {
      expect((await send(testVault(), "/v1/vaults", { headers: { authorization } })).status).toBe(401);
    },
  );

  test("is not read from the query, and the scheme's case does not matter", async () => {
    expect((await send(testVault(), "/v1/vaults?access_token=small-token", { headers: {} })).status).toBe(401);
    expect((await send(testVault(), "/v1/vaults", { headers: { authorization: "bearer small-token" } })).status).toBe(200);
  });

  test("expires to the millisecond by the emulator's clock, and ends when it is revoked", async () => {
    const emulator = testVault();
    const short = emulator.issueToken({ expiresInSeconds: 60 });
    emulator.clock.advance(59_999);
    await clientOf(emulator, short).listVaults();
    emulator.clock.advance(1);
    const expired = await send(emulator, "/v1/vaults", { headers: { authorization: `Bearer ${short}` } });
    expect(expired).toMatchObject(errorResponse(401, "The token has expired"));
    emulator.revokeToken("small-token");
    expect((await send(emulator, "/v1/vaults", { headers: { authorization: "Bearer small-token" } })).status).toBe(401);
  });
});

describe("the scope of a token", () => {
  test("listVaults lists the vaults in it by name and id, and no other", async () => {
    expect(await clientOf(testVault()).listVaults()).toEqual([
      { id: IDS.vault, name: "Production" },
      { id: IDS.other, name: "Team" },
    ]);
  });

  test.each(operations(IDS.denied, IDS.secret, IDS.codes))("$operation of a vault outside it is 403 and names the vault", async (row) => {
    const emulator = testVault();
    const before = JSON.stringify(emulator.store.items.list());
    expect(await ask(emulator, row)).toMatchObject(errorResponse(403, `vault ${IDS.denied} is not in scope`));
    expect(JSON.stringify(emulator.store.items.list())).toBe(before);
  });

  test("belongs to each token: another one opens what the first does not", async () => {
    const emulator = testVault();
    const board = clientOf(emulator, emulator.issueToken({ vaults: [IDS.denied] }));
    expect(await board.listVaults()).toEqual([{ id: IDS.denied, name: "Board" }]);
    expect(await board.getItem({ vaultUUID: IDS.denied, itemUUID: IDS.secret })).toMatchObject({ title: "Minutes" });
    await expect(board.getVault({ vaultUUID: IDS.vault })).rejects.toMatchObject({ status: 403 });
  });

  test("a client gets the 403 as an error with the message", async () => {
    const error: unknown = await clientOf(testVault())
      .getVault({ vaultUUID: IDS.denied })
      .catch((caught: unknown) => caught);
    expect(isApiError(error, 403) && error.body).toEqual({ status: 403, message: `vault ${IDS.denied} is not in scope` });
  });

  test("of a token without vaults lists none", async () => {
    const emulator = testVault();
    expect(await clientOf(emulator, emulator.issueToken({ vaults: [] })).listVaults()).toEqual([]);
  });
});

describe("what does not exist", () => {
  test.each(operations(IDS.unknown, IDS.login, IDS.codes))("$operation of an unknown vault is 404 and names it", async (row) => {
    expect(await ask(testVault(), row)).toMatchObject(errorResponse(404, `vault ${IDS.unknown} not found`));
  });

  test.each(operations(IDS.vault, IDS.unknown, IDS.codes).slice(3))("$operation of an unknown item is 404 and names it", async (row) => {
    expect(await ask(testVault(), row)).toMatchObject(errorResponse(404, `item ${IDS.unknown} not found`));
  });

  test.each(operations(IDS.vault, IDS.login, IDS.unknown).slice(8))("$operation of an unknown file is 404 and names it", async (row) => {
    expect(await ask(testVault(), row)).toMatchObject(errorResponse(404, `file ${IDS.unknown} not found`));
  });

  test("an item is not found in another vault than its own", async () => {
    const other = `/v1/vaults/${IDS.other}/items/${IDS.login}`;
    for (const method of ["GET", "DELETE"]) expect((await send(testVault(), other, { method })).status).toBe(404);
  });

  test("a path or method that is not the service's is rejected in its dialect", async () => {
    expect(await send(testVault(), "/v2/vaults")).toMatchObject(errorResponse(404, "There is no GET /v2/vaults"));
    const wrong = await send(testVault(), "/v1/vaults", { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("ids in a path", () => {
  const bad = ["short", "A".repeat(26), "a".repeat(25), "a".repeat(27), `${"a".repeat(25)}-`, `${"a".repeat(25)}%00`, "..%2f..%2fhealth", "%ff", "__proto__"];

  test.each(bad)("$operation is 400 and says which form is asked for", async (id) => {
    const emulator = testVault();
    expect(await send(emulator, `/v1/vaults/${id}`)).toMatchObject(errorResponse(400, "vaultUUID must be 26 lower-case letters or digits"));
    expect(await send(emulator, `/v1/vaults/${IDS.vault}/items/${id}`)).toMatchObject(errorResponse(400, "itemUUID must be 26 lower-case letters or digits"));
    expect(await send(emulator, `${LOGIN_PATH}/files/${id}`)).toMatchObject(errorResponse(400, "fileUUID must be 26 lower-case letters or digits"));
  });
});

describe("a slash at the end", () => {
  test.each(["/v1/vaults", `/v1/vaults/${IDS.vault}/items`, `${LOGIN_PATH}/files`, "/v1/activity"])("of %s is accepted", async (path) => {
    const emulator = testVault();
    const [plain, slashed] = [await send(emulator, path), await send(emulator, `${path}/`)];
    expect(slashed.status).toBe(200);
    if (path !== "/v1/activity") expect(slashed.body).toEqual(plain.body);
  });

  test("of the list that items are created in is accepted", async () => {
    expect((await sendJson(testVault(), "POST", `/v1/vaults/${IDS.vault}/items/`, { ...item, vault: { id: IDS.vault } })).status).toBe(200);
  });
});
