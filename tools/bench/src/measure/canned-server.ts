import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { pageText, smallText } from "../programs/canned-data.ts";

/** The base address of a walk. Its first segment is `pages-items-latencyMs`. */
const WALK = /^\/(\d+)-(\d+)-(\d+)\/api\/v2\/auditevents$/;

/** Runs `work` with a server in this process: only clients, in their own, are measured. */
export async function withCannedServer<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const small = smallText();
  const texts = new Map<number, ReturnType<typeof pageText>>();
  // It checks as little of a request as possible.
  const server = createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
    const walk = WALK.exec(request.url ?? "");
    if (walk === null) {
      request.resume();
      send(response, small);
      return;
    }
    const [pages = 0, items = 0, latencyMs = 0] = walk.slice(1).map(Number);
    const next = (await readCursor(request)) + 1;
    const text = texts.get(items) ?? pageText(items);
    texts.set(items, text);
    if (latencyMs > 0) await wait(latencyMs);
    send(response, text(String(next), next < pages));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function send(response: ServerResponse, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
}

async function readCursor(request: IncomingMessage): Promise<number> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return Number((JSON.parse(text) as { readonly cursor?: string }).cursor ?? 0);
}
