import { describe, expect, it } from "vitest";
import { openEmulator } from "./open-page.ts";
import { collection, field, itemPath } from "./steps.ts";

const emulator = openEmulator();
const { controlUrl, visit, control, vault } = emulator;

describe("the page", () => {
  it("says what to do while its script has not run", async () => {
    const loading = "Without JavaScript, use the control port, such as GET /requests.";
    await visit(
      async (page) => {
        expect(await page.getByText(loading).isVisible()).toBe(false);
        await page.route("**/app.js", (route) => route.abort());
        await page.reload();
        await page.getByText(loading).waitFor();
      },
      {},
      /ERR_FAILED/,
    );
  });
});

describe("requests", () => {
  it("appear within a second, with secrets masked until they are asked for", async () => {
    const path = await itemPath(emulator);
    await visit(async (page) => {
      const { fields } = (await (await vault(path)).json()) as { readonly fields: readonly { readonly value?: string; readonly purpose?: string }[] };
      const secret = fields.find(({ value = "" }) => value.length > 4)?.value ?? "";
      await page.getByText("getItem").first().click({ timeout: 1000 });
      const body = page.getByRole("group", { name: "Response body" });
      await expect.poll(() => body.textContent()).toContain('"value": "…"');
      expect(secret).not.toBe("");
      expect(await page.locator("main").textContent()).not.toContain(secret);
      await page.getByRole("button", { name: "Show secrets" }).click();
      await expect.poll(() => body.textContent()).toContain(secret);
      await page.getByRole("button", { name: "Hide secrets" }).click();
      await expect.poll(() => body.textContent()).not.toContain(secret);
    });
  });

  it("say which rule rejected them", async () => {
    await visit(async (page) => {
      await vault("/v1/vaults", { token: "wrong" });
      await page.getByText("listVaults").click();
      await expect.poll(() => page.locator(".detail").textContent()).toContain("authentication: the credentials are missing, invalid or expired");
      await vault("/v1/activity?limit=none");
      await page.getByText("listActivity").first().click();
      await expect.poll(() => page.locator(".detail").first().textContent()).toContain("request: the request does not match the contract");
      expect(await page.locator(".detail").first().textContent()).toMatch(/Because.*limit/);
    });
  });

  it("say what the emulator did not read", async () => {
    await visit(async (page) => {
      await vault("/v1/vaults?colour=red");
      await vault("/v1/vaults");
      await expect.poll(() => page.locator("#request-list > li").count()).toBe(2);
      await field(page, "requests", "status").selectOption("not read");
      const shown = page.locator("#request-list > li:visible");
      expect(await shown.locator(".tag").allTextContents()).toEqual(["1 not read"]);
      await shown.locator("summary").click();
      await expect.poll(() => shown.locator(".detail dl").textContent()).toContain("Not read?colour");
    });
  });

  it("can be filtered, paused and cleared", async () => {
    await visit(async (page) => {
      const shown = page.locator("#request-list > li:visible");
      await vault("/v1/vaults");
      await vault("/v1/vaults", { token: "wrong" });
      await vault("/heartbeat");
      await expect.poll(() => shown.count()).toBe(3);
      await field(page, "requests", "status").selectOption("4xx");
      expect(await shown.count()).toBe(1);
      await field(page, "requests", "status").selectOption("all");
      await field(page, "requests", "text").fill("heart");
      expect([await shown.count(), await page.locator("#request-count").textContent()]).toEqual([1, "1 of 3"]);
      await field(page, "requests", "text").fill("");
      await field(page, "requests", "service").selectOption("events");
      expect(await shown.count()).toBe(0);
      await field(page, "requests", "service").selectOption("all");

      await page.getByRole("button", { name: "Pause" }).click();
      await vault("/v1/vaults");
      await page.getByRole("button", { name: "Resume (1 new)" }).click();
      await expect.poll(() => shown.count()).toBe(4);
      await page.getByRole("button", { name: "Clear" }).click();
      await expect.poll(() => shown.count()).toBe(0);
      expect(await control("GET", "/requests")).toMatchObject({ requests: [] });
    });
  });

  it.each(["constructor", "%"])("are shown if the address names no view, such as #%s", async (hash) => {
    await visit(async (page) => {
      await page.goto(`${controlUrl()}/#${hash}`);
      await page.reload();
      await page.getByText("live", { exact: true }).waitFor();
      expect(await page.title()).toMatch(/^Requests/);
    });
  });

  it("of the time before the page are there, and new ones after it is loaded again", async () => {
    await vault("/v1/vaults");
    for (let sent = 0; sent < 60; sent += 1) await vault("/health");
    await visit(async (page) => {
      await page.getByText("listVaults").waitFor();
      const listed = page.locator("#request-list > li");
      expect([await listed.count(), await page.locator("#request-list > li.new").count()]).toEqual([61, 0]);
      expect(await listed.last().textContent()).toContain("listVaults");
      expect(page.url()).not.toContain("key=");
      await page.reload();
      await vault("/heartbeat");
      await page.getByText("/heartbeat").waitFor({ timeout: 2000 });
    });
  });
});

describe("state", () => {
  it("is in tables with pages, from each collection", async () => {
    await visit(async (page) => {
      await collection(page, "events/auditevents");
      await page.getByText("1 to 50 of 4,000").waitFor();
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("51 to 100 of 4,000").waitFor();
      await collection(page, "management/people");
      await field(page, "state", "text").fill("contractor.twelve");
      await expect.poll(() => page.locator("#entries tbody tr").count()).toBeLessThan(5);
      await page.locator("#entries button").first().click();
      expect(await page.locator("#entries pre").textContent()).toMatch(/contractor.twelve/);
    });
  });

  it("shows at once what a client writes, and no secret", async () => {
    const path = await itemPath(emulator);
    const item = (await (await vault(path)).json()) as { readonly title: string; readonly fields: readonly { readonly value?: string }[] };
    await visit(async (page) => {
      await collection(page, "vault/items");
      await field(page, "state", "text").fill(item.title);
      const table = page.locator("#entries");
      await table.getByText(item.title).first().click();
      const secrets = item.fields.map(({ value = "" }) => value).filter((value) => value.length > 4);
      const text = (await table.textContent()) ?? "";
      expect([secrets.length > 0, secrets.filter((secret) => text.includes(secret))]).toEqual([true, []]);
      await table.getByRole("button").first().click();
      await vault(path, { method: "PATCH", body: '[{"op":"replace","path":"/title","value":"Renamed"}]', headers: { "content-type": "application/json" } });
      await field(page, "state", "text").fill("Renamed");
      await expect.poll(() => table.textContent()).toContain("Renamed");
    });
  });
});
