import { describe, expect, test } from "vitest";
import { createVaultEmulator } from "../../src/vault.ts";
import { clientOf, IDS, LOGIN_PATH, patch, errorResponse, send, sendJson, START, testVault } from "./support.ts";

type Item = {
  readonly title: string;
  readonly version: number;
  readonly tags: readonly string[];
  readonly fields: readonly { readonly id: string; readonly value?: string }[];
};
const read = async (emulator: ReturnType<typeof testVault>) => (await send(emulator, LOGIN_PATH)).body as Item;
const apply = async (operations: unknown, emulator = testVault()) => {
  const { status, body } = await patch(emulator, operations);
  expect([status, body]).toEqual([200, expect.anything()]);
  expect(await read(emulator)).toEqual(body);
  return body as Item;
};
const ids = ({ fields }: Item) => fields.map(({ id }) => id);

describe("the path of an attribute", () => {
  test.each([
    [{ op: "replace", path: "/title", value: "New" }, { title: "New" }],
    [{ op: "add", path: "/title", value: "New" }, { title: "New" }],
    [{ op: "replace", path: "/favorite", value: false }, { favorite: false }],
    [{ op: "remove", path: "/favorite" }, { favorite: false }],
    [{ op: "replace", path: "/category", value: "PASSWORD" }, { category: "PASSWORD" }],
    [{ op: "replace", path: "/tags", value: ["a"] }, { tags: ["a"] }],
    [{ op: "remove", path: "/tags" }, { tags: [] }],
    [{ op: "add", path: "/tags/1", value: "new" }, { tags: ["finance", "new", "web"] }],
    [{ op: "add", path: "/tags/2", value: "new" }, { tags: ["finance", "web", "new"] }],
    [{ op: "add", path: "/tags/-", value: "new" }, { tags: ["finance", "web", "new"] }],
    [{ op: "replace", path: "/tags/1", value: "new" }, { tags: ["finance", "new"] }],
    [{ op: "remove", path: "/tags/0" }, { tags: ["web"] }],
    [
      { op: "replace", path: "/urls/0/href", value: "https://new.example.com" },
      { urls: [{ label: "website", primary: true, href: "https://new.example.com" }] },
    ],
    [{ op: "add", path: "/urls/-", value: { href: "https://b.example.com" } }, { urls: [expect.anything(), { href: "https://b.example.com" }] }],
    [{ op: "add", path: "/sections/-", value: { id: "more" } }, { sections: [{ id: "security", label: "Security" }, { id: "more" }] }],
    [{ op: "replace", path: "/sections/security/label", value: "Safety" }, { sections: [{ id: "security", label: "Safety" }] }],
  ])("%j returns %j", async (operation, expected) => {
    expect(await apply([operation])).toMatchObject(expected);
  });

  test("remove takes an attribute away", async () => {
    expect(await apply([{ op: "remove", path: "/title" }])).not.toHaveProperty("title");
    expect(await apply([{ op: "remove", path: "/urls" }])).not.toHaveProperty("urls");
  });
});

