import { inspect } from "node:util";
import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { countedSignal } from "../../../core/test/support.ts";
import { secretCache } from "../../src/cache.ts";
import { caught, thrown } from "../support.ts";
import { database, mail, password, POLL_MS, production, Server, staging, watched } from "./support.ts";

const DATABASE = "Production/Database/password";
const MAIL = "op://Production/Mail/password";
const BY_ID = `${production}/${database}/password`;

describe("the load of a cache", () => {
  it("reads each item once, with one list of each vault and one for their names", async () => {
    const server = new Server();
    server.set({ id: "a".repeat(26), vaultUUID: staging, title: "Cache", fields: [password("cache-one")] });
    const references = [DATABASE, "Production/Database/host", MAIL, "Staging/Cache/password", DATABASE];
    const { secrets } = await watched(server, { references });
    expect(secrets.getAll()).toEqual({ [DATABASE]: "one", "Production/Database/host": "db", [MAIL]: "mail-one", "Staging/Cache/password": "cache-one" });
    expect(server.takeRequests().sort()).toEqual(
      [
        "/",
        `/${production}/items`,
        `/${staging}/items`,
        `/${production}/items/${database}`,
        `/${production}/items/${mail}`,
        `/${staging}/items/${"a".repeat(26)}`,
      ].sort(),
    );
    for (const reference of references) secrets.get(reference);
    await secrets.oneTimeCode(DATABASE).catch(() => {});
    expect(server.requests).toEqual([]);
  });

  it("needs no list for ids, and lists their vault in polls", async () => {
    const server = new Server();
    const { secrets, poll } = await watched(server, { references: [BY_ID] });
    expect(server.takeRequests()).toEqual([`/${production}/items/${database}`]);
    await poll();
    expect(server.takeRequests()).toEqual([`/${production}/items`]);
    expect(secrets.get(BY_ID)).toBe("one");
  });

  it("finds a field by its section, or reports it, next to fields with null for a label, a section or a value", async () => {
    const server = new Server();
    const pin = { id: "pin", label: "PIN", section: { id: "s", label: "Security" }, value: "1234" };
    server.set({ id: database, fields: [{ id: "host", label: null, section: null, value: null }, pin] });
    const { secrets } = await watched(server, { references: ["Production/Database/s/PIN"] });
    expect(secrets.get("Production/Database/s/PIN")).toBe("1234");
    const error = await caught(secretCache(server.client, { references: [DATABASE, "Production/Database/host"], clock: server.clock }));
    expect(error).toMatchObject({
      failures: {
        "references[0]": `item ${database} has no field with the id or label "password"; there are "host", "PIN" in section "s" (id "pin")`,
        "references[1]": `the field "host" of item ${database} has no value`,
      },
    });
  });

  it.each([
    [undefined, 4],
    [1, 1],
    [Infinity, 12],
  ])("with concurrency %s sends %d requests at once at most, also in polls", async (concurrency, most) => {
    const server = new Server();
    const ids = Array.from({ length: 12 }, (_, index) => String(index).padStart(26, "a"));
    for (const id of ids) server.set({ id, fields: [password("x")] });
    const { poll } = await watched(server, { references: ids.map((id) => `${production}/${id}/password`), concurrency });
    expect(server.most).toBe(most);
    server.most = 0;
    for (const id of ids) server.set({ id });
    await poll();
    expect(server.most).toBe(most);
  });

  it("rejects with one error that names all failures by their place, and no value", async () => {
    const server = new Server();
    const denied = "0".padStart(26, "d");
    server.set({ id: "0".padStart(26, "o"), title: "Other" });
    server.answer = (path) => (path.startsWith(`/${denied}`) ? jsonResponse(403, { status: 403, message: "vault is not in scope" }) : undefined);
    const references = [
      DATABASE,
      "sentinel-secret",
      "sentinel/a/b",
      "Production/Databose/password",
      "Production/Database/pasword",
      `${denied}/Database/password`,
    ];
    const error = await caught(secretCache(server.client, { references: [...references, "Production/Mail/password?attribute=otp"], clock: server.clock }));
    expect(error).toMatchObject({ name: "LookupError", code: "unresolved-references" });
    expect((error as Error & { failures: object }).failures).toEqual({
      "references[1]": expect.stringContaining("reference must be vault/item/field"),
      "references[2]": 'the token has no vault with the name in the reference, of 8 characters; there are "Production", "Staging"',
      "references[3]": `vault ${production} has no item with the title "Databose"; there are "Database", "Mail", "Other"`,
      "references[4]": `item ${database} has no field with the id or label "pasword"; there are "password", "host"`,
      "references[5]": "listItems failed with status 403: vault is not in scope",
      "references[6]": `a field of item ${mail} has no one-time codes: its value must be an otpauth://totp/ address`,
    });
    expect(error.message).toMatch(/^secretCache: 6 of 7 references cannot be resolved:\n {2}references\[1\]: /);
    expect(`${inspect(error, { depth: 9 })}${JSON.stringify(error)}`).not.toContain("sentinel");
    expect(server.clock.timers).toBe(0);
  });

  it("rejects if the service rejects the token, and aborts the other requests", async () => {
    const server = new Server();
    let aborted = 0;
    server.answer = (path) => {
      if (path.endsWith(mail)) return jsonResponse(401, { status: 401, message: "Invalid token" });
      return path.endsWith(database) ? new Promise<never>(() => {}) : undefined;
    };
    const signals: AbortSignal[] = [];
    const { client } = server;
    const getItem: typeof client.getItem = (input, call) => {
      if (call?.signal !== undefined) signals.push(call.signal);
      return client.getItem(input, call);
    };
    expect(await caught(secretCache({ ...client, getItem }, { references: [DATABASE, MAIL], clock: server.clock }))).toMatchObject({ status: 401 });
    for (const signal of signals) aborted += Number(signal.aborted);
    expect(aborted).toBe(2);
  });
});

