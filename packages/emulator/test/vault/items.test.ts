import { describe, expect, test } from "vitest";
import { clientOf, IDS, LOGIN_PATH, errorResponse, send, sendJson, START, testVault } from "./support.ts";

const ITEMS = `/v1/vaults/${IDS.vault}/items`;
const base = { title: "New", vault: { id: IDS.vault }, category: "LOGIN" } as const;
const create = (emulator: ReturnType<typeof testVault>, more: object = {}) => sendJson(emulator, "POST", ITEMS, { ...base, ...more });
const login = { vaultUUID: IDS.vault, itemUUID: IDS.login };

describe("getItem", () => {
  test("returns everything of an item: fields with the current code, sections, files", async () => {
    expect((await send(testVault(), LOGIN_PATH)).body).toEqual({
      id: IDS.login,
      title: "Portal",
      vault: { id: IDS.vault },
      category: "LOGIN",
      urls: [{ label: "website", primary: true, href: "https://portal.example.com" }],
      favorite: true,
      tags: ["finance", "web"],
      version: expect.any(Number),
      fields: [
        { id: "username", purpose: "USERNAME", type: "STRING", label: "username", value: "lead" },
        expect.objectContaining({ id: "password", purpose: "PASSWORD", type: "CONCEALED", label: "password", value: "example-password-0" }),
        expect.objectContaining({ id: "code", section: { id: "security" }, type: "OTP", label: "code", totp: expect.stringMatching(/^\d{8}$/) }),
      ],
      sections: [{ id: "security", label: "Security" }],
      files: [{ id: IDS.codes, name: "codes.txt", size: 8, content_path: `${LOGIN_PATH}/files/${IDS.codes}/content`, section: { id: "security" } }],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      lastEditedBy: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });
});

describe("listItems", () => {
  test("returns the items of a vault without fields and sections", async () => {
    const items = await clientOf(testVault()).listItems({ vaultUUID: IDS.vault });
    expect(items.map(({ title }) => title)).toEqual(["Portal", "Notes on the portal"]);
    for (const item of items) expect(Object.keys(item).filter((member) => member === "fields" || member === "sections")).toEqual([]);
    expect(items[0]).toMatchObject({ category: "LOGIN", files: [{ id: IDS.codes }], version: expect.any(Number) });
  });

  test("of an empty vault is an empty list", async () => {
    expect(await clientOf(testVault()).listItems({ vaultUUID: IDS.other })).toEqual([]);
  });
});

const MADE_UP: unknown = expect.stringMatching(/^[a-z2-7]{26}$/);

describe("createItem", () => {
  test("returns the item as it is stored: an id, version 1, times, the editor; and a read finds it at once", async () => {
    const emulator = testVault();
    const { status, body } = await create(emulator, { tags: ["a"], favorite: true });
    const created = body as { readonly id: string };
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[\da-z]{26}$/),
        title: "New",
        vault: { id: IDS.vault },
        category: "LOGIN",
        favorite: true,
        tags: ["a"],
        version: 1,
        fields: [],
        createdAt: START,
        updatedAt: START,
        lastEditedBy: emulator.store.tokens.get("small-token")?.account,
      },
    ]);
    expect((await send(emulator, `${ITEMS}/${created.id}`)).body).toEqual(body);
  });

  test("repeated makes a second item", async () => {
    const emulator = testVault();
    const [one, two] = [await create(emulator), await create(emulator)];
    expect((one.body as { id: string }).id).not.toBe((two.body as { id: string }).id);
    expect((await clientOf(emulator).getVault({ vaultUUID: IDS.vault })).items).toBe(4);
  });

  test.each(["CUSTOM", "DOCUMENT", "login", "", "NEW_KIND", null, 5])("with the category %j is 400: Invalid item category", async (category) => {
    expect(await create(testVault(), { category })).toMatchObject(errorResponse(400, "Invalid item category"));
  });

  test.each([
    [{ title: undefined }, "title is required"],
    [{ title: 5 }, "title must be string"],
    [{ vault: undefined }, "The item has no vault"],
    [{ vault: { id: IDS.other } }, "The vault of the item is not the vault of the path"],
    [{ vault: { id: "x" } }, "vault/id does not have the form that the contract asks for"],
    [{ category: undefined }, "Invalid item category"],
    [{ tags: ["a", 5] }, "tags/1 must be string"],
    [{ urls: [{ primary: "yes" }] }, "urls/0/primary must be boolean or null"],
    [{ fields: [{ value: 5 }] }, "fields/0/value must be string or null"],
    [{ fields: [{ purpose: "OTHER" }] }, "fields/0/purpose must be one of USERNAME, PASSWORD, NOTES, "],
    [{ fields: [{ id: "a" }, { id: "a" }] }, "Two fields have the same id"],
    [{ fields: [{ section: { id: "nowhere" } }] }, "A field is in a section that the item does not have"],
    [{ sections: [{ label: "without id" }] }, "sections/0/id is required"],
    [{ sections: [{ id: "a" }, { id: "a" }] }, "Two sections have the same id"],
  ])("with %j is 400: %s", async (more, message) => {
    const emulator = testVault();
    expect(await create(emulator, more)).toMatchObject(errorResponse(400, message));
    expect(emulator.store.vaults.get(IDS.vault)?.contentVersion).toBe(testVault().store.vaults.get(IDS.vault)?.contentVersion);
  });

  test("fields without an id get one: the usual one by their purpose, else a made up one", async () => {
    const fields = [{ purpose: "USERNAME" }, { purpose: "PASSWORD" }, { purpose: "NOTES" }, { purpose: "PASSWORD" }, { label: "x" }, { purpose: "" }];
    const { body } = await create(testVault(), { fields });
    const made = (body as { fields: { id: string; purpose?: string; type: string }[] }).fields;
    expect(made.map(({ id }) => id)).toEqual([
      "username",
      "password",
      "notesPlain",
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^[a-z2-7]{26}$/)),
    ]);
    expect(made.map(({ type }) => type)).toEqual(["STRING", "CONCEALED", "STRING", "CONCEALED", "STRING", "STRING"]);
    expect(made.at(-1)).not.toHaveProperty("purpose");
    expect(new Set(made.map(({ id }) => id)).size).toBe(6);
  });

  test("an empty id counts as none, in any number of fields, and so does an empty type", async () => {
    const fields = [
      { id: "", type: "", purpose: "PASSWORD", value: "a" },
      { id: "", type: "", label: "one" },
      { id: "", type: "", label: "two", generate: true },
      { id: "", type: "URL", label: "three" },
    ];
    const { status, body } = await create(testVault(), { fields });
    expect(status).toBe(200);
    const made = (body as { fields: { id: string; type: string }[] }).fields;
    expect(made.map(({ id, type }) => [id, type])).toEqual([
      ["password", "CONCEALED"],
      [MADE_UP, "STRING"],
      [MADE_UP, "CONCEALED"],
      [MADE_UP, "URL"],
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
  });

  test("null counts as left out, wherever a property may be", async () => {
    const nothing = { id: null, section: null, purpose: null, type: null, label: null, value: null, generate: null, recipe: null };
    const recipe = { length: null, characterSets: null, excludeCharacters: null };
    const { status, body } = await create(testVault(), {
      urls: [{ label: null, primary: null, href: "https://a.example.com" }],
      favorite: null,
      tags: null,
      sections: [{ id: "s", label: null }],
      fields: [nothing, { ...nothing, section: { id: "s" }, generate: true, recipe }],
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        urls: [{ href: "https://a.example.com" }],
        favorite: false,
        tags: [],
        sections: [{ id: "s" }],
        fields: [
          { id: MADE_UP, type: "STRING" },
          expect.objectContaining({ id: MADE_UP, type: "CONCEALED", section: { id: "s" }, value: expect.stringMatching(/^.{32}$/) }),
        ],
      }),
    ]);
    for (const name of ["urls", "fields", "sections"]) expect(await create(testVault(), { [name]: null }), name).toMatchObject({ status: 200 });
  });

  test.each(["title", "vault", "category"])("null for %s, which is required, is 400", async (name) => {
    expect((await create(testVault(), { [name]: null })).status).toBe(400);
  });

  test("keeps ids of any kind, and values of any type as they are", async () => {
    const ids = ["a/b", "~1", "0", "-", "__proto__", "constructor", "ü"];
    const { body } = await create(testVault(), { fields: ids.map((id) => ({ id, type: "MONTH_YEAR", value: "2021/06" })) });
    expect((body as { fields: { id: string }[] }).fields.map(({ id }) => id)).toEqual(ids);
  });

  test("passes over what the server assigns, and properties that are not known", async () => {
    const echoed = { id: IDS.note, version: 99, createdAt: "2001-01-01T00:00:00Z", updatedAt: "x", state: "DELETED", files: [1], more: true };
    const { status, body } = await create(testVault(), echoed);
    expect([status, body]).toEqual([200, expect.objectContaining({ version: 1, createdAt: START, updatedAt: START })]);
    expect(body).not.toHaveProperty("state");
    expect(body).not.toHaveProperty("more");
    expect((body as { id: string }).id).not.toBe(IDS.note);
  });

  test("that is larger than an item can be is 413 by its body", async () => {
    expect(await create(testVault(), { title: "x".repeat(1_048_576) })).toMatchObject(errorResponse(413, "The request body is too large"));
  });

  test("of another media type is 415", async () => {
    const headers = { authorization: "Bearer small-token", "content-type": "text/plain" };
    const answer = await send(testVault(), ITEMS, { method: "POST", body: JSON.stringify(base), headers });
    expect(answer).toMatchObject(errorResponse(415, "Content-Type must be application/json"));
  });
});

