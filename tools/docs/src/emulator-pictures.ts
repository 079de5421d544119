import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath } from "@keywright/tool-consumers/chromium";
import { type Browser, chromium, type Page } from "playwright";
import { type Ready, startEmulator } from "./emulator-command.ts";
import { PICTURES } from "./places.ts";

/** How a part of a picture is taken. */
interface Look {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: "light" | "dark";
}

/** What a person does before the picture is taken. */
type Steps = (page: Page) => Promise<void>;

const HEIGHT = 760;
const DESKTOP = { width: 1100, height: HEIGHT };
const PHONE = { width: 350, height: HEIGHT };

/** The pictures by their names: on a desktop in one color scheme, and on a phone in the other. */
const SUBJECTS: readonly { readonly name: string; readonly desktop: Look["colorScheme"]; readonly steps: Steps }[] = [
  { name: "emulator-requests", desktop: "light", steps: openRequest },
  { name: "emulator-faults", desktop: "dark", steps: (page) => page.getByRole("link", { name: "Faults" }).click() },
];

/** Takes the pictures of the emulator's page, with an emulator that gets the requests of a program. Returns their paths. */
export async function takePictures(): Promise<readonly string[]> {
  await mkdir(PICTURES, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), "keywright-pictures-"));
  const seed = join(folder, "seed.json");
  await writeFile(seed, JSON.stringify({ time: "2026-03-02T09:30:00Z" }));
  const emulator = await startEmulator("--seed", seed);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"] });
  try {
    await sendRequests(emulator.ready);
    const paths: string[] = [];
    for (const { name, desktop, steps } of SUBJECTS) {
      const phone = desktop === "light" ? "dark" : "light";
      const parts = [
        await take(browser, emulator.ready, { ...DESKTOP, colorScheme: desktop }, steps),
        await take(browser, emulator.ready, { ...PHONE, colorScheme: phone }, steps),
      ];
      const path = join(PICTURES, `${name}.png`);
      await joinPictures(browser, parts, path);
      paths.push(path);
    }
    return paths;
  } finally {
    await browser.close();
    await emulator.stop();
    await rm(folder, { recursive: true });
  }
}

/** Takes a picture of the page in a window of its own. */
async function take(browser: Browser, { control }: Ready, { width, height, colorScheme }: Look, steps: Steps): Promise<Buffer> {
  const { url } = (await (await fetch(`${control.baseUrl}/link`, { method: "POST" })).json()) as { readonly url: string };
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByText("live", { exact: true }).waitFor();
  await steps(page);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

/** Writes pictures side by side into one file, on a transparent background. */
async function joinPictures(browser: Browser, parts: readonly Buffer[], path: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: DESKTOP.width + PHONE.width + 60, height: HEIGHT + 40 } });
  const page = await context.newPage();
  const style = "margin: 20px 0 20px 20px; border-radius: 10px; box-shadow: 0 0 0 1px #8886, 0 4px 14px #0003; vertical-align: top";
  const images = parts.map((part) => `<img src="data:image/png;base64,${part.toString("base64")}" style="${style}">`);
  await page.setContent(`<body style="margin: 0; background: none; white-space: nowrap; font-size: 0">${images.join("")}`);
  await page.screenshot({ path, omitBackground: true });
  await context.close();
}

/** Sends what a program would: some requests succeed, others are rejected or get a fault. */
async function sendRequests({ control, vault, events, management }: Ready): Promise<void> {
  const fault = (body: object) => fetch(`${control.baseUrl}/faults`, { method: "POST", body: JSON.stringify(body) });
  await fault({ service: "events", operationId: "listAuditEvents", times: 2, answer: { status: 429, headers: { "retry-after": "1" } } });
  await fault({ service: "vault", operationId: "deleteItem", times: "always", answer: "drop" });
  await fault({ service: "management", operationId: "updatePerson", when: "after", answer: "reset" });
  const vaults = (await (await send(`${vault.baseUrl}/v1/vaults`, vault.token)).json()) as readonly { readonly id: string }[];
  const items = `${vault.baseUrl}/v1/vaults/${vaults[0]?.id}/items`;
  await send(`${events.baseUrl}/api/v2/auth/introspect`, events.token);
  await send(`${events.baseUrl}/api/v2/auditevents`, events.token, "POST", { limit: 100 });
  await send(`${events.baseUrl}/api/v2/auditevents`, events.token, "POST", { limit: 100 });
  await send(`${events.baseUrl}/api/v2/auditevents`, events.token, "POST", { limit: 100 });
  await send(`${management.baseUrl}/api/audit/v1/logs?limit=2`, management.token);
  await send(`${items}?filter=${encodeURIComponent('title eq "Finance portal"')}`, vault.token);
  await send(`${items}/${vault.fileItemUUID}`, "expired-token");
  await send(`${items}/${vault.fileItemUUID}`, vault.token, "DELETE").catch(() => "the fault closes the connection");
  await send(`${items}`, vault.token, "POST", { title: "Portal", category: "LOGIN" });
  await send(`${items}/${vault.fileItemUUID}`, vault.token, "PATCH", [{ op: "replace", path: "/fields/password/value", value: "correct horse" }]);
}

function send(url: string, token: string, method = "GET", body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

/** Shows on a desktop why a request was rejected; on a phone the list alone. */
async function openRequest(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) <= PHONE.width) return;
  await page.getByText("createItem").click();
  await page.getByText("Response body").waitFor();
}
