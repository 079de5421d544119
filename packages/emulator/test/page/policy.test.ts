import { startChromium } from "@keywright/tool-test-kit/testing/chromium";
import { build } from "esbuild";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

const SITE = "https://site.example.com/";
const POLICY = { "content-security-policy": "default-src 'none'; script-src 'self'; worker-src 'self'" };

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

/** Bundles a worker that sends requests to an emulator, and posts what it got. */
async function workerOf(service: string, seed: object, mistaken: object, requests: readonly (readonly [path: string, body?: object])[]): Promise<string> {
  const contents = `import * as entry from "../../src/${service}.ts";
const create = entry.create${service[0]?.toUpperCase()}${service.slice(1)}Emulator;
const outcome = (run) => { try { return run(); } catch (error) { return String(error); } };
const emulator = create({ seed: ${JSON.stringify(seed)} });
const headers = { authorization: "Bearer " + emulator.token, "content-type": "application/json" };
const responses = [];
for (const [path, body] of ${JSON.stringify(requests)}) {
  const response = await emulator.fetch("https://api.example.com" + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  responses.push([response.status, JSON.stringify(await response.json()).slice(0, 400)]);
}
postMessage({ compiled: outcome(() => new Function("return 1")()), mistaken: outcome(() => create({ seed: ${JSON.stringify(mistaken)} })), responses });`;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: import.meta.dirname }, bundle: true, write: false, format: "esm", platform: "browser" });
  return outputFiles[0]?.text ?? "";
}

test.each([
  ["vault", { vaults: 1 }, { vaults: "1" }, "/vaults must be integer or array", [["/v1/vaults"], ["/v1/vaults/1"]], "vaultUUID"],
  ["management", { people: 2 }, { people: -1 }, "/people must be >= 0", [["/api/audit/v1/logs"], ["/api/audit/v1/logs?limit=x"]], "limit"],
  [
    "events",
    { eventsPerStream: 1 },
    { eventsPerStream: 0.5 },
    "/eventsPerStream must be integer",
    [
      ["/api/v2/auditevents", {}],
      ["/api/v2/auditevents", { limit: "x" }],
    ],
    "limit",
  ],
] as const)("the emulator of %s runs in a worker whose policy lets nothing be compiled", async (service, seed, mistaken, problem, requests, invalid) => {
  const page = await browser.newPage();
  const worker = await workerOf(service, seed, mistaken, requests);
  await page.route(`${SITE}**`, (route) =>
    route.request().url() === SITE
      ? route.fulfill({ contentType: "text/html", headers: POLICY, body: "<title>Page</title>" })
      : route.fulfill({ contentType: "text/javascript", headers: POLICY, body: worker }),
  );
  await page.goto(SITE);
  const got = await page.evaluate(
    () =>
      new Promise<{ compiled: unknown; mistaken: unknown; responses: [number, string][] }>((resolve, reject) => {
        const started = new Worker("worker.js", { type: "module" });
        started.addEventListener("message", ({ data }) => resolve(data));
        started.addEventListener("error", ({ message }) => reject(new Error(message)));
      }),
  );
  expect(got.compiled).toMatch(/^EvalError/);
  expect(got.mistaken).toContain(problem);
  expect(got.responses).toMatchObject([
    [200, expect.any(String)],
    [400, expect.stringContaining(invalid)],
  ]);
  await page.close();
});
