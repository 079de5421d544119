import { request } from "node:http";
import { expect, describe, test } from "vitest";
import { ask, type Ready, start } from "./support.ts";

/** What a browser sends with a request of the page itself. */
const OF_PAGE = { "sec-fetch-site": "same-origin" };

/** Sends a request with any headers, which `fetch` does not allow. */
function send(url: string, headers: { readonly [name: string]: string } = {}, method = "GET") {
  return new Promise<{ readonly status: number | undefined; readonly headers: { readonly [name: string]: unknown }; readonly text: string }>(
    (resolve, reject) => {
      request(url, { method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (text += part));
        response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
      })
        .on("error", reject)
        .end();
    },
  );
}

async function withPage() {
  const { ready } = await start("--ui");
  const { baseUrl, page } = ready.control as { readonly baseUrl: string; readonly page: string };
  const open = async () => {
    const opened = await send(page, { "sec-fetch-site": "none" });
    return { ...OF_PAGE, cookie: /^[^;]+/.exec(String(opened.headers["set-cookie"]))?.[0] ?? "" };
  };
  return { ready, baseUrl, page, open };
}

describe("the page of the emulator", () => {
  test("has a link that works once, and a cookie for its requests", async () => {
    const { baseUrl, page } = await withPage();
    const opened = await send(page, { "sec-fetch-site": "none" });
    expect([opened.status, opened.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const [cookie = ""] = opened.headers["set-cookie"] as string[];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
    expect((await send(page)).status).toBe(403);
    expect((await send(`${baseUrl}/?key=wrong`)).status).toBe(403);
    expect((await send(`${baseUrl}/`)).status).toBe(403);
    const own = cookie.replace(/;.*/, "");
    expect((await send(`${baseUrl}/`, { cookie: own, "sec-fetch-site": "none" })).status).toBe(200);
    expect((await send(`${baseUrl}/state`, { ...OF_PAGE, cookie: own })).status).toBe(200);
  });

  test("prints another link over the control port, but not for a web page", async () => {
    const { baseUrl, page } = await withPage();
    const { url } = JSON.parse((await send(`${baseUrl}/link`, {}, "POST")).text) as { readonly url: string };
    expect((await send(page)).status).toBe(403);
    expect((await send(url)).status).toBe(200);
    expect((await send(`${baseUrl}/link`, OF_PAGE, "POST")).status).toBe(403);
  });

  test.each<readonly [string, { readonly [name: string]: string }, number]>([
    ["of the page", {}, 204],
    ["of the page, with its origin", { origin: "" }, 204],
    ["of a page of another host", { "sec-fetch-site": "cross-site", origin: "https://page.example.com" }, 403],
    ["of a page of another port", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" }, 403],
    ["of a page of another port, which sends no origin", { "sec-fetch-site": "same-site" }, 403],
    ["of an old browser, of a page of another port", { "sec-fetch-site": "-", origin: "http://127.0.0.1:1" }, 403],
    ["of a page without an origin", { origin: "null" }, 403],
    ["without the cookie", { cookie: "-" }, 403],
    ["with another cookie", { cookie: "keywright=1" }, 403],
    ["with a host name of an attacker", { host: "rebound.example.com" }, 421],
  ])("responds to a request %s: %j", async (_who, changes, status) => {
    const { baseUrl, open } = await withPage();
    const headers = Object.entries({ ...(await open()), ...changes }).filter(([, value]) => value !== "-");
    const sent = Object.fromEntries(headers.map(([name, value]) => [name, name === "origin" && value === "" ? baseUrl : value]));
    expect((await send(`${baseUrl}/reset`, sent, "POST")).status).toBe(status);
  });

  test("loads nothing from elsewhere, and leaves no copy", async () => {
    const { baseUrl, open } = await withPage();
    const cookie = await open();
    const page = await send(`${baseUrl}/`, cookie);
    expect(page.headers).toMatchObject({
      "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    expect(page.text).not.toMatch(/https?:|<script>|style=|\son\w+=/);
    for (const part of ["app.js", "style.css", "icon.svg"]) expect((await send(`${baseUrl}/${part}`, cookie)).status).toBe(200);
    for (const path of ["/package.json", "/..%2Fpackage.json", "/..%2fREADME.md", "/nothing.js"]) expect((await send(baseUrl + path, cookie)).status).toBe(404);
  });

  test("does not exist without --ui", async () => {
    const { ready } = await start("--control-port", "0");
    const { baseUrl } = ready.control ?? { baseUrl: "" };
    expect(ready.control).toEqual({ baseUrl });
    for (const path of ["/", "/app.js"]) expect((await send(baseUrl + path)).status).toBe(404);
    expect((await send(`${baseUrl}/`, { "sec-fetch-site": "none" })).status).toBe(403);
  });
});

describe("the live requests", () => {
  /** Reads events until one matches; the events so far. */
  async function readUntil(response: Response, isLast: (event: string) => boolean): Promise<readonly string[]> {
    const events: string[] = [];
    let text = "";
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      events.push(...parts);
      if (events.some(isLast)) break;
    }
    return events;
  }

  test("are sent as events, the missed ones, too, and end with the connection", async () => {
    const { ready } = await start("--control-port", "0");
    const list = (token: string) => ask(`${ready.vault.baseUrl}/v1/vaults`, token);
    await list("first");
    await list("second");
    const live = `${ready.control?.baseUrl}/live`;
    const connection = new AbortController();
    const response = await fetch(live, { signal: connection.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reading = readUntil(response, (event) => event.includes('"status":200'));
    await list(ready.vault.token);
    const events = await reading;
    expect(events.map((event) => /"status":\d+/g.exec(event)?.[0])).toEqual(expect.arrayContaining(['"status":401', '"status":200']));
    expect(events.join("")).not.toContain(ready.vault.token);

    const [id = ""] = /(?<=^id: )\d+/.exec(events[0] ?? "") ?? [];
    const again = await readUntil(await fetch(live, { headers: { "last-event-id": String(Number(id) - 1) } }), () => true);
    expect(again[0]).toMatch(/"token":"seco…"/);
    expect(again[0]).not.toContain("firs…");
    connection.abort();
  });

  test("of the time before come in parts, the newest first, and again if the connection breaks before their end", async () => {
    const { ready } = await start("--control-port", "0");
    for (let sent = 0; sent < 120; sent += 1) await ask(`${ready.vault.baseUrl}/heartbeat`, "");
    const live = `${ready.control?.baseUrl}/live`;
    const sequences = (event: string) => [...event.matchAll(/"sequence":(\d+)/g)].map(([, sequence]) => Number(sequence));
    const events = await readUntil(await fetch(live), (event) => event.includes("id: "));
    const first = Math.min(...events.flatMap(sequences));
    expect(events.map((event) => [(sequences(event)[0] ?? 0) - first, sequences(event).length, event.includes("id: ")])).toEqual([
      [70, 50, false],
      [20, 50, false],
      [0, 20, true],
    ]);
    expect(events.every((event) => event.includes('"history":true'))).toBe(true);
  });

  test("say what is still recorded after a request to the control port", async () => {
    const { ready } = await start("--control-port", "0");
    await ask(`${ready.vault.baseUrl}/v1/vaults`, ready.vault.token);
    const response = await fetch(`${ready.control?.baseUrl}/live`);
    const reading = readUntil(response, (event) => event.includes('"kept":0'));
    await fetch(`${ready.control?.baseUrl}/requests`, { method: "DELETE" });
    expect((await reading).at(-1)).toMatch(/data: {"requests":\[\],"kept":0}$/);
  });
});

describe("the state over the control port", () => {
  const control = async (...args: readonly string[]) => {
    const { ready } = await start("--control-port", "0", ...args);
    return { ready: ready as Ready & { readonly control: object }, get: async (path: string) => (await fetch(`${ready.control?.baseUrl}${path}`)).json() };
  };

  test("has the collections of each service with their sizes, and its operations", async () => {
    const { ready, get } = await control();
    const { services } = (await get("/state")) as { readonly services: readonly { readonly name: string; readonly collections: readonly object[] }[] };
    expect(services.map(({ name }) => name)).toEqual(["management", "vault", "events"]);
    expect(services[1]).toMatchObject({ baseUrl: ready.vault.baseUrl, operationIds: expect.arrayContaining(["listVaults"]) });
    expect(services[1]?.collections).toContainEqual({ name: "vaults", count: 5 });
    expect(services[2]?.collections).toContainEqual({ name: "auditevents", count: 4000 });
  });

  test("has the entries of a collection in pages, and finds text", async () => {
    const { get } = await control();
    const page = (await get("/state/events/auditevents?from=3990&limit=50")) as { readonly total: number; readonly rows: readonly object[] };
    expect([page.total, page.rows.length]).toEqual([4000, 10]);
    const { total, rows } = (await get("/state/management/people?text=CONTRACTOR.TWELVE")) as { readonly total: number; readonly rows: readonly object[] };
    expect([total > 0, rows.length]).toEqual([true, total]);
    for (const row of rows) expect(JSON.stringify(row).toLowerCase()).toContain("contractor.twelve");
    expect(await get("/state/vault/people")).toMatchObject({ status: 404, message: "There is no collection people of vault; GET /state lists them" });
  });

  test("masks the secrets of the contracts, tokens, and the secrets of programs, and does not find them", async () => {
    const { ready, get } = await control();
    const shown = async (path: string) => JSON.stringify(await get(`/state/${path}?limit=200`));
    const items = (await get("/state/vault/items?limit=200")) as { readonly rows: readonly { readonly fields: readonly { readonly value?: string }[] }[] };
    const values = items.rows.flatMap(({ fields }) => fields.map(({ value }) => value)).filter((value) => value !== undefined && value !== "");
    expect([values.length > 10, new Set(values)]).toEqual([true, new Set(["…"])]);
    const contents = [...(await shown("vault/items")).matchAll(/"contentBase64":"([^"]*)"/g)].map(([, content]) => content);
    expect([contents.length > 2, new Set(contents)]).toEqual([true, new Set(["…"])]);
    expect(await shown("management/apps")).not.toContain(ready.management.clientSecret);
    for (const [service, { token }] of [
      ["management", ready.management],
      ["vault", ready.vault],
      ["events", ready.events],
    ] as const) {
      expect(await shown(`${service}/tokens`)).toContain(`"${token.slice(0, 4)}…"`);
      expect(await shown(`${service}/tokens`)).not.toContain(token);
      expect(await get(`/state/${service}/tokens?text=${token}`)).toMatchObject({ total: 0 });
    }
    expect(await shown("management/people")).toContain("@");
  });

  test("shows what a client has changed", async () => {
    const { ready, get } = await control();
    await ask(`${ready.vault.baseUrl}/v1/vaults`, "wrong");
    expect(await get("/state/vault/requestCounts?text=401")).toMatchObject({ rows: [{ method: "GET", status: 401, count: 1 }] });
  });
});