describe("the path of a field, by its id", () => {
  test("replace takes its place, remove takes it away, add puts it behind the others or takes its place", async () => {
    const replaced = await apply([{ op: "replace", path: "/fields/username", value: { label: "name", value: "x" } }]);
    expect(replaced.fields[0]).toEqual({ id: "username", type: "STRING", label: "name", value: "x" });
    expect(ids(await apply([{ op: "remove", path: "/fields/username" }]))).toEqual(["password", "code"]);
    expect(ids(await apply([{ op: "add", path: "/fields/extra", value: { label: "x" } }]))).toEqual(["username", "password", "code", "extra"]);
    expect((await apply([{ op: "add", path: "/fields/username", value: { value: "x" } }])).fields[0]).toMatchObject({ id: "username", value: "x" });
  });

  test.each([
    ["label", "name"],
    ["value", "next"],
    ["type", "EMAIL"],
    ["purpose", "NOTES"],
    ["section", { id: "security" }],
  ])("its %s is replaced, added and removed", async (attribute, value) => {
    const path = `/fields/username/${attribute}`;
    expect((await apply([{ op: "add", path, value }])).fields[0]).toMatchObject({ id: "username", [attribute]: value });
    expect(
      (
        await apply([
          { op: "add", path, value },
          { op: "replace", path, value },
        ])
      ).fields[0],
    ).toMatchObject({ [attribute]: value });
    await apply([
      { op: "add", path, value },
      { op: "remove", path },
    ]);
  });

  test("the section's id can be replaced alone", async () => {
    const operations = [
      { op: "add", path: "/sections/-", value: { id: "other" } },
      { op: "replace", path: "/fields/code/section/id", value: "other" },
    ];
    expect((await apply(operations)).fields[2]).toMatchObject({ section: { id: "other" } });
  });

  test("generate and recipe make up a value", async () => {
    const operations = [
      { op: "add", path: "/fields/username/recipe", value: { length: 7, characterSets: ["DIGITS"] } },
      { op: "add", path: "/fields/username/generate", value: true },
    ];
    expect((await apply(operations)).fields[0]?.value).toMatch(/^\d{7}$/);
  });

  test.each(["a/b", "m~n", "~1", "~01", "0", "007", "-", "__proto__", "constructor", "prototype", "toString", "ü", " "])(
    "the id %j is found, escaped as RFC 6901 says, and digits are an id and no place",
    async (id) => {
      const emulator = testVault();
      const token = id.replaceAll("~", "~0").replaceAll("/", "~1");
      await apply([{ op: "add", path: "/fields", value: { id, value: "a" } }], emulator);
      expect((await apply([{ op: "replace", path: `/fields/${token}/value`, value: "b" }], emulator)).fields.at(-1)).toMatchObject({ id, value: "b" });
      expect(ids(await apply([{ op: "remove", path: `/fields/${token}` }], emulator))).toEqual(["username", "password", "code"]);
    },
  );

  test("no field has the empty id: one that is added with it gets another", async () => {
    const emulator = testVault();
    await apply([{ op: "add", path: "/fields", value: { id: "", value: "a" } }], emulator);
    expect(await patch(emulator, [{ op: "replace", path: "/fields//value", value: "b" }])).toMatchObject(
      errorResponse(400, "Invalid patch: /fields/ does not exist"),
    );
  });
});

describe("add to /fields", () => {
  test("puts a field behind the others, with an id of its own where it has none", async () => {
    const item = await apply([
      { op: "add", path: "/fields", value: { label: "one" } },
      { op: "add", path: "/fields", value: { id: "two" } },
      { op: "add", path: "/fields/-", value: { id: "three" } },
    ]);
    expect(ids(item)).toEqual(["username", "password", "code", expect.stringMatching(/^[a-z2-7]{26}$/), "two", "three"]);
  });

  test("puts it there even where a field has the id -", async () => {
    const emulator = testVault();
    await apply([{ op: "add", path: "/fields", value: { id: "-", value: "dash" } }], emulator);
    expect(ids(await apply([{ op: "add", path: "/fields", value: { id: "more" } }], emulator)).slice(-2)).toEqual(["-", "more"]);
  });

  test("of a list takes the place of all, as RFC 6902 says; so does replace", async () => {
    for (const op of ["add", "replace"]) expect(ids(await apply([{ op, path: "/fields", value: [{ id: "only" }] }]))).toEqual(["only"]);
  });
});

describe("the path /", () => {
  test("is the whole item: what is not in the value is gone, what the server assigns stays", async () => {
    for (const op of ["replace", "add"]) {
      const emulator = testVault();
      const before = await read(emulator);
      const value = { title: "Whole", vault: { id: IDS.vault }, category: "LOGIN", version: 77, createdAt: "2001-01-01T00:00:00Z" };
      expect(await apply([{ op, path: "/", value }], emulator)).toMatchObject({
        title: "Whole",
        tags: [],
        fields: [],
        version: before.version + 1,
        updatedAt: START,
      });
    }
  });

  test("then the operations after it apply to the new item", async () => {
    const value = { vault: { id: IDS.vault }, category: "LOGIN", tags: ["a"] };
    expect(
      await apply([
        { op: "replace", path: "/", value },
        { op: "add", path: "/tags/0", value: "b" },
      ]),
    ).toMatchObject({ tags: ["b", "a"] });
  });

  test("takes what getItem returned", async () => {
    const emulator = testVault();
    const before = await read(emulator);
    expect(await apply([{ op: "replace", path: "/", value: before }], emulator)).toEqual({ ...before, version: before.version + 1, updatedAt: START });
  });
});