describe("a cache", () => {
  it("shows no value when it or its values are printed", async () => {
    const { secrets, events, changes, poll } = await watched(new Server(), { references: [DATABASE] });
    await poll();
    expect(inspect(secrets.getAll())).toBe(`{ '${DATABASE}': '[secret]' }`);
    expect(inspect([secrets, events, changes, secrets.stats()], { depth: 9, showHidden: true })).not.toContain("'one'");
    expect(JSON.stringify(secrets.getAll())).toBe(`{"${DATABASE}":"one"}`);
  });

  it("fills templates", async () => {
    const { secrets } = await watched(new Server(), { references: [DATABASE, "Production/Database/host"] });
    expect(secrets.fill(`postgres://app:{{ ${DATABASE} }}@{{Production/Database/host}}/app`)).toBe("postgres://app:one@db/app");
    expect(thrown(() => secrets.fill("{{ Production/Mail/password }}"))).toMatchObject({
      name: "ArgumentError",
      message: "fill: reference must be a reference of the cache, written as in its references; got a string of 24 characters",
    });
  });

  it("throws for a reference that is not among its references", async () => {
    const { secrets } = await watched(new Server(), { references: [DATABASE] });
    const error = thrown(() => secrets.get("op://Production/Database/password"));
    expect(error).toMatchObject({
      name: "ArgumentError",
      message: "get: reference must be a reference of the cache, written as in its references; got a string of 33 characters",
    });
  });

  it("shares the polls of callers that refresh at the same time, and polls again after one that is running", async () => {
    const server = new Server();
    const { secrets } = await watched(server, { references: [BY_ID] });
    server.takeRequests();
    let release = (): void => {};
    server.answer = server.asOfNow();
    const old = server.answer;
    server.answer = (path) => {
      server.answer = () => undefined;
      const response = old(path) as Response;
      return new Promise((resolve) => (release = () => resolve(response)));
    };
    const first = secrets.refresh();
    await server.clock.advance(0);
    server.set({ id: database, fields: [password("two")] });
    const others = [secrets.refresh(), secrets.refresh()];
    await server.clock.advance(0);
    expect(server.requests).toEqual([`/${production}/items`]);
    release();
    await first;
    expect(secrets.get(BY_ID)).toBe("one");
    await Promise.all(others);
    expect(secrets.get(BY_ID)).toBe("two");
    expect(server.requests).toEqual([`/${production}/items`, `/${production}/items`, `/${production}/items/${database}`]);
  });

  it("polls up to a fifth earlier, at another time each", async () => {
    const server = new Server();
    const clock = { ...server.clock, random: () => 0.5, now: () => server.clock.now() };
    await watched(server, { references: [BY_ID], clock });
    server.takeRequests();
    await server.clock.advance(POLL_MS * 0.9 - 1);
    expect(server.requests).toEqual([]);
    await server.clock.advance(1);
    expect(server.requests).toHaveLength(1);
  });

  it.each(["close", "its signal"])("sends nothing and returns nothing after %s", async (by) => {
    const server = new Server();
    const { signal, abort, listeners } = countedSignal();
    const { secrets } = await watched(server, { references: [BY_ID], signal });
    const hanging = new Promise<never>(() => {});
    server.answer = () => hanging;
    const refreshed = caught(secrets.refresh());
    await server.clock.advance(0);
    if (by === "close") secrets.close();
    else abort(new Error("enough"));
    expect((await refreshed).message).toBe(by === "close" ? "the cache was closed" : "enough");
    expect(server.clock.timers).toBe(0);
    expect(listeners()).toBe(0);
    server.takeRequests();
    await server.clock.advance(POLL_MS * 3);
    expect(server.requests).toEqual([]);
    const closed = { name: "StaleSecretError", code: "stale-secret" };
    expect(thrown(() => secrets.get(BY_ID))).toMatchObject({ ...closed, message: "get: the cache is closed: create another one" });
    expect(thrown(() => secrets.fill(`{{ ${BY_ID} }}`))).toMatchObject({ ...closed, message: "fill: the cache is closed: create another one" });
    expect(thrown(() => secrets.getAll())).toMatchObject({ code: "stale-secret" });
    expect(await caught(secrets.refresh())).toBeInstanceOf(Error);
    secrets.close();
  });

  it("keeps no value of a response that comes after it was closed", async () => {
    const server = new Server();
    const { client } = server;
    let release = (): void => {};
    // A client that ignores signals.
    const getItem: typeof client.getItem = async (input) => {
      const item = await client.getItem(input);
      await new Promise<void>((resolve) => (release = resolve));
      return item;
    };
    const created = secretCache({ ...client, getItem }, { references: [BY_ID], clock: server.clock });
    await server.clock.advance(0);
    release();
    const secrets = await created;
    server.set({ id: database, fields: [password("two")] });
    const refreshed = caught(secrets.refresh());
    await server.clock.advance(0);
    secrets.close();
    release();
    expect((await refreshed).message).toBe("the cache was closed");
    expect(secrets.stats().secrets).toBe(0);
    expect(secrets.versions()).toEqual({});
  });

  it("rejects with the reason of a signal that has fired, and sends nothing", async () => {
    const server = new Server();
    const reason = new Error("enough");
    expect(await caught(secretCache(server.client, { references: [BY_ID], signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(server.requests).toEqual([]);
  });

  it("does not keep its program running", async () => {
    const server = new Server();
    let unrefs = 0;
    const after = (delayMs: number, callback: () => void) => Object.assign(server.clock.after(delayMs, callback) as object, { unref: () => (unrefs += 1) });
    const { poll } = await watched(server, { references: [BY_ID], clock: { ...server.clock, after } });
    expect(unrefs).toBe(1);
    await poll();
    expect(unrefs).toBe(2);
  });

  it("counts", async () => {
    const server = new Server();
    const { secrets, poll } = await watched(server, { references: [DATABASE, MAIL] });
    expect(secrets.stats()).toEqual({ secrets: 2, ageMs: 0, hits: 0, polls: 0, requests: 3, failures: 0, copied: 0 });
    secrets.get(DATABASE);
    secrets.getAll();
    await poll();
    server.answer = () => jsonResponse(503, {});
    await poll();
    expect(secrets.stats()).toMatchObject({ secrets: 2, ageMs: POLL_MS, hits: 3, polls: 2, requests: 5, failures: 1 });
  });

  it.each([
    [{}, "ConfigurationError", "secretCache needs references or discover; got neither"],
    [undefined, "ConfigurationError", "the options of secretCache must be an object with references or discover; got nothing"],
    [
      { references: "a/b/c" },
      "ConfigurationError",
      "secretCache: references must be an array of references, given in place of discover; got a string of 5 characters",
    ],
    [
      { references: ["a/b/c"], discover: {} },
      "ConfigurationError",
      "secretCache: references must be an array of references, given in place of discover; got an array of 1",
    ],
    [{ references: [], pollMs: 10 }, "ConfigurationError", "secretCache: pollMs must be a time in milliseconds from 1000 to 2000000000; got 10"],
    [
      { references: [], maxAgeMs: "1h" },
      "ConfigurationError",
      "secretCache: maxAgeMs must be a time in milliseconds of at least 1, or Infinity; got a string of 2 characters",
    ],
    [{ references: [], pollsMs: 5 }, "ConfigurationError", "pollsMs is not an option of secretCache; did you mean pollMs?"],
    [{ references: [], interval: 5 }, "ConfigurationError", "interval is not an option of secretCache; did you mean pollMs?"],
    [{ references: [], ttl: 5 }, "ConfigurationError", "ttl is not an option of secretCache; did you mean maxAgeMs?"],
    [{ discover: { tags: "a" } }, "ConfigurationError", "discover.tags is not an option of secretCache; did you mean discover.tag?"],
    [{ references: [4711] }, "LookupError", expect.stringMatching(/1 of 1 references cannot be resolved:\n {2}references\[0\]: .*; got a number$/)],
  ])("rejects %j and sends nothing", async (options, name, message) => {
    const server = new Server();
    expect(await caught(secretCache(server.client, options as never))).toMatchObject({ name, message });
    expect(server.requests).toEqual([]);
  });
});
