import { readFile } from "node:fs/promises";
import { createServer, request as send, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright";
import type { Services } from "./inside/program.ts";
import type { Outcome } from "./inside/run-packages.ts";

/**
 * Runs a bundle in a page of Chromium. The page reaches the services on its own origin, each below its name: the emulator answers no other.
 *
 * @param executablePath The program of the browser.
 * @throws Error with what the page says where it fails, and with what its console has.
 */
export async function runInChromium(executablePath: string, bundle: string, services: Services): Promise<readonly Outcome[]> {
  const server = createPageServer(await readFile(bundle, "utf8"), services);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(origin);
    const seen = Object.fromEntries(Object.entries(services).map(([name, service]) => [name, { ...service, baseUrl: `${origin}/${name}` }]));
    // A text, because the compiler of this file knows no page.
    const outcomes = await page.evaluate(`runPackages(${JSON.stringify(seen)})`).catch((error: unknown) => {
      throw new Error([String(error), ...complaints].join("\n"));
    });
    return outcomes as readonly Outcome[];
  } finally {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Serves a page with the bundle, and hands on what goes to a service. */
function createPageServer(script: string, services: Services): Server {
  return createServer((incoming, outgoing) => {
    const [, name = "", rest = ""] = /^\/(\w+)(\/.*)$/.exec(incoming.url ?? "") ?? [];
    if (!Object.hasOwn(services, name)) {
      outgoing.setHeader("content-type", incoming.url === "/bundle.js" ? "text/javascript" : "text/html");
      outgoing.end(
        incoming.url === "/bundle.js" ? script : '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script src="/bundle.js"></script>',
      );
      return;
    }
    const { baseUrl } = services[name as keyof Services];
    // With the host that the page knows: the service writes its next pages for it.
    const outward = send(new URL(rest, baseUrl), { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outward.once("error", () => outgoing.destroy());
    incoming.pipe(outward);
  });
}
