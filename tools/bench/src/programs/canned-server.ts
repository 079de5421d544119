import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { answering } from "./answering.ts";
import { pageText, smallText } from "./canned-data.ts";

/** The base address of a walk. Its first segment is `pages-items-latencyMs`. */
const WALK = /^\/(\d+)-(\d+)-(\d+)\/api\/v2\/auditevents$/;

const small = Buffer.from(smallText());
const texts = new Map<number, ReturnType<typeof pageText>>();
const head = (length: number): { readonly [name: string]: string | number } => ({ "content-type": "application/json", "content-length": length });

// The server is not measured, so it checks as little of a request as possible.
const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const walk = WALK.exec(request.url ?? "");
  if (walk === null) {
    request.resume();
    response.writeHead(200, head(small.length)).end(small);
    return;
  }
  void answerPage(request, response, walk.slice(1).map(Number));
});

async function answerPage(request: IncomingMessage, response: ServerResponse, [pages = 0, items = 0, latencyMs = 0]: readonly number[]): Promise<void> {
  const next = (await readCursor(request)) + 1;
  if (!texts.has(items)) texts.set(items, pageText(items));
  const page = Buffer.from(texts.get(items)?.(String(next), next < pages) ?? "");
  if (latencyMs > 0) await wait(latencyMs);
  response.writeHead(200, head(page.length)).end(page);
}

async function readCursor(request: IncomingMessage): Promise<number> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return Number((JSON.parse(text) as { readonly cursor?: string }).cursor ?? 0);
}

await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
answering(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
