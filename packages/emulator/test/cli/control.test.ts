import { request } from "node:http";
import { describe, expect, test } from "vitest";
import type { RecordedRequest } from "../../src/index.ts";
import { MISTAKEN_FAULTS } from "../mistaken-faults.ts";
import { ask, type Ready, start, temporaryFile } from "./support.ts";

const withControl = async () => (await start("--control-port", "0")).ready as Ready & { readonly control: { readonly baseUrl: string } };
const post = (url: string, body?: unknown, headers: HeadersInit = {}) =>
  fetch(url, { method: "POST", headers, ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }) });

describe("the control", () => {
  test("is off unless it is asked for", async () => {
    const { ready } = await start();
    expect(ready).not.toHaveProperty("control");
    for (const { baseUrl } of [ready.management, ready.vault, ready.events]) {
      for (const path of ["/reset", "/faults", "/clock", "/events"]) expect((await post(`${baseUrl}${path}`)).status).toBe(404);
    }
  });

  test("resets the services", async () => {
    const { vault, control } = await withControl();
    const list = async () => (await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).json();
    const [first] = (await list()) as { id: string }[];
    const item = `${vault.baseUrl}/v1/vaults/${first?.id}/items/${vault.fileItemUUID}`;
    await fetch(item, { method: "DELETE", headers: { authorization: `Bearer ${vault.token}` } });
    expect((await ask(item, vault.token)).status).toBe(404);
    expect((await post(`${control.baseUrl}/reset`)).status).toBe(204);
    expect((await ask(item, vault.token)).status).toBe(200);
  });

  test("injects faults, reports how often they struck, and takes them away", async () => {
    const { vault, control } = await withControl();
    const fault = {
      service: "vault",
      operationId: "listVaults",
      times: 2,
      response: { status: 503, headers: { "retry-after": "1" }, body: { status: 503, message: "busy" } },
    };
    const injected = await post(`${control.baseUrl}/faults`, fault);
    const { id, ...told } = (await injected.json()) as { id: string };
    expect([injected.status, id, told]).toEqual([201, expect.stringMatching(/^vault-\d+$/), { ...fault, hits: 0 }]);
    const struck = await ask(`${vault.baseUrl}/v1/vaults`, vault.token);
    expect([struck.status, struck.headers.get("retry-after"), await struck.json()]).toEqual([503, "1", { status: 503, message: "busy" }]);
    expect(await (await fetch(`${control.baseUrl}/faults`)).json()).toEqual([{ id, ...fault, hits: 1 }]);
    expect((await fetch(`${control.baseUrl}/faults`, { method: "DELETE" })).status).toBe(204);
    expect((await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).status).toBe(200);
    expect(await (await fetch(`${control.baseUrl}/faults`)).json()).toEqual([]);
  });

  test("lists faults that affected no request, and removes one by its id", async () => {
    const { vault, control } = await withControl();
    const inject = async (fault: object): Promise<string> =>
      ((await (await post(`${control.baseUrl}/faults`, { service: "vault", times: 2, ...fault })).json()) as { id: string }).id;
    const [health, vaults] = [
      await inject({ operationId: "getHealth", response: "drop" }),
      await inject({ operationId: "listVaults", response: { status: 503 } }),
    ];
    await ask(`${vault.baseUrl}/v1/vaults`, vault.token);
    const ids = async (query: string) => ((await (await fetch(`${control.baseUrl}/faults${query}`)).json()) as { id: string }[]).map(({ id }) => id);
    expect([await ids(""), await ids("?unused=true")]).toEqual([[health, vaults], [health]]);
    const remove = async () => (await fetch(`${control.baseUrl}/faults/${vaults}`, { method: "DELETE" })).status;
    expect([await remove(), await remove(), await ids("")]).toEqual([204, 404, [health]]);
    expect((await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).status).toBe(200);
  });

  test("lists recorded requests of all services in order, filtered, from a position on, and removes them", async () => {
    const { vault, events, control } = await withControl();
    await ask(`${vault.baseUrl}/v1/vaults`, vault.token);
    await ask(`${events.baseUrl}/api/v2/auth/introspect`, "wrong");
    await ask(`${vault.baseUrl}/v1/vaults/none`, vault.token);
    const list = async (query = "") => (await (await fetch(`${control.baseUrl}/requests${query}`)).json()) as { requests: RecordedRequest[]; next: number };
    const { requests, next } = await list();
    expect(requests.map(({ service, operationId, status }) => [service, operationId, status])).toEqual([
      ["vault", "listVaults", 200],
      ["events", "introspect", 401],
      ["vault", "getVault", 400],
    ]);
    const [first, second, third] = requests;
    expect(next).toBe(third?.sequence);
    expect(await list("?service=events")).toEqual({ requests: [second], next });
    expect((await list("?operationId=getVault&method=GET")).requests).toEqual([third]);
    expect((await list("?status=401&status=400")).requests).toEqual([second, third]);
    expect((await list(`?since=${first?.sequence}`)).requests).toEqual([second, third]);
    expect(await list(`?since=${next}`)).toEqual({ requests: [], next });
    expect((await fetch(`${control.baseUrl}/requests`, { method: "DELETE" })).status).toBe(204);
    expect((await list()).requests).toEqual([]);
  });

  test("returns one recorded request with its secrets", async () => {
    const { management, control } = await withControl();
    const { clientId, clientSecret } = management;
    const body = new URLSearchParams({ grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret });
    await fetch(`${management.baseUrl}/connect/token`, { method: "POST", body });
    const { requests } = (await (await fetch(`${control.baseUrl}/requests`)).json()) as { requests: RecordedRequest[] };
    expect(requests).toMatchObject([{ requestBody: { client_secret: "…" } }]);
    const one = `${control.baseUrl}/requests/${requests[0]?.sequence}`;
    expect(await (await fetch(one)).json()).toMatchObject({ operationId: "issueToken", requestBody: { client_secret: clientSecret } });
    expect((await fetch(`${control.baseUrl}/requests/0`)).status).toBe(404);
    expect((await fetch(`${control.baseUrl}/requests/x`)).status).toBe(404);
  });

  test.each([
    ["since=soon", "since must be a whole number, such as `next` of an earlier response"],
    ["state=200", /^state is not a parameter of GET \/requests/],
  ])("rejects GET /requests?%s", async (query, message) => {
    const { control } = await withControl();
    const answer = await fetch(`${control.baseUrl}/requests?${query}`);
    expect([answer.status, await answer.json()]).toEqual([400, { status: 400, message: expect.stringMatching(message) }]);
  });

  test("breaks connections", async () => {
    const { events, control } = await withControl();
    await post(`${control.baseUrl}/faults`, { service: "events", operationId: "*", response: "reset" });
    await expect(ask(`${events.baseUrl}/api/v2/auth/introspect`, events.token)).rejects.toThrow("fetch failed");
  });

  test("moves and sets the clock of all services", async () => {
    const { vault, control } = await withControl();
    const set = await post(`${control.baseUrl}/clock`, { now: "2030-01-01T00:00:00Z" });
    expect([set.status, ((await set.json()) as { now: string }).now]).toEqual([200, expect.stringMatching(/^2030-01-01T00:00:0\d/)]);
    await post(`${control.baseUrl}/clock`, { advanceMs: 86_400_000 });
    expect((await ask(`${vault.baseUrl}/heartbeat`, "")).headers.get("date")).toMatch(/^Wed, 02 Jan 2030/);
    expect(((await (await fetch(`${control.baseUrl}/clock`)).json()) as { now: string }).now).toMatch(/^2030-01-02/);
  });

  test("rejects a move of the clock beyond the years of RFC 3339", async () => {
    const { control } = await withControl();
    const url = `${control.baseUrl}/clock`;
    await post(url, { now: "9999-01-01T00:00:00Z" });
    const moved = await post(url, { advanceMs: 1e12, hold: true });
    expect([moved.status, await moved.json()]).toEqual([400, { status: 400, message: expect.stringMatching(/^a clock has years from 0000 to 9999/) }]);
    expect(await (await fetch(url)).json()).toEqual({ now: expect.stringMatching(/^9999-01-01/), hold: false });
  });

  test("holds the clock, and a reset lets it run from its start", async () => {
    const seed = await temporaryFile("seed.json", { time: "2030-01-01T00:00:00Z" });
    const { ready } = await start("--control-port", "0", "--seed", seed);
    const [clock, reset] = ["clock", "reset"].map((route) => `${ready.control?.baseUrl}/${route}`) as [string, string];
    const held = (await (await post(clock, { now: "2040-01-01T00:00:00Z", hold: true })).json()) as { now: string; hold: boolean };
    expect(held).toEqual({ now: "2040-01-01T00:00:00.000Z", hold: true });
    expect(await (await fetch(clock)).json()).toEqual(held);
    expect(await (await post(clock, { hold: false })).json()).toMatchObject({ hold: false });
    await post(clock, { hold: true });
    await post(reset);
    expect(await (await fetch(clock)).json()).toEqual({ now: expect.stringMatching(/^2030-01-01T00:00:0/), hold: false });
  });

  test("issues, lists and revokes tokens of every service", async () => {
    const ready = await withControl();
    const tokens = `${ready.control.baseUrl}/tokens`;
    for (const [service, path, options] of [
      ["vault", "/v1/vaults", { vaults: [ready.vault.deniedVaultUUID] }],
      ["management", "/api/apps/v1/categories", { scopes: ["Apps.Read"], expiresInSeconds: 60 }],
      ["events", "/api/v2/auth/introspect", { features: ["itemusages"] }],
    ] as const) {
      const issued = await post(tokens, { service, ...options });
      const { id, token, ...facts } = (await issued.json()) as { id: string; token: string };
      expect([issued.status, facts]).toEqual([201, expect.objectContaining({ service, issuedAt: expect.any(String) })]);
      const url = `${ready[service].baseUrl}${path}`;
      expect((await ask(url, token)).status).toBe(200);
      const listed = await (await fetch(tokens)).json();
      expect(listed).toContainEqual({ id, token: `${token.slice(0, 4)}…`, ...facts });
      expect(JSON.stringify(listed)).not.toContain(token);
      const revoke = async () => (await fetch(`${tokens}/${id}`, { method: "DELETE" })).status;
      expect([await revoke(), await revoke(), (await ask(url, token)).status]).toEqual([204, 404, 401]);
    }
  });

  test("attaches files and sets dependencies", async () => {
    const { vault, control } = await withControl();
    const [first] = (await (await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).json()) as { id: string }[];
    const attached = await post(`${control.baseUrl}/files`, { item: vault.fileItemUUID, name: "codes.txt", text: "one two" });
    const { id } = (await attached.json()) as { id: string };
    const content = await ask(`${vault.baseUrl}/v1/vaults/${first?.id}/items/${vault.fileItemUUID}/files/${id}/content`, vault.token);
    expect([attached.status, await content.text()]).toEqual([201, "one two"]);
    expect((await post(`${control.baseUrl}/dependencies`, { service: "sync", status: "TOKEN_NEEDED" })).status).toBe(204);
    const health = (await (await ask(`${vault.baseUrl}/health`, "")).json()) as { dependencies: unknown[] };
    expect(health.dependencies).toContainEqual({ service: "sync", status: "TOKEN_NEEDED" });
  });

  test("appends events while clients poll, and audit events", async () => {
    const { events, management, control } = await withControl();
    const appended = await post(`${control.baseUrl}/events`, { stream: "signinattempts", events: [{ type: "totp_bad", category: "mfa_failed" }] });
    expect(appended.status).toBe(201);
    const [event] = (await appended.json()) as { uuid: string }[];
    const page = await fetch(`${events.baseUrl}/api/v2/signinattempts`, {
      method: "POST",
      body: '{"limit":1000}',
      headers: { authorization: `Bearer ${events.token}`, "content-type": "application/json" },
    });
    expect(((await page.json()) as { items: { uuid: string }[] }).items.at(-1)?.uuid).toBe(event?.uuid);
    expect((await post(`${control.baseUrl}/events`, { stream: "auditlog", events: [{}] })).status).toBe(201);
    expect((await ask(`${management.baseUrl}/api/audit/v1/logs`, management.token)).status).toBe(200);
  });

  test.each<readonly [string, unknown, string | RegExp]>([
    ["/faults", "{", "is not valid JSON"],
    ["/faults", {}, "/service is required"],
    ["/faults", { service: "tail", operationId: "*" }, "/service must be one of management, vault, events"],
    ...MISTAKEN_FAULTS.map(([fault, message]) => ["/faults", { service: "vault", ...fault }, message] as const),
    ["/clock", { now: "noon" }, '/now must match format "date-time"'],
    ["/clock", {}, /fewer than 1/],
    ["/clock", { advanceMs: 1e300 }, /^\/advanceMs must be <=/],
    ["/clock", { now: "2030-01-01T00:00:00Z", advanceMs: 1 }, /^the whole/],
    ["/clock", { hold: "yes" }, "/hold must be boolean"],
    ["/tokens", {}, "/service is required"],
    ["/tokens", { service: "vault", vault: "a" }, "the options of issueToken: vault is not known; did you mean vaults?"],
    ["/files", { item: "none", name: "a.txt" }, "the item none does not exist"],
    ["/files", [], "the whole must be object"],
    ["/dependencies", { service: "sync", state: "up" }, /^the dependency/],
    ["/events", { stream: "other", events: [] }, /^\/stream must be one of auditevents/],
    ["/events", { stream: "auditevents", events: [{ timestamp: "x" }] }, /^an event of auditevents cannot be appended/],
    ["/events", { stream: "auditevents", events: {} }, "/events must be array"],
  ])("rejects at %s with 400: %j", async (path, body, message) => {
    const { control } = await withControl();
    const answer = await post(`${control.baseUrl}${path}`, body);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { status: 400, message: typeof message === "string" ? message : expect.stringMatching(message) },
    ]);
  });

  test("rejects what has no route, and what is too long", async () => {
    const { control } = await withControl();
    expect((await fetch(`${control.baseUrl}/reset`)).status).toBe(404);
    expect((await post(`${control.baseUrl}/__proto__`)).status).toBe(404);
    expect((await post(`${control.baseUrl}/faults`, " ".repeat(1_100_000))).status).toBe(413);
  });
});

describe("who may control", () => {
  const status = (baseUrl: string, headers: { readonly [name: string]: string }) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${baseUrl}/reset`, { method: "POST", headers }, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end();
    });

  test("a page in a browser may not: neither by an origin nor by a name of its own", async () => {
    const { control } = await withControl();
    expect(await status(control.baseUrl, {})).toBe(204);
    expect(await status(control.baseUrl, { origin: "https://page.example.com" })).toBe(403);
    expect(await status(control.baseUrl, { "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await status(control.baseUrl, { host: "rebound.example.com" })).toBe(421);
  });

  test("another machine may not, whatever --host and --allow-host say", async () => {
    const { ready } = await start("--control-port", "0", "--host", "0.0.0.0", "--allow-host", "emulator");
    const baseUrl = ready.control?.baseUrl ?? "";
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await status(baseUrl, { host: "emulator" })).toBe(421);
  });
});