describe("replaceItem", () => {
  test("takes what getItem returned as it is, and makes a version of it", async () => {
    const emulator = testVault();
    const vault = clientOf(emulator);
    const before = (await send(emulator, LOGIN_PATH)).body as { version: number };
    emulator.clock.advance(1000);
    const { status, body } = await sendJson(emulator, "PUT", LOGIN_PATH, before);
    expect([status, body]).toEqual([200, { ...before, version: before.version + 1, updatedAt: "2026-03-02T12:00:01.000Z" }]);
    expect((await vault.getItem(login)).version).toBe(before.version + 1);
  });

  test("replaces the whole item: what is not sent is gone, files stay", async () => {
    const emulator = testVault();
    const { body } = await sendJson(emulator, "PUT", LOGIN_PATH, { title: "Only this", vault: { id: IDS.vault }, category: "LOGIN" });
    expect(body).toMatchObject({ title: "Only this", favorite: false, tags: [], fields: [], files: [{ id: IDS.codes }] });
    expect(body).not.toHaveProperty("urls");
    expect(body).not.toHaveProperty("sections");
  });

  test("ignores an echoed createdAt, updatedAt and version, also wrong ones, and another id", async () => {
    const emulator = testVault();
    const before = (await send(emulator, LOGIN_PATH)).body as { version: number; createdAt: string };
    const echoed = { ...before, version: 1000, createdAt: "2001-01-01T00:00:00Z", updatedAt: "2001-01-01T00:00:00Z", id: IDS.note, lastEditedBy: "me" };
    const { body } = await sendJson(emulator, "PUT", LOGIN_PATH, echoed);
    expect(body).toMatchObject({ id: IDS.login, version: before.version + 1, createdAt: before.createdAt, updatedAt: START });
    expect(body).not.toMatchObject({ lastEditedBy: "me" });
  });

  test("takes fields without ids", async () => {
    const emulator = testVault();
    const fields = [
      { purpose: "PASSWORD", value: "next" },
      { label: "x", value: "y" },
    ];
    const { body } = await sendJson(emulator, "PUT", LOGIN_PATH, { vault: { id: IDS.vault }, category: "LOGIN", fields });
    expect(body).toMatchObject({
      fields: [{ id: "password", passwordDetails: { history: ["example-password-0"] } }, { id: expect.stringMatching(/^[a-z2-7]{26}$/) }],
    });
  });

  test("takes an item as a program sends it that writes null for whatever it has not read", async () => {
    const emulator = testVault();
    const before = (await send(emulator, LOGIN_PATH)).body as {
      readonly version: number;
      readonly fields: readonly object[];
      readonly files: readonly object[];
    };
    const password = { entropy: null, generated: null, strength: null, history: null };
    const noField = { section: null, purpose: null, entropy: null, passwordDetails: null, totp: null, generate: null, recipe: null };
    const item = {
      ...before,
      state: null,
      createdAt: null,
      updatedAt: null,
      lastEditedBy: null,
      sections: null,
      files: before.files.map((file) => ({ ...file, size: null, section: null, content: null })),
      fields: [
        ...before.fields.slice(0, 2).map((field) => ({ ...noField, passwordDetails: password, ...field })),
        { ...noField, id: "", type: "", label: "new", value: null },
        { ...noField, id: "", type: "", label: "newer", value: "x" },
      ],
    };
    const { status, body } = await sendJson(emulator, "PUT", LOGIN_PATH, item);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        version: before.version + 1,
        updatedAt: START,
        files: before.files,
        fields: [...before.fields.slice(0, 2), { id: MADE_UP, type: "STRING", label: "new" }, { id: MADE_UP, type: "STRING", label: "newer", value: "x" }],
      }),
    ]);
    expect(body).not.toHaveProperty("sections");
  });

  test.each([
    [{ category: "LOGIN" }, "The item has no vault"],
    [{ vault: { id: IDS.vault } }, "Invalid item category"],
    [{ vault: { id: IDS.other }, category: "LOGIN" }, "The vault of the item is not the vault of the path"],
    [{ vault: { id: IDS.vault }, category: "DOCUMENT" }, "Invalid item category"],
    [{ vault: { id: IDS.vault }, category: "NEW_KIND" }, "Invalid item category"],
    [[], "the body must be object"],
    ["text", "the body must be object"],
    [null, "the body must be object"],
  ])("with %j is 400: %s, and changes nothing", async (body, message) => {
    const emulator = testVault();
    const before = emulator.store.items.get(IDS.login);
    expect(await sendJson(emulator, "PUT", LOGIN_PATH, body)).toMatchObject(errorResponse(400, message));
    expect(emulator.store.items.get(IDS.login)).toBe(before);
  });

  test("an item of a category that cannot be created may stay of it", async () => {
    const emulator = testVault({ seed: { vaults: [{ id: IDS.vault, name: "V", items: [{ id: IDS.login, title: "Lease", category: "DOCUMENT" }] }] } });
    expect(await sendJson(emulator, "PUT", LOGIN_PATH, { vault: { id: IDS.vault }, category: "DOCUMENT", title: "Rent" })).toMatchObject({ status: 200 });
  });
});