describe("a patch that is rejected with 400", () => {
  test.each([
    [[{ op: "copy", from: "/title", path: "/category" }], "the operation must be add, remove or replace"],
    [[{ op: "move", from: "/title", path: "/category" }], "the operation must be add, remove or replace"],
    [[{ op: "test", path: "/title", value: "Portal" }], "the operation must be add, remove or replace"],
    [[{ op: "ADD", path: "/title", value: "x" }], "the operation must be add, remove or replace"],
    [[{ path: "/title", value: "x" }], undefined],
    [[{ op: "add", path: "/title" }], "0/value is required"],
    [[{ op: "replace", path: "/title" }], "0/value is required"],
    [[{ op: "remove" }], "0/path is required"],
    [[{ op: "remove", path: null }], "0/path must be string"],
    [[{ op: "remove", path: "title" }], "0/path does not have the form that the contract asks for"],
    [[{ op: "remove", path: "" }], "0/path does not have the form that the contract asks for"],
    [[{ op: "remove", path: "/tags/~2" }], "0/path does not have the form that the contract asks for"],
    [[{ op: "remove", path: "/tags/~" }], "0/path does not have the form that the contract asks for"],
    [[{ op: "remove", path: "/" }], "a patch cannot remove the whole item"],
    [[{ op: "replace", path: "/", value: null }], "the body must be object"],
    [[{ op: "replace", path: "/", value: [] }], "the body must be object"],
    [[{ op: "replace", path: "/", value: { category: "LOGIN" } }], "vault is required"],
    [[{ op: "replace", path: "/", value: { category: "LOGIN", vault: { id: IDS.other } } }], "The vault of the item is not the vault of the path"],
    [[{ op: "add", path: "/version", value: 5 }], "a patch cannot change /version"],
    [[{ op: "replace", path: "/id", value: IDS.note }], "a patch cannot change /id"],
    [[{ op: "replace", path: "/vault/id", value: IDS.other }], "a patch cannot change /vault/id"],
    [[{ op: "remove", path: "/files/0" }], "a patch cannot change /files/0"],
    [[{ op: "add", path: "/more", value: 1 }], "a patch cannot change /more"],
    [[{ op: "add", path: "//", value: 1 }], "a patch cannot change //"],
    [[{ op: "add", path: "/__proto__/polluted", value: 1 }], "a patch cannot change /__proto__/polluted"],
    [[{ op: "add", path: "/constructor/prototype/polluted", value: 1 }], "a patch cannot change /constructor/prototype/polluted"],
    [[{ op: "add", path: "/fields/username/__proto__", value: {} }], "a patch cannot change /fields/username/__proto__"],
    [[{ op: "add", path: "/fields/username/totp", value: "1" }], "a patch cannot change /fields/username/totp"],
    [[{ op: "replace", path: "/fields/username/id", value: "x" }], "a patch cannot change /fields/username/id"],
    [[{ op: "replace", path: "/fields/unknown", value: {} }], "/fields/unknown does not exist"],
    [[{ op: "remove", path: "/fields/unknown" }], "/fields/unknown does not exist"],
    [[{ op: "replace", path: "/fields/unknown/value", value: "x" }], "/fields/unknown does not exist"],
    [[{ op: "add", path: "/fields/unknown/value", value: "x" }], "/fields/unknown does not exist"],
    [[{ op: "replace", path: "/fields/0/value", value: "x" }], "/fields/0 does not exist"],
    [[{ op: "replace", path: "/fields/__proto__/value", value: "x" }], "/fields/__proto__ does not exist"],
    [[{ op: "remove", path: "/fields/username/section" }], "/fields/username/section does not exist"],
    [[{ op: "replace", path: "/fields/username", value: { id: "other" } }], "the id in the value is not the id in the path"],
    [[{ op: "add", path: "/fields/fresh", value: { id: "other" } }], "the id in the value is not the id in the path"],
    [[{ op: "add", path: "/fields", value: { id: "username" } }], "Two fields have the same id"],
    [[{ op: "add", path: "/fields", value: "text" }], "fields/3 must be object"],
    [[{ op: "add", path: "/fields", value: null }], "fields/3 must be object"],
    [[{ op: "add", path: "/fields/username/value", value: 5 }], "fields/0/value must be string or null"],
    [[{ op: "add", path: "/fields/username/section", value: { id: "nowhere" } }], "A field is in a section that the item does not have"],
    [[{ op: "remove", path: "/sections/security" }], "A field is in a section that the item does not have"],
    [[{ op: "replace", path: "/sections/security", value: { id: "renamed" } }], "the id in the value is not the id in the path"],
    [[{ op: "remove", path: "/category" }], "category is required"],
    [[{ op: "replace", path: "/category", value: "DOCUMENT" }], "Invalid item category"],
    [[{ op: "replace", path: "/category", value: "CUSTOM" }], "Invalid item category"],
    [[{ op: "replace", path: "/title", value: 5 }], "title must be string or null"],
    [[{ op: "replace", path: "/category", value: null }], undefined],
    [[{ op: "add", path: "/title/x", value: "x" }], "/title/x does not exist"],
    [[{ op: "add", path: "/tags/3", value: "x" }], "/tags/3 does not exist"],
    [[{ op: "add", path: "/tags/-1", value: "x" }], "/tags/-1 does not exist"],
    [[{ op: "add", path: "/tags/01", value: "x" }], "/tags/01 does not exist"],
    [[{ op: "add", path: "/tags/1e0", value: "x" }], "/tags/1e0 does not exist"],
    [[{ op: "replace", path: "/tags/length", value: 0 }], "/tags/length does not exist"],
    [[{ op: "replace", path: "/tags/2", value: "x" }], "/tags/2 does not exist"],
    [[{ op: "remove", path: "/tags/-" }], "/tags/- does not exist"],
    [[{ op: "add", path: "/tags/0", value: 5 }], "tags/0 must be string"],
    [[{ op: "add", path: "/tags", value: "x" }], "tags must be array or null"],
    [[{ op: "add", path: "/urls/0/more", value: "x" }], "a patch cannot change /urls/0/more"],
    [{ op: "add", path: "/title", value: "x" }, "the body must be array"],
    [[null], undefined],
    [[[]], undefined],
    ["text", "the body must be array"],
  ])("%j: %s", async (operations, message) => {
    const emulator = testVault();
    const before = JSON.stringify(emulator.store.snapshot());
    const { status, body } = await patch(emulator, operations);
    expect([status, (body as { message: string }).message]).toEqual([
      400,
      message === undefined ? expect.stringMatching(/^Invalid patch: /) : `Invalid patch: ${message}`,
    ]);
    const after = emulator.store.snapshot();
    expect(JSON.stringify({ ...after, activity: [], requestCounts: [] })).toBe(JSON.stringify({ ...JSON.parse(before), activity: [], requestCounts: [] }));
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("ten thousand operations, a body above the limit, an item that would grow above it: bounded, and nothing is changed", async () => {
    const emulator = testVault();
    const before = await read(emulator);
    const many = Array.from({ length: 10_000 }, (_unused, index) => ({ op: "add", path: "/tags/0", value: String(index) }));
    expect(await patch(emulator, many)).toMatchObject(errorResponse(400, "Invalid patch: the body must NOT have more than 1000 items"));
    expect((await patch(emulator, [{ op: "add", path: "/tags/0", value: "x".repeat(1_100_000) }])).status).toBe(413);
    const half = { op: "add", path: "/tags/0", value: "x".repeat(600_000) };
    expect((await patch(emulator, [half])).status).toBe(200);
    expect(await patch(emulator, [half])).toMatchObject(errorResponse(400, "Invalid patch: The item would be too large"));
    expect((await read(emulator)).tags).toHaveLength(before.tags.length + 1);
  });

  test("a path of a hundred thousand tokens and a value of four hundred levels are rejected", async () => {
    const emulator = testVault();
    const deep = [{ op: "add", path: "/title", value: JSON.parse(`${"[".repeat(400)}${"]".repeat(400)}`) }];
    const long = [{ op: "add", path: `/tags${"/0".repeat(100_000)}`, value: 1 }];
    for (const operations of [deep, long]) expect((await patch(emulator, operations)).status).toBe(400);
  });
});

describe("the media type", () => {
  test.each([
    ["application/json-patch+json", 200],
    ["Application/JSON-Patch+JSON; charset=utf-8", 200],
    ["application/merge-patch+json", 415],
  ])("%s is %d", async (type, status) => {
    const emulator = testVault();
    const headers = { authorization: `Bearer ${emulator.token}`, "content-type": type };
    const body = JSON.stringify([{ op: "replace", path: "/title", value: "New" }]);
    expect((await send(emulator, LOGIN_PATH, { method: "PATCH", headers, body })).status).toBe(status);
    expect((await read(emulator)).title).toBe(status === 200 ? "New" : "Portal");
  });
});

describe("versions", () => {
  test("an empty list changes nothing", async () => {
    const emulator = testVault();
    const before = await read(emulator);
    emulator.clock.advance(1000);
    expect((await patch(emulator, [])).body).toMatchObject({ version: before.version, title: "Portal" });
    expect(emulator.store.items.get(IDS.login)?.updatedAt).not.toBe("2026-03-02T12:00:01.000Z");
  });

  test("of a response to a write is the one before where the server is such a one; a read has the next", async () => {
    const emulator = testVault();
    emulator.store.server = { ...emulator.store.server, writesReturnOldVersion: true };
    const { version, ...item } = await read(emulator);
    expect((await patch(emulator, [{ op: "replace", path: "/title", value: "New" }])).body).toMatchObject({ title: "New", version });
    expect(await read(emulator)).toMatchObject({ title: "New", version: version + 1 });
    expect((await sendJson(emulator, "PUT", LOGIN_PATH, item)).body).toMatchObject({ title: item.title, version: version + 1 });
    expect(await read(emulator)).toMatchObject({ title: item.title, version: version + 2 });
    expect((await patch(emulator, [])).body).toMatchObject({ version: version + 2 });
    expect(createVaultEmulator({ seed: { writesReturnOldVersion: true } }).store.server.writesReturnOldVersion).toBe(true);
  });

  test("each accepted patch makes the next one, also where it sets what was there", async () => {
    const emulator = testVault();
    const { version } = await read(emulator);
    for (const step of [1, 2]) expect((await apply([{ op: "replace", path: "/title", value: "Portal" }], emulator)).version).toBe(version + step);
  });

  test("of a hundred parallel patches are unique and without gaps, and no patch is lost", async () => {
    const emulator = testVault();
    const vault = clientOf(emulator);
    const { version } = await read(emulator);
    const contentVersion = emulator.store.vaults.get(IDS.vault)?.contentVersion ?? 0;
    const items = await Promise.all(
      Array.from({ length: 100 }, (_unused, index) =>
        vault.patchItem({ vaultUUID: IDS.vault, itemUUID: IDS.login, body: [{ op: "add", path: "/tags/-", value: `tag-${index}` }] }),
      ),
    );
    expect(items.map((item) => item.version).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 100 }, (_unused, index) => version + index + 1),
    );
    // Linear: each answer has all of the tags that the versions before it had, and one more.
    for (const item of items) expect(item.tags).toHaveLength(2 + (item.version ?? 0) - version);
    expect(new Set((await read(emulator)).tags).size).toBe(102);
    expect(emulator.store.vaults.get(IDS.vault)?.contentVersion).toBe(contentVersion + 100);
  });

  test("stay unique where patches and replacements run at once", async () => {
    const emulator = testVault();
    const whole = { vault: { id: IDS.vault }, category: "LOGIN" };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_unused, index) =>
        index % 2 === 0 ? patch(emulator, [{ op: "add", path: "/title", value: String(index) }]) : sendJson(emulator, "PUT", LOGIN_PATH, whole),
      ),
    );
    expect(new Set(answers.map(({ body }) => (body as Item).version)).size).toBe(60);
  });

  test("end with a delete, which one of many does", async () => {
    const emulator = testVault();
    const deletes = await Promise.all(Array.from({ length: 5 }, () => send(emulator, LOGIN_PATH, { method: "DELETE" })));
    expect(deletes.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect((await patch(emulator, [])).status).toBe(404);
  });
});
