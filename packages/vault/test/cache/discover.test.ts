import { jsonResponse } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { secretCache } from "../../src/cache.ts";
import { resolveSecrets } from "../../src/references.ts";
import { caught } from "../support.ts";
import { AT_CODE, database, mail, password, POLL_MS, production, Server, staging, watched } from "./support.ts";

const other = "o".repeat(26);

describe("a cache that discovers its secrets", () => {
  it("finds all fields with values of all vaults, under references that lead to them", async () => {
    const server = new Server();
    server.set({ id: other, vaultUUID: staging, title: "Cache", fields: [password("cache-one"), { id: "empty", label: "empty" }] });
    const { secrets } = await watched(server, { discover: {} });
    const values = {
      "Production/Database/password": "one",
      "Production/Database/host": "db",
      "Production/Mail/password": "mail-one",
      "Staging/Cache/password": "cache-one",
    };
    expect(secrets.getAll()).toEqual(values);
    expect(await secrets.oneTimeCode("Production/Mail/code?attribute=otp")).toMatch(/^\d{8}$/);
    expect(server.takeRequests()).toHaveLength(1 + 2 + 3);
    expect(await resolveSecrets(server.client, Object.fromEntries(Object.keys(values).map((name) => [name, name])))).toEqual(values);
  });

  it("uses ids for names that are not unique", async () => {
    const server = new Server();
    server.vaults = server.vaults.map(({ id }) => ({ id, name: "Twin" }));
    server.set({ id: mail, title: "Database", fields: [password("a", "p1"), { id: "p2", label: "p", value: "b" }, { id: "p3", label: "p", value: "c" }] });
    server.set({ id: other, title: "i".repeat(26), fields: [{ id: "f", label: "", value: "d" }] });
    const { secrets } = await watched(server, { discover: { vault: production } });
    const at = [`${production}/${database}`, `${production}/${mail}`, `${production}/${other}`];
    expect(secrets.getAll()).toEqual({
      [`${at[0]}/password`]: "one",
      [`${at[0]}/host`]: "db",
      [`${at[1]}/p1`]: "a",
      [`${at[1]}/p2`]: "b",
      [`${at[1]}/p3`]: "c",
      [`${at[2]}/f`]: "d",
    });
    const all = await watched(server, { discover: {}, scheme: "op" });
    expect(all.secrets.get(`op://${at[0]}/password`)).toBe("one");
  });

  it.each([
    ["a vault by its name, and a title", { vault: "Production", title: "Mail" }, ["Production/Mail/password"]],
    ["a tag", { tag: "app" }, ["Production/Database/password", "Production/Database/host"]],
  ])("finds those of %s", async (_what, discover, references) => {
    const server = new Server();
    server.set({ id: database, tags: ["app"] });
    server.set({ id: mail, tags: [] });
    server.set({ id: other, title: "Mail", tags: ["app"], state: "ARCHIVED", fields: [password("old")] });
    const { secrets } = await watched(server, { discover });
    expect(Object.keys(secrets.getAll())).toEqual(references);
  });

  it("adds new items and fields, and removes those that are gone or do not match any more", async () => {
    const server = new Server();
    server.set({ id: database, tags: ["app"] });
    server.set({ id: mail, tags: ["app"] });
    const { secrets, changes, poll } = await watched(server, { discover: { tag: "app" } });
    server.set({ id: other, title: "New", tags: ["app"], fields: [password("new")] });
    server.set({ id: database, fields: [password("two"), { id: "port", label: "port", value: "5432" }, { id: "code", type: "OTP", value: "none" }] });
    server.set({ id: mail, tags: [] });
    await poll();
    const of = (kind: string) => changes.filter((change) => change.kind === kind).map(({ reference }) => reference.replace("Production/", ""));
    expect(of("added").sort()).toEqual(["Database/port", "New/password"]);
    expect(of("changed")).toEqual(["Database/password"]);
    expect(of("removed").sort()).toEqual(["Database/host", "Mail/code?attribute=otp", "Mail/password"]);
    await poll();
    expect(changes).toHaveLength(6);
    server.set({ id: mail, tags: ["app"], fields: [{ id: "code", type: "OTP", label: "code", value: AT_CODE }] });
    await poll();
    expect(changes.slice(6)).toEqual([{ reference: "Production/Mail/code?attribute=otp", kind: "added", version: 4, previousVersion: undefined }]);
    expect(secrets.get("Production/New/password")).toBe("new");
  });

  it("follows a title to another item", async () => {
    const server = new Server();
    const { secrets, poll } = await watched(server, { discover: { vault: "Production" }, maxAgeMs: POLL_MS * 2 });
    server.set({ id: database, title: "Mail" });
    server.set({ id: mail, title: "Database" });
    await poll();
    expect(secrets.get("Production/Database/password")).toBe("mail-one");
    expect(secrets.get("Production/Mail/password")).toBe("one");
    await server.clock.advance(POLL_MS * 5);
    expect(secrets.get("Production/Mail/password")).toBe("one");
    server.set({ id: database, fields: [password("two")] });
    await poll();
    expect(secrets.get("Production/Mail/password")).toBe("two");
  });

  it("keeps a secret whose item was deleted and created again under its title", async () => {
    const server = new Server();
    const { secrets, changes } = await watched(server, { discover: { vault: "Production" }, maxAgeMs: POLL_MS * 10 });
    server.items.delete(database);
    server.set({ id: other, title: "Database", fields: [password("two"), { id: "host", label: "host", value: "db" }] });
    await server.clock.advance(POLL_MS * 20);
    expect(secrets.get("Production/Database/password")).toBe("two");
    expect(changes).toEqual([{ reference: "Production/Database/password", kind: "changed", version: 1, previousVersion: 1 }]);
  });

  it("continues without secrets that are gone: getAll, stats and events leave them out", async () => {
    const server = new Server();
    const { secrets, events } = await watched(server, { discover: { vault: "Production" }, maxAgeMs: POLL_MS * 10 });
    server.items.delete(database);
    await server.clock.advance(POLL_MS * 5);
    expect(() => secrets.get("Production/Database/password")).toThrow("get: reference must be one of a secret that is there now, as in versions(); got");
    expect(secrets.getAll()).toEqual({ "Production/Mail/password": "mail-one" });
    await server.clock.advance(POLL_MS * 15);
    expect(secrets.getAll()).toEqual({ "Production/Mail/password": "mail-one" });
    expect(secrets.stats()).toMatchObject({ secrets: 2, ageMs: 0 });
    expect(Object.keys(secrets.versions())).toEqual(["Production/Mail/password", "Production/Mail/code?attribute=otp"]);
    expect(events.filter(({ type }) => type === "stale")).toEqual([]);
  });

  it("returns the last value while titles change places", async () => {
    const server = new Server();
    const { secrets, poll } = await watched(server, { discover: { vault: "Production" } });
    server.set({ id: database, title: "Mail" });
    server.set({ id: mail, title: "Database" });
    let respond = (_response: Response): void => {};
    const late = new Promise<Response>((resolve) => (respond = resolve));
    server.answer = (path) => (path.endsWith(mail) ? late : undefined);
    await poll();
    expect([secrets.get("Production/Mail/password"), secrets.get("Production/Database/password")]).toEqual(["one", "one"]);
    server.answer = () => undefined;
    respond(server.normal(`/${production}/items/${mail}`));
    await server.clock.advance(0);
    expect([secrets.get("Production/Mail/password"), secrets.get("Production/Database/password")]).toEqual(["one", "mail-one"]);
  });

  it("leaves out the values of a rotation", async () => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { discover: { title: "Database" } });
    const next = { id: "n", label: "next 0123456789ab password", section: { id: "rotation" }, value: "two" };
    server.set({ id: database, fields: [password("one"), { id: "host", label: "host", value: "db" }, next] });
    await poll();
    expect(changes).toEqual([]);
    expect(Object.keys(secrets.getAll())).toEqual(["Production/Database/password", "Production/Database/host"]);
  });

  it("treats null as a missing value, label or title, and missing tags as none", async () => {
    const server = new Server();
    server.set({
      id: database,
      title: null as never,
      tags: ["app"],
      fields: [password(null as never), { id: "host", label: null, section: null, value: "db" }],
    });
    const { secrets } = await watched(server, { discover: { tag: "app" } });
    expect(secrets.getAll()).toEqual({ [`Production/${database}/host`]: "db" });
  });

  it("keeps what a list that lags does not show", async () => {
    const server = new Server();
    const old = server.asOfNow();
    server.set({ id: other, title: "New", fields: [password("new")] });
    const { secrets, changes, poll } = await watched(server, { discover: { vault: "Production" } });
    server.answer = old;
    await poll();
    expect(secrets.get("Production/New/password")).toBe("new");
    expect(changes).toEqual([]);
  });

  it("rejects if a vault cannot be listed", async () => {
    const server = new Server();
    server.answer = (path) => (path.endsWith("items") ? jsonResponse(403, { status: 403, message: "vault is not in scope" }) : undefined);
    expect(await caught(secretCache(server.client, { discover: {}, clock: server.clock }))).toMatchObject({ name: "ApiError", status: 403 });
    expect(await caught(secretCache(server.client, { discover: { vault: "None" }, clock: server.clock }))).toMatchObject({
      code: "not-found",
      message: 'secretCache: the token has no vault with the name "None"; there are "Production", "Staging"',
    });
  });
});
