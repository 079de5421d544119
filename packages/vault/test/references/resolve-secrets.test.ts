import { inspect } from "node:util";
import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { createVaultClient, type VaultClient } from "../../src/index.ts";
import { resolveSecret, resolveSecrets } from "../../src/references.ts";
import { baseUrl, caught, clientOn } from "../support.ts";

const production = { id: "iihcwjkpp63v2nsmo436sdbeuu", name: "Production" };
const test = { id: "rewrcj5xs2ovy42qpnspw2zgjf", name: "Test/1" };
const twins = ["a", "b"].map((letter) => ({ id: letter.repeat(26), name: "Twin" }));
const database = "u32zhgb7j43k2omdbw7g2jcgsk";
const mail = "zkapfsoyz4cdjnva3vg73dlpor";
const fields = [
  { id: "username", label: "username", value: "sentinel-user" },
  { id: "p1", label: "password", value: "sentinel-password" },
  { id: "p2", label: "password", value: "sentinel-admin", section: { id: "s1" } },
  { id: "empty", label: "empty" },
  { id: "code", label: "code", type: "OTP", value: "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ", totp: "287082" },
];

/** A server with three vaults and two items in each, that keeps what it was asked. */
function server(refuse: (path: string) => Response | undefined = () => undefined): { readonly client: VaultClient; readonly requests: string[]; most: number } {
  const requests: string[] = [];
  let under = 0;
  const state = { requests, most: 0, client: undefined as never as VaultClient };
  state.client = clientOn(async (url) => {
    const { pathname, searchParams } = new URL(url);
    requests.push(pathname + (searchParams.has("filter") ? `?${searchParams.get("filter")}` : ""));
    under += 1;
    state.most = Math.max(state.most, under);
    await Promise.resolve();
    under -= 1;
    return refuse(pathname) ?? jsonResponse(200, responseTo(pathname));
  });
  return state;
}

function responseTo(path: string): unknown {
  if (path === "/v1/vaults") return [production, test, ...twins];
  const [, , , vault = "", , item] = path.split("/");
  const overview = (id: string, title: string): object => ({ id, title, vault: { id: vault }, category: "LOGIN" });
  if (item === undefined) return [overview(database, "Database"), overview(mail, "Mail 100%")];
  return { ...overview(item, "x"), sections: [{ id: "s1", label: "Admin" }], fields };
}

