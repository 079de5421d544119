import { join } from "node:path";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { temporaryFile } from "../cli/support.ts";
import { openEmulator } from "./open-page.ts";
import { itemPath, view } from "./steps.ts";

const FOLDER = join(import.meta.dirname, "../../../../tools/docs/guides/pictures");

const HEIGHT = 760;
const DESKTOP = { width: 1100, height: HEIGHT };
const PHONE = { width: 350, height: HEIGHT };

/** The pictures by their names: on a desktop in one color scheme, and on a phone in the other. */
const SUBJECTS = [
  { name: "emulator-requests", desktop: "light", phone: "dark", onDesktop: openRejected, onPhone: async () => {} },
  { name: "emulator-faults", desktop: "dark", phone: "light", onDesktop: openFaults, onPhone: openFaults },
] as const;

const emulator = openEmulator(() => temporaryFile("seed.json", { time: "2026-03-02T09:30:00Z" }));

it("takes the pictures of the guide to the emulator", async () => {
  await sendRequests();
  for (const { name, desktop, phone, onDesktop, onPhone } of SUBJECTS) {
    const parts = [await take({ viewport: DESKTOP, colorScheme: desktop }, onDesktop), await take({ viewport: PHONE, colorScheme: phone }, onPhone)];
    await expect(joinPictures(parts, join(FOLDER, `${name}.png`))).resolves.toBeUndefined();
  }
});

/** Shows why a request was rejected. */
async function openRejected(page: Page): Promise<void> {
  await page.getByText("createItem").click();
  await page.getByText("Response body").waitFor();
}

function openFaults(page: Page): Promise<void> {
  return view(page, "Faults");
}

async function take(options: { readonly viewport: typeof DESKTOP; readonly colorScheme: "light" | "dark" }, steps: (page: Page) => Promise<void>) {
  let picture: Buffer = Buffer.alloc(0);
  await emulator.visit(
    async (page) => {
      await steps(page);
      picture = await page.screenshot();
    },
    { ...options, reducedMotion: "reduce" },
  );
  return picture;
}

/** Writes pictures next to one another into one file, on a transparent background. */
async function joinPictures(parts: readonly Buffer[], path: string): Promise<void> {
  const page = await emulator.browser().newPage({ viewport: { width: DESKTOP.width + PHONE.width + 60, height: HEIGHT + 40 } });
  const style = "margin: 20px 0 20px 20px; border-radius: 10px; box-shadow: 0 0 0 1px #8886, 0 4px 14px #0003; vertical-align: top";
  const images = parts.map((part) => `<img src="data:image/png;base64,${part.toString("base64")}" style="${style}">`);
  await page.setContent(`<body style="margin: 0; background: none; white-space: nowrap; font-size: 0">${images.join("")}`);
  await page.screenshot({ path, omitBackground: true });
  await page.close();
}

/** Sends what a program would: some requests succeed, others are rejected or get a fault. */
async function sendRequests(): Promise<void> {
  const { events, management, vault } = emulator.ready();
  const fault = (body: object) => emulator.control("POST", "/faults", body);
  await fault({ service: "events", operationId: "listAuditEvents", times: 2, response: { status: 429, headers: { "retry-after": "1" } } });
  await fault({ service: "vault", operationId: "deleteItem", times: "always", response: "drop" });
  await fault({ service: "management", operationId: "updatePerson", when: "after", response: "reset" });
  const item = await itemPath(emulator);
  const items = item.slice(0, item.lastIndexOf("/"));
  await send(`${events.baseUrl}/api/v2/auth/introspect`, events.token);
  for (let times = 0; times < 3; times += 1) await send(`${events.baseUrl}/api/v2/auditevents`, events.token, "POST", { limit: 100 });
  await send(`${management.baseUrl}/api/audit/v1/logs?limit=2`, management.token);
  await send(`${vault.baseUrl}${items}?filter=${encodeURIComponent('title eq "Finance portal"')}`, vault.token);
  await send(vault.baseUrl + item, "expired-token");
  await expect(send(vault.baseUrl + item, vault.token, "DELETE")).rejects.toThrow("fetch failed");
  await send(vault.baseUrl + items, vault.token, "POST", { title: "Portal", category: "LOGIN" });
  await send(vault.baseUrl + item, vault.token, "PATCH", [{ op: "replace", path: "/fields/password/value", value: "correct horse" }]);
}

function send(url: string, token: string, method = "GET", body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}
