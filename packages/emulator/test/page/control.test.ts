import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openEmulator } from "./open-page.ts";
import { expectResult, field, itemPath, view } from "./steps.ts";

const emulator = openEmulator();
const { visit, control, vault } = emulator;

describe("faults", () => {
  it("are switched on, change the next response, show their hits, and are removed", async () => {
    await visit(async (page) => {
      await view(page, "Faults");
      await field(page, "add-fault", "service").selectOption("vault");
      await field(page, "add-fault", "operationId").selectOption("listVaults");
      await field(page, "add-fault", "retryAfter").fill("3");
      await field(page, "add-fault", "times").fill("");
      await page.getByRole("button", { name: "Add" }).click();
      await expectResult(page, "The fault of listVaults is on.");
      const response = await vault("/v1/vaults");
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "3"]);
      const row = page.locator("#fault-table tbody tr");
      await expect.poll(() => row.locator("td").allTextContents()).toEqual(["vault", "listVaults", "status 503", "always", "1", "Remove"]);
      await page.getByRole("button", { name: "Remove the fault of listVaults" }).click();
      await page.getByText("No fault is on.").waitFor();
      expect((await vault("/v1/vaults")).status).toBe(200);
    });
  });

  it("of a scenario are started and removed", async () => {
    await visit(async (page) => {
      await view(page, "Faults");
      await field(page, "scenario", "name").selectOption("brownout");
      await page.getByRole("button", { name: "Start" }).click();
      await expectResult(page, "The scenario brownout is on. Removing its faults ends it.");
      const faults = (await control("GET", "/faults")) as readonly object[];
      expect(faults.length).toBeGreaterThan(0);
      const remove = page.getByRole("button", { name: "Remove the fault" });
      await expect.poll(() => remove.count()).toBe(faults.length);
      for (let left = faults.length - 1; left >= 0; left -= 1) {
        await remove.first().click();
        await expect.poll(() => remove.count()).toBe(left);
      }
      expect(await control("GET", "/faults")).toEqual([]);
    });
  });

  it("that another program adds are shown, and a request shows its fault", async () => {
    await visit(async (page) => {
      await view(page, "Faults");
      await control("POST", "/faults", { service: "vault", operationId: "*", times: 2, response: "drop" });
      await page.getByText("all operations").first().waitFor();
      await expect(vault("/v1/vaults")).rejects.toThrow("fetch failed");
      await view(page, "Requests");
      await expect.poll(() => page.locator("summary .status").first().textContent()).toBe("none");
      expect(await page.locator("summary .tag").first().textContent()).toBe("fault");
    });
  });

  it("that are not possible say why", async () => {
    const adding = visit(
      async (page) => {
        await view(page, "Faults");
        await field(page, "add-fault", "service").selectOption("vault");
        await field(page, "add-fault", "operationId").selectOption("listVaults");
        await field(page, "add-fault", "response").selectOption("expired-cursor");
        await page.getByRole("button", { name: "Add" }).click();
        await expectResult(page, "listVaults has no cursor that could expire");
      },
      {},
      /status of 400/,
    );
    await expect(adding).resolves.toBeUndefined();
  });
});

describe("tokens", () => {
  it("are issued, shown in full once, and revoked", async () => {
    await visit(async (page) => {
      await view(page, "Tokens");
      await field(page, "issue", "service").selectOption("vault");
      await field(page, "issue", "expiresInSeconds").fill("600");
      await page.getByRole("button", { name: "Issue" }).click();
      await expectResult(page, "The token was issued. It is shown in full only now.");
      const token = await page.locator("#issued input").inputValue();
      expect((await vault("/v1/vaults", { token })).status).toBe(200);
      const row = page.locator("#token-table tbody tr").filter({ hasText: `${token.slice(0, 4)}…` });
      expect(await row.count()).toBeGreaterThan(0);
      expect(await page.locator("#token-table").textContent()).not.toContain(token);
      await row.last().getByRole("button").click();
      await expectResult(page, "The token was revoked.");
      expect((await vault("/v1/vaults", { token })).status).toBe(401);
    });
  });
});

describe("the clock", () => {
  it("is held, moved and set", async () => {
    const date = async () => (await vault("/heartbeat")).headers.get("date");
    await visit(async (page) => {
      await view(page, "Clock");
      await field(page, "set", "now").fill("2031-05-06T07:08:09");
      await page.getByRole("button", { name: "Set", exact: true }).click();
      await expectResult(page, "The clock was set.");
      await page.getByRole("button", { name: "Hold" }).click();
      await page.getByRole("button", { name: "Let it run" }).waitFor();
      await field(page, "set", "now").fill("2031-05-06T07:08:09");
      await page.getByRole("button", { name: "Set", exact: true }).click();
      await expect.poll(date).toBe("Tue, 06 May 2031 07:08:09 GMT");
      await field(page, "move", "amount").fill("2");
      await field(page, "move", "unit").selectOption("days");
      await page.getByRole("button", { name: "Move" }).click();
      await expect.poll(date).toBe("Thu, 08 May 2031 07:08:09 GMT");
      await expect.poll(() => page.locator("#now").textContent()).toBe("2031-05-08 07:08:09 held");
    });
  });
});

describe("reset and snapshots", () => {
  it("restore the initial state, and the state of a file", async () => {
    const path = await itemPath(emulator);
    await visit(async (page) => {
      page.on("dialog", (dialog) => void dialog.accept());
      await vault(path, { method: "DELETE" });
      await view(page, "Clock");
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
      expect(download.suggestedFilename()).toMatch(/^snapshot-.*\.json$/);
      const file = await readFile(await download.path());
      await page.getByRole("button", { name: "Reset" }).click();
      await expectResult(page, "All services have their initial state.");
      expect((await vault(path)).status).toBe(200);
      await page.getByLabel("Restore from a file").setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: file });
      await expectResult(page, "The state of mine.json was restored.");
      expect((await vault(path)).status).toBe(404);
    });
  });

  it("say what is wrong with a file", async () => {
    await visit(async (page) => {
      await view(page, "Clock");
      await page.getByLabel("Restore from a file").setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") });
      await expectResult(page, "notes.txt is not JSON. Choose a file that this page has downloaded.");
    });
  });
});