describe("resolveSecrets", () => {
  it("looks the titles up by filters if the list of a vault is too large", async () => {
    const filters: (string | null)[] = [];
    const fetch = async (url: string): Promise<Response> => {
      const { pathname, searchParams } = new URL(url);
      const filter = searchParams.get("filter");
      const found = responseTo(pathname);
      if (!pathname.endsWith("items")) return jsonResponse(200, found);
      filters.push(filter);
      const list = found as readonly { readonly title: string }[];
      const others = Array.from({ length: 100 }, () => list[0]);
      return jsonResponse(200, filter === null ? [...list, ...others] : list.filter(({ title }) => filter === `title eq "${title}"`));
    };
    const client = createVaultClient({ baseUrl, token: "token-1", fetch, maxResponseBytes: 4000 });
    const found = await resolveSecrets(client, { a: "Production/Database/username", b: "Production/Mail 100%25/p1" });
    expect(found).toEqual({ a: "sentinel-user", b: "sentinel-password" });
    expect(filters).toEqual([null, 'title eq "Database"', 'title eq "Mail 100%"']);
    const wrong: { readonly [name: string]: string } = { b: "Production/Missing/p1" };
    const failures = { b: `vault ${production.id} has no item with the title "Missing"; its list is too large to name others` };
    for (const references of [wrong, { a: "Production/Database/username", ...wrong }])
      expect(await caught(resolveSecrets(client, references))).toMatchObject({ code: "unresolved-references", failures });
  });

  it("sends no more lists at the same time than its concurrency, also for vaults whose lists are too large", async () => {
    let [underWay, most] = [0, 0];
    const fetch = async (url: string): Promise<Response> => {
      const { pathname, searchParams } = new URL(url);
      most = Math.max(most, (underWay += 1));
      await new Promise(setImmediate);
      underWay -= 1;
      const found = responseTo(pathname);
      const isWhole = pathname.endsWith("items") && !searchParams.has("filter");
      return jsonResponse(200, isWhole ? Array.from({ length: 200 }, () => (found as readonly object[])[0]) : found);
    };
    const client = createVaultClient({ baseUrl, token: "token-1", fetch, maxResponseBytes: 4000 });
    const references = Object.fromEntries(
      [production.id, test.id].flatMap((vault) => ["Database", "Mail 100%25"].map((title) => [`${vault} ${title}`, `${vault}/${title}/username`])),
    );
    await resolveSecrets(client, references, { concurrency: 2 });
    expect(most).toBe(2);
  });

  it("returns all fields of an item or a section as JSON, without the state of rotations", async () => {
    const rotation = { id: "old", label: "previous", value: "sentinel-old", section: { id: "rotation" } };
    const { client } = server((path) => (path.endsWith(database) ? jsonResponse(200, { id: database, fields: [...fields, rotation] }) : undefined));
    const ITEM = "Production/Database/*?attribute=fields";
    const found = await resolveSecrets(client, { ITEM, SECTION: "Production/Mail 100%25/Admin/*?attribute=fields" });
    const shown = fields.map(({ totp: _totp, section, ...field }) => ({ ...field, ...(section === undefined ? {} : { section: section.id }) }));
    expect(JSON.parse(found.ITEM)).toEqual(shown);
    expect(JSON.parse(found.SECTION)).toEqual([{ id: "p2", label: "password", value: "sentinel-admin", section: "Admin" }]);
  });

  it("returns no label for a field without one, and the id of a section without one", async () => {
    const item = {
      id: database,
      sections: [{ id: "s1", label: "" }],
      fields: ["", null].map((label) => ({ id: "a", label, value: "b", section: { id: "s1" } })),
    };
    const { client } = server((path) => (path.endsWith(database) ? jsonResponse(200, item) : undefined));
    const found = await resolveSecrets(client, { ITEM: "Production/Database/*?attribute=fields" });
    expect(JSON.parse(found.ITEM)).toEqual([1, 2].map(() => ({ id: "a", value: "b", section: "s1" })));
  });

  it("returns the values under the names of their references", async () => {
    expect(
      await resolveSecrets(server().client, {
        USER: "Production/Database/username",
        PASSWORD: "Production/Database/p1",
        ADMIN: "Production/Database/Admin/password",
        ADMIN_AGAIN: `${production.id}/${database}/s1/p2`,
        MAIL: "Test%2F1/Mail 100%25/username",
      }),
    ).toEqual({
      USER: "sentinel-user",
      PASSWORD: "sentinel-password",
      ADMIN: "sentinel-admin",
      ADMIN_AGAIN: "sentinel-admin",
      MAIL: "sentinel-user",
    });
  });

  it("takes references with a scheme, and with ?attribute=otp for a one-time code", async () => {
    const { client } = server();
    expect(await resolveSecrets(client, { USER: "op://Production/Database/username", CODE: "op://Production/Database/code?attribute=otp" })).toEqual({
      USER: "sentinel-user",
      CODE: "287082",
    });
    expect(await resolveSecret(client, "vault://Production/Database/code?attribute=otp", { scheme: "vault" })).toBe("287082");
    expect(await caught(resolveSecret(client, "Production/Database/username?attribute=otp"))).toMatchObject({
      code: "not-found",
      message: `resolveSecret: the field "username" of item ${database} is not of type OTP`,
    });
  });

  it("lists the vaults once, each vault once, and reads each item once", async () => {
    const { client, requests } = server();
    const titles = ["Database", "Mail 100%25"];
    const references = Array.from({ length: 40 }, (_, index) => [
      `NAME_${index}`,
      `${index % 4 < 2 ? "Production" : "Test%2F1"}/${titles[index % 2]}/username`,
    ]);
    await resolveSecrets(client, Object.fromEntries(references) as { [name: string]: string });
    expect(requests.sort()).toEqual(
      [
        "/v1/vaults",
        ...[production, test].flatMap(({ id }) => [`/v1/vaults/${id}/items`, `/v1/vaults/${id}/items/${database}`, `/v1/vaults/${id}/items/${mail}`]),
      ].sort(),
    );
  });

  it("requests only the vault and the item if there is one of each", async () => {
    const { client, requests } = server();
    await resolveSecrets(client, { a: "Production/Mail 100%25/username", b: "Production/Mail 100%25/p1" });
    expect(requests).toEqual([
      '/v1/vaults?name eq "Production"',
      `/v1/vaults/${production.id}/items?title eq "Mail 100%"`,
      `/v1/vaults/${production.id}/items/${mail}`,
    ]);
  });

  it("lists nothing if all names are ids", async () => {
    const { client, requests } = server();
    await resolveSecrets(client, { a: `${production.id}/${mail}/username` });
    expect(requests).toEqual([`/v1/vaults/${production.id}/items/${mail}`]);
  });

  it("lists the names once if the only one of a vault or an item is misspelled, for the message", async () => {
    const { client, requests } = server();
    await caught(resolveSecrets(client, { a: "Prodction/Database/username" }));
    await caught(resolveSecrets(client, { a: `${production.id}/Databse/username` }));
    const items = `/v1/vaults/${production.id}/items`;
    expect(requests).toEqual(['/v1/vaults?name eq "Prodction"', "/v1/vaults", `${items}?title eq "Databse"`, items]);
  });

  it("sends nothing for no references", async () => {
    const { client, requests } = server();
    expect(await resolveSecrets(client, {})).toEqual({});
    expect(requests).toEqual([]);
  });

  it.each([
    [undefined, 4],
    [1, 1],
    [10, 10],
    [Infinity, 12],
  ])("with concurrency %s has at most %d requests at the same time", async (concurrency, most) => {
    const state = server();
    const references = Array.from({ length: 12 }, (_, index) => [`n${index}`, `${production.id}/${String(index).padStart(26, "a")}/username`]);
    await resolveSecrets(state.client, Object.fromEntries(references) as { [name: string]: string }, { concurrency });
    expect(state.most).toBe(most);
  });

  it("names every unresolved reference in one error, with its reason and no value", async () => {
    const { client } = server((path) => (path.includes("denied") ? jsonResponse(403, { status: 403, message: "vault is not in scope" }) : undefined));
    const error = await caught(
      resolveSecrets(client, {
        GOOD: "Production/Database/username",
        NO_VAULT: "sentinel-secret/Database/username",
        TWO_VAULTS: "Twin/Database/username",
        NO_ITEM: "Production/Databose/username",
        NO_FIELD: "Production/Database/pasword",
        TWO_FIELDS: "Production/Database/password",
        NO_SECTION: "Production/Database/Root/password",
        NO_VALUE: "Production/Database/empty",
        NO_REFERENCE: "sentinel-plain",
        DENIED: `${"denied".padEnd(26, "0")}/Database/username`,
      }),
    );
    expect(error).toMatchObject({ name: "LookupError", code: "unresolved-references", candidates: [] });
    const item = `item ${database}`;
    const failures = {
      NO_VAULT: 'the token has no vault with the name in the reference, of 15 characters; there are "Production", "Test/1", "Twin"',
      TWO_VAULTS: `the token has more than one vault with the name "Twin": ${"a".repeat(26)}, ${"b".repeat(26)}; say which by its id`,
      NO_ITEM: `vault ${production.id} has no item with the title "Databose"; there are "Database", "Mail 100%"`,
      NO_FIELD: `${item} has no field with the id or label "pasword"; there are "username", "password" (id "p1"), "password" in section "Admin" (id "p2"), "empty", "code"`,
      TWO_FIELDS: `${item} has more than one field with the id or label "password": "password" (id "p1"), "password" in section "Admin" (id "p2"); say which by its id`,
      NO_SECTION: `${item} has no section with the id or label "Root"; there are "Admin"`,
      NO_VALUE: `the field "empty" of ${item} has no value`,
      NO_REFERENCE:
        "reference must be vault/item/field or vault/item/section/field, with %2F for a slash and %25 for a percent sign in a name; got a string of 14 characters",
      DENIED: "listItems failed with status 403: vault is not in scope",
    };
    expect((error as Error & { failures: unknown }).failures).toEqual(failures);
    expect(error.message).toBe(
      `resolveSecrets: 9 of 10 references cannot be resolved:\n${Object.entries(failures)
        .map(([name, reason]) => `  ${name}: ${reason}`)
        .join("\n")}`,
    );
    expect(`${inspect(error, { depth: 9 })}${JSON.stringify(error)}${error.stack}`).not.toContain("sentinel");
  });

  it("stops at once if the service rejects the token, and begins nothing more", async () => {
    const first = "0".padStart(26, "a");
    const { client, requests } = server((path) => (path.endsWith(first) ? jsonResponse(401, { status: 401, message: "Invalid token signature" }) : undefined));
    const references = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`n${index}`, `${production.id}/${String(index).padStart(26, "a")}/username`]),
    );
    expect(await caught(resolveSecrets(client, references, { concurrency: 2 }))).toMatchObject({ name: "ApiError", status: 401 });
    // A call that begins behind it and is over leaves time for what the other worker would go on with.
    await resolveSecrets(client, Object.fromEntries(Object.entries(references).slice(10)) as { [name: string]: string }, { concurrency: 1 });
    expect(requests.length - 10).toBeLessThanOrEqual(3);
  });

  it("aborts the other requests if one fails that all depend on, so that nothing keeps its program alive", async () => {
    const ends: unknown[] = [];
    const client = clientOn((url, { signal }) => {
      if (url.endsWith(mail)) return Promise.resolve(jsonResponse(500, { status: 500, message: "down" }));
      return new Promise((_, reject) => signal?.addEventListener("abort", () => ends.push(reject(signal.reason))));
    });
    const references = { A: `${production.id}/${database}/username`, B: `${test.id}/${database}/username`, C: `${test.id}/${mail}/username` };
    expect(await caught(resolveSecrets(client, references, { signal: new AbortController().signal }))).toMatchObject({ name: "ApiError", status: 500 });
    expect(ends).toHaveLength(2);
  });

  it("rejects a value that is not a signal", async () => {
    const signal = "soon" as unknown as AbortSignal;
    expect(await caught(resolveSecrets(server().client, { a: "a/b/c" }, { signal }))).toMatchObject({ code: "invalid-configuration" });
  });

  it("ends with the caller's own reason", async () => {
    const reason = new Error("enough");
    expect(await caught(resolveSecrets(server().client, { a: "a/b/c" }, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  it("retries a 404 just after a create if the caller says so", async () => {
    let asked = 0;
    const fetch = async (url: string) => ((asked += 1) === 1 ? jsonResponse(404, {}) : jsonResponse(200, responseTo(new URL(url).pathname)));
    const client = createVaultClient({ baseUrl, token: "token-1", fetch });
    expect(await resolveSecret(client, `${production.id}/${mail}/username`, { retry: { statuses: [404] } })).toBe("sentinel-user");
  });

  it("shows no value if the result is printed, but code can read all", async () => {
    const values = await resolveSecrets(server().client, { a: "Production/Database/username" });
    expect(inspect(values)).toBe("{ a: '[secret]' }");
    expect(JSON.stringify(values)).toBe('{"a":"sentinel-user"}');
  });

  it("treats names of JavaScript's own properties as plain names", async () => {
    const references = JSON.parse('{"__proto__":"Production/Database/username","constructor":"Production/Database/p1"}') as { [name: string]: string };
    const values = await resolveSecrets(server().client, references);
    expect(Object.entries(values)).toEqual([
      ["__proto__", "sentinel-user"],
      ["constructor", "sentinel-password"],
    ]);
    const error = await caught(resolveSecrets(server().client, { ["toString"]: "x", ["__proto__x"]: "y" }));
    expect(Object.keys((error as Error & { failures: object }).failures)).toEqual(["toString", "__proto__x"]);
  });

  it.each([
    [undefined, {}, "ArgumentError", "resolveSecrets: references must be an object of references; got nothing"],
    [["a/b/c"], {}, "ArgumentError", "resolveSecrets: references must be an object of references; got an array of 1"],
    [new Map([["a", "a/b/c"]]), {}, "ArgumentError", "resolveSecrets: references must be an object of references; got an object"],
    [{ a: "a/b/c" }, { concurrency: 0 }, "ConfigurationError", "resolveSecrets: concurrency must be a whole number of at least 1, or Infinity; got 0"],
    [{ a: "a/b/c" }, { concurrency: 1.5 }, "ConfigurationError", "resolveSecrets: concurrency must be a whole number of at least 1, or Infinity; got 1.5"],
  ])("rejects %j with %j and sends nothing", async (references, options, name, message) => {
    const { client, requests } = server();
    expect(await caught(resolveSecrets(client, references as never, options))).toMatchObject({ name, message });
    expect(requests).toEqual([]);
  });
});

describe("resolveSecret", () => {
  it("returns the value", async () => {
    expect(await resolveSecret(server().client, "Production/Database/Admin/password")).toBe("sentinel-admin");
  });

  it.each([
    ["Production/Database/pasword", "not-found", `resolveSecret: item ${database} has no field with the id or label "pasword"; there are `],
    ["Production/Database/password", "ambiguous", `resolveSecret: item ${database} has more than one field with the id or label "password": `],
    [
      "Nowhere/Database/password",
      "not-found",
      'resolveSecret: the token has no vault with the name in the reference, of 7 characters; there are "Production", "Test/1", "Twin"',
    ],
    [4711 as never, "invalid-argument", "in a name; got a number"],
    ["Nowhere", "invalid-argument", "resolveSecret: reference must be vault/item/field or vault/item/section/field, "],
  ])("says why %j cannot be resolved", async (reference, code, message) => {
    const error = await caught(resolveSecret(server().client, reference));
    expect(error).toMatchObject({ code });
    expect(error.message).toContain(message);
  });

  it("throws the service's own error for a missing item", async () => {
    const { client } = server((path) => (path.endsWith(mail) ? jsonResponse(404, { status: 404, message: "item not found" }) : undefined));
    expect(await caught(resolveSecret(client, `Production/${mail}/username`))).toMatchObject({ name: "ApiError", status: 404 });
  });
});
