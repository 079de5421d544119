import { platformClock } from "@keywright/core/client";
import { createEventsEmulator, manualClock } from "@keywright/emulator";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createServers, environmentOf, everything, fetchOf, NOW, reportsOf, rulesWith, runIn, urlOf } from "./support.ts";

const TOKEN = { KEYWRIGHT_VAULT_TOKEN: "example-token" };
const platformFetch = (url: string, init: RequestInit): Promise<Response> => fetch(url, init);

/** Starts a server that is none of the services. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("a server that is down cannot be tested", async () => {
  const free = createServer();
  await new Promise<void>((resolve) => void free.listen(0, "127.0.0.1", resolve));
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => void free.close(resolve));
  const ended = await runIn(["--vault", `http://127.0.0.1:${port}`], TOKEN, platformFetch);
  expect(ended.code).toBe(3);
  expect(ended.stderr).toMatch(/^error: vault could not be tested: the connection failed: .*ECONNREFUSED/);
});

it("a server that does not respond in time cannot be tested", async () => {
  const url = await serve(() => {});
  const ended = await runIn(["--vault", url, "--timeout", "0.05"], TOKEN, platformFetch, { clock: platformClock });
  expect(ended).toMatchObject({ code: 3, stderr: "error: vault could not be tested: no whole response came within 0.05 seconds\n" });
});

it("a redirect to a login page is not followed, and not shown whole", async () => {
  const url = await serve((_request, response) => void response.writeHead(302, { location: "https://login.example.com/start?state=sentinel-secret" }).end());
  const ended = await runIn(["--vault", url], TOKEN, platformFetch);
  expect(ended.code).toBe(3);
  expect(ended.stderr).toContain("listVaults (GET /v1/vaults) redirects to https://login.example.com: set the address of the service itself");
  expect(ended.stdout + ended.stderr).not.toContain("sentinel-secret");
});

it("a page for people is not a service", async () => {
  const url = await serve((_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Welcome</title>"));
  const ended = await runIn(["--vault", url], TOKEN, platformFetch);
  expect(ended).toMatchObject({
    code: 3,
    stderr: "error: vault could not be tested: listVaults (GET /v1/vaults) returned a page for people with status 200: check the address\n",
  });
});

it("a server whose responses to writes have the version before breaks no rule", async () => {
  const servers = createServers();
  servers.vault.store.server = { ...servers.vault.store.server, writesReturnOldVersion: true };
  const ended = await runIn([...urlOf("vault"), ...everything(servers), "--tier", "write"], environmentOf(servers), fetchOf(servers));
  expect(ended).toMatchObject({ code: 0, stderr: "" });
});

it("rejected credentials are named", async () => {
  const servers = createServers();
  const ended = await runIn(urlOf("vault"), { KEYWRIGHT_VAULT_TOKEN: "wrong" }, fetchOf(servers));
  expect(ended).toMatchObject({
    code: 3,
    stderr: "error: vault could not be tested: listVaults (GET /v1/vaults) rejected the credentials with status 401: check the variables of the environment\n",
  });
  const client = { KEYWRIGHT_MANAGEMENT_CLIENT_ID: "x", KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: "sentinel-secret" };
  const rejected = await runIn(urlOf("management"), client, fetchOf(servers));
  expect(rejected.code).toBe(3);
  expect(rejected.stderr).toContain("issueToken rejected the client with status 400");
});

it("a body that is cut off breaks the rule of its response, and no other", async () => {
  const servers = createServers();
  const ended = await runIn([...urlOf("vault"), "--format", "json"], environmentOf(servers), async (url, init) => {
    const response = await fetchOf(servers)(url, init);
    if (new URL(url).pathname !== "/health") return response;
    return new Response((await response.text()).slice(0, 20), { headers: response.headers });
  });
  expect(rulesWith("broken", reportsOf(ended))).toEqual(["getHealth.response"]);
});

it("a list with null in place of items breaks the rule of its response, and the run continues", async () => {
  const servers = createServers();
  const args = [...urlOf("vault"), ...everything(servers), "--tier", "write", "--format", "json"];
  const ended = await runIn(args, environmentOf(servers), async (url, init) => {
    const response = await fetchOf(servers)(url, init);
    if (init.method !== "GET" || !new URL(url).pathname.endsWith("/items") || !response.ok) return response;
    const items = (await response.json()) as readonly object[];
    return Response.json([null, ...items.map((item) => ({ ...item, files: null }))]);
  });
  const [report] = reportsOf(ended);
  const result = report?.results.find(({ operation, rule }) => operation === "listItems" && rule === "response");
  expect(result).toMatchObject({
    outcome: "broken",
    reason: expect.stringContaining("must be object"),
    exchanges: [{ request: { method: "GET" }, response: { status: 200 } }],
  });
  expect(rulesWith("held", reportsOf(ended))).toContain("replaceItem.whole");
  expect(ended).toMatchObject({ code: 1, stderr: "" });
});

it("a quotation mark in the name of an actor breaks no rule", async () => {
  const servers = createServers();
  const ended = await runIn([...urlOf("management"), "--format", "json"], environmentOf(servers), async (url, init) => {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.endsWith("/audit/v1/logs")) return fetchOf(servers)(url, init);
    const asked = new URL(url);
    asked.searchParams.set("q", (searchParams.get("q") ?? "").replace(' "K"', ""));
    if (!searchParams.has("q")) asked.searchParams.delete("q");
    const response = await fetchOf(servers)(asked.href, init);
    const text = (await response.text()).replaceAll(/("displayName":"[^"]*)"/g, String.raw`$1 \"K\""`);
    return new Response(text, { status: response.status, headers: { "content-type": "application/json", link: response.headers.get("link") ?? "" } });
  });
  expect(rulesWith("held", reportsOf(ended))).toContain("listAuditLogs.q");
});

it("a server that stops responding ends the run in a few requests, and what it has made is named", async () => {
  const servers = createServers();
  let requests = 0;
  let lost = 0;
  const ended = await runIn([...urlOf("vault"), ...everything(servers), "--tier", "write", "--format", "json"], environmentOf(servers), async (url, init) => {
    requests += init.method === "POST" ? 1 : 0;
    if (requests < 3) return fetchOf(servers)(url, init);
    lost += 1;
    throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") });
  });
  expect(ended.code).toBe(1);
  expect(lost).toBeLessThan(10);
  expect(ended.stderr).toMatch(
    /^error: vault still has items in vault \w{26} with titles that begin with keywright-conformance-.*: the connection failed: read ECONNRESET$/m,
  );
  const [, id = ""] = /^error: vault still has item (\w{26}) in vault \w{26}, if it could not be deleted$/m.exec(ended.stderr) ?? [];
  expect(servers.vault.store.items.get(id)?.title).toMatch(/^keywright-conformance-/);
  expect(JSON.stringify(reportsOf(ended))).toContain("the server no longer responds");
});

it("an item that cannot be deleted is named", async () => {
  const servers = createServers();
  const ended = await runIn([...urlOf("vault"), ...everything(servers), "--tier", "write"], environmentOf(servers), (url, init) =>
    init.method === "DELETE" ? Promise.resolve(new Response(null, { status: 204 })) : fetchOf(servers)(url, init),
  );
  expect(ended.code).toBe(1);
  const [, id = ""] = /^error: vault still has item (\w{26}) in vault \w{26}$/m.exec(ended.stderr) ?? [];
  expect(servers.vault.store.items.get(id)?.title).toMatch(/^keywright-conformance-/);
});

it("a rate limit and a concurrent write are waited for", async () => {
  const servers = createServers();
  servers.vault.inject({ operationId: "listItems", response: { status: 503, headers: { "retry-after": "1" } }, times: 2 });
  servers.vault.inject({ operationId: "createItem", response: { status: 409 } });
  const ended = await runIn([...urlOf("vault"), ...everything(servers), "--tier", "write"], environmentOf(servers), fetchOf(servers));
  expect(servers.vault.unusedFaults()).toEqual([]);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
});

it("after a signal, no further rule is tested and what was made is removed", async () => {
  const servers = createServers();
  const before = servers.vault.store.items.size;
  const interruption = new AbortController();
  const ended = await runIn(
    [...urlOf("vault"), ...everything(servers), "--tier", "write", "--format", "json"],
    environmentOf(servers),
    async (url, init) => {
      const response = await fetchOf(servers)(url, init);
      if (init.method === "POST") interruption.abort();
      return response;
    },
    { signal: interruption.signal },
  );
  expect(ended.code).toBe(130);
  expect(rulesWith("not tested", reportsOf(ended))).toContain("patchItem.versions");
  expect(servers.vault.store.items.size).toBe(before);
});

it("a change of a person that cannot be taken back is named", async () => {
  const servers = createServers();
  const ended = await runIn([...urlOf("management"), ...everything(servers), "--tier", "write"], environmentOf(servers), (url, init) => {
    const body = new TextDecoder().decode(init.body as Uint8Array | undefined);
    const isRestoring = body.includes('"jobTitle"') && body.includes('"employeeType"');
    return isRestoring ? Promise.resolve(Response.json({ message: "failed" }, { status: 500 })) : fetchOf(servers)(url, init);
  });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/^error: management still has person [\da-f-]{36} with changed properties$/m);
});

it("an item that a broken server makes of a rejected body is named, because it may be another program's", async () => {
  const servers = createServers();
  let made = "";
  const ended = await runIn([...urlOf("vault"), ...everything(servers), "--tier", "faults"], environmentOf(servers), async (url, init) => {
    if (init.method !== "POST" || made !== "") return fetchOf(servers)(url, init);
    const vault = /vaults\/(\w+)/.exec(url)?.[1];
    const authorization = `Bearer ${servers.vault.token}`;
    if (vault !== servers.vault.store.vaults.list()[0]?.id) return fetchOf(servers)(url, init);
    const body = JSON.stringify({ title: "Untitled", vault: { id: vault }, category: "LOGIN" });
    const response = await fetchOf(servers)(url, { ...init, headers: { authorization, "content-type": "application/json" }, body });
    made = ((await response.clone().json()) as { readonly id: string }).id;
    return response;
  });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain(`item ${made} in vault`);
  expect(servers.vault.store.items.get(made)?.title).toBe("Untitled");
});

it("a server that closes the connection of a large body breaks no rule", async () => {
  const servers = createServers();
  const ended = await runIn([...urlOf("events"), "--tier", "faults", "--format", "json"], environmentOf(servers), async (url, init) => {
    const { length } = (init.body as Uint8Array | undefined) ?? new Uint8Array();
    if (length < 1024 * 1024) return fetchOf(servers)(url, init);
    throw new TypeError("fetch failed", { cause: new Error("write EPIPE") });
  });
  expect(ended.code).toBe(0);
  expect(rulesWith("not tested", reportsOf(ended))).toContain("listAuditEvents.too-large");
});

it("what is known to be made is deleted if the vault can no longer be listed", async () => {
  const servers = createServers();
  const before = servers.vault.store.items.size;
  const interruption = new AbortController();
  const ended = await runIn(
    [...urlOf("vault"), ...everything(servers), "--tier", "write"],
    environmentOf(servers),
    async (url, init) => {
      const isList = init.method === "GET" && url.endsWith("/items");
      if (isList && interruption.signal.aborted) return Response.json({ status: 500, message: "failed" }, { status: 500 });
      const response = await fetchOf(servers)(url, init);
      if (init.method === "PATCH") interruption.abort();
      return response;
    },
    { signal: interruption.signal },
  );
  expect(servers.vault.store.items.size).toBe(before);
  expect(ended.stderr).toContain("if they could not be deleted: listItems returned status 500");
});

it("a person who cannot be restored does not keep the others from it", async () => {
  const servers = createServers();
  const people = () => JSON.stringify(servers.management.store.people.list().map(({ fields }) => fields.jobTitle));
  const before = people();
  let lost = 0;
  const ended = await runIn([...urlOf("management"), ...everything(servers), "--tier", "write"], environmentOf(servers), (url, init) => {
    const body = new TextDecoder().decode(init.body as Uint8Array | undefined);
    // The first restoration is lost on its way back.
    const isLost = body.includes('"jobTitle"') && body.includes('"employeeType"') && lost === 0;
    lost += isLost ? 1 : 0;
    const exchange = fetchOf(servers)(url, init);
    return isLost ? exchange.then(() => Promise.reject(new TypeError("fetch failed", { cause: new Error("read ECONNRESET") }))) : exchange;
  });
  expect(people()).toBe(before);
  expect(ended.stderr).toMatch(/^error: management still has person [\da-f-]{36} with changed properties\n$/);
});

it("an item that was there before is not written to, also if the server returns it as a new one", async () => {
  const servers = createServers();
  const { vault } = servers;
  const vaultUUID = vault.store.vaults.list()[0]?.id ?? "";
  const list = async () =>
    (await (await vault.fetch(`https://vault.example.com/v1/vaults/${vaultUUID}/items`, { headers: { authorization: `Bearer ${vault.token}` } })).json()) as {
      readonly id: string;
    }[];
  const before = await list();
  const ended = await runIn(
    [...urlOf("vault"), ...everything(servers), "--tier", "write", "--tier", "faults", "--format", "json"],
    environmentOf(servers),
    async (url, init) => {
      const response = await fetchOf(servers)(url, init);
      return init.method === "POST" && response.ok ? Response.json({ ...((await response.json()) as object), id: before[0]?.id }) : response;
    },
  );
  expect(await list()).toEqual(before);
  expect(rulesWith("broken", reportsOf(ended))).toContain("createItem.stored");
});

it("the content of a file is not in the report, and neither is the query of an address", async () => {
  for (const answer of [
    () => Response.json({ private_key: "sentinel-secret" }),
    () => new Response("sentinel-secret", { headers: { "content-type": "text/plain" } }),
    () => new Response(null, { status: 302, headers: { location: "https://files.example.com/a?signature=sentinel-secret" } }),
  ]) {
    const servers = createServers();
    for (const format of ["text", "json", "junit"]) {
      const ended = await runIn([...urlOf("vault"), "--format", format], environmentOf(servers), (url, init) =>
        url.endsWith("/content") ? Promise.resolve(answer()) : fetchOf(servers)(url, init),
      );
      expect(ended.code).toBe(1);
      expect(ended.stdout).not.toContain("sentinel-secret");
    }
  }
});

it("a rate limit that does not end breaks no rule", async () => {
  const servers = createServers();
  const ended = await runIn([...urlOf("events"), "--tier", "faults", "--format", "json"], environmentOf(servers), (url, init) =>
    url.endsWith("/auditevents")
      ? Promise.resolve(Response.json({ status: 429, message: "Too many requests for this token" }, { status: 429 }))
      : fetchOf(servers)(url, init),
  );
  expect(ended.code).toBe(0);
  expect(rulesWith("not tested", reportsOf(ended))).toContain("listAuditEvents.page-size");
});

it("pages that are compared begin at the same time", async () => {
  const servers = createServers();
  const now = Date.parse("2026-03-10T09:00:00Z");
  let passed = 0;
  const starts = new Set<string>();
  const clock = { ...platformClock, wallNow: () => now + (passed += 1000) };
  await runIn(
    urlOf("events"),
    environmentOf(servers),
    (url, init) => {
      const [, start = ""] = /"start_time":"([^"]+)"/.exec(new TextDecoder().decode(init.body as Uint8Array | undefined)) ?? [];
      if (start !== "" && Date.parse(start) < now - 86_400_000) starts.add(start);
      return fetchOf(servers)(url, init);
    },
    { clock },
  );
  expect(starts.size).toBe(1);
});

it.each([
  ["before each request", 20, () => true],
  ["before a cursor is sent again", 3, (cursor: string, seen: readonly string[]) => seen.at(-1) === cursor],
])("events that arrive %s break no rule", async (_when, eventsPerStream, arrives) => {
  const servers = { ...createServers(), events: createEventsEmulator({ clock: manualClock(NOW), seed: { eventsPerStream } }) };
  const seen: string[] = [];
  const ended = await runIn([...urlOf("events"), "--format", "json"], environmentOf(servers), (url, init) => {
    const [, cursor = ""] = /"cursor":"([^"]+)"/.exec(new TextDecoder().decode(init.body as Uint8Array | undefined)) ?? [];
    for (const name of arrives(cursor, seen) ? (["auditevents", "itemusages", "signinattempts"] as const) : []) {
      const stream = servers.events.store.stream(name);
      stream.append(stream.events.slice(-1).map((event) => ({ ...event, uuid: crypto.randomUUID(), timestamp: NOW })) as never);
    }
    if (cursor !== "") seen.push(cursor);
    return fetchOf(servers)(url, init);
  });
  expect(rulesWith("broken", reportsOf(ended))).toEqual([]);
  expect(rulesWith("held", reportsOf(ended))).toEqual(expect.arrayContaining(["listAuditEvents.poll", "listAuditEvents.cursor-again"]));
});

it("an item that a killed run has left is named, and not deleted", async () => {
  const servers = createServers();
  const { vault } = servers;
  const path = `https://vault.example.com/v1/vaults/${vault.store.vaults.list()[0]?.id}/items`;
  const headers = { authorization: `Bearer ${vault.token}`, "content-type": "application/json" };
  const body = JSON.stringify({ title: "keywright-conformance-0123abcd first", vault: { id: vault.store.vaults.list()[0]?.id }, category: "LOGIN" });
  const { id } = (await (await vault.fetch(path, { method: "POST", headers, body })).json()) as { readonly id: string };
  const ended = await runIn([...urlOf("vault"), ...everything(servers), "--tier", "write"], environmentOf(servers), fetchOf(servers));
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(new RegExp(`^error: vault still has item ${id} in vault \\w{26}, which another run has made\\n$`));
  expect(vault.store.items.get(id)?.title).toContain("0123abcd");
});

it("a person whose teams come back in another order is restored", async () => {
  const servers = createServers();
  const { people, teams } = servers.management.store;
  const args = everything(servers);
  const email = args[args.indexOf("--disposable-person") + 1];
  const [found] = people.list(({ fields }) => fields.email === email);
  const all = teams.list().map(({ id }) => id);
  expect(all.length).toBeGreaterThan(1);
  if (found !== undefined) people.replace({ ...found, teamIds: all });
  const ended = await runIn([...urlOf("management"), ...args, "--tier", "write"], environmentOf(servers), async (url, init) => {
    const response = await fetchOf(servers)(url, init);
    const body = new TextDecoder().decode(init.body as Uint8Array | undefined);
    if (!body.includes('"jobTitle"') || !body.includes('"employeeType"')) return response;
    const person = (await response.json()) as { readonly teams?: readonly object[] };
    return Response.json({ ...person, teams: [...(person.teams ?? [])].reverse() });
  });
  expect(ended).toMatchObject({ code: 0, stderr: "" });
});