describe("deleteItem", () => {
  test("returns 204 without a body; the item and its files are gone", async () => {
    const emulator = testVault();
    const deleted = await send(emulator, LOGIN_PATH, { method: "DELETE" });
    expect([deleted.status, deleted.body]).toEqual([204, ""]);
    expect((await send(emulator, LOGIN_PATH)).status).toBe(404);
    expect((await send(emulator, `${LOGIN_PATH}/files/${IDS.codes}/content`)).status).toBe(404);
    expect((await send(emulator, LOGIN_PATH, { method: "DELETE" })).status).toBe(404);
    expect((await clientOf(emulator).listItems({ vaultUUID: IDS.vault })).map(({ id }) => id)).toEqual([IDS.note]);
  });
});

describe("getVault", () => {
  test("returns the vault with its versions and the number of its items", async () => {
    expect(await clientOf(testVault()).getVault({ vaultUUID: IDS.vault })).toEqual({
      id: IDS.vault,
      name: "Production",
      description: "For tests.",
      attributeVersion: 1,
      contentVersion: expect.any(Number),
      items: 2,
      type: "USER_CREATED",
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  test("contentVersion, updatedAt and items follow every write; attributeVersion stays; reads and errors change nothing", async () => {
    const emulator = testVault();
    const vault = clientOf(emulator);
    const look = async () => {
      const { contentVersion = 0, attributeVersion, items, updatedAt } = await vault.getVault({ vaultUUID: IDS.vault });
      return { contentVersion, attributeVersion, items, updatedAt };
    };
    const start = await look();
    await send(emulator, LOGIN_PATH);
    await create(emulator, { category: "CUSTOM" });
    await sendJson(emulator, "PATCH", LOGIN_PATH, []);
    expect(await look()).toEqual(start);
    const steps = [
      () => create(emulator),
      () => sendJson(emulator, "PATCH", LOGIN_PATH, [{ op: "replace", path: "/title", value: "x" }]),
      () => sendJson(emulator, "PUT", LOGIN_PATH, base),
      () => send(emulator, LOGIN_PATH, { method: "DELETE" }),
    ];
    const seen = [];
    for (const step of steps) {
      emulator.clock.advance(1000);
      await step();
      seen.push(await look());
    }
    expect(seen.map(({ contentVersion }) => contentVersion - start.contentVersion)).toEqual([1, 2, 3, 4]);
    expect(seen.map(({ items }) => items)).toEqual([3, 3, 3, 2]);
    expect(seen.map(({ updatedAt }) => updatedAt)).toEqual([1, 2, 3, 4].map((second) => `2026-03-02T12:00:0${second}.000Z`));
    expect(new Set(seen.map(({ attributeVersion }) => attributeVersion))).toEqual(new Set([start.attributeVersion]));
  });

  test("an archived item is listed and not counted", async () => {
    const emulator = testVault();
    const item = emulator.store.items.get(IDS.note);
    emulator.store.items.replace({ ...(item as NonNullable<typeof item>), state: "ARCHIVED" });
    const vault = clientOf(emulator);
    expect((await vault.getVault({ vaultUUID: IDS.vault })).items).toBe(1);
    expect((await vault.listItems({ vaultUUID: IDS.vault })).map(({ state }) => state)).toEqual([undefined, "ARCHIVED"]);
  });
});
