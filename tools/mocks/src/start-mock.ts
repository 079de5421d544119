import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createExamplePages } from "./example-pages.ts";
import { type RunningMock, startPrism } from "./prism.ts";
import { prismDocument } from "./prism-document.ts";
import type { Service } from "./services.ts";

/** A contract with its generated table. URLs in its examples begin with `https://<name>.example.com`. */
export type MockedService = Pick<Service, "name" | "document" | "table">;

/** Options of a mock. */
export interface MockOptions {
  /** The port on this machine; 0 selects a free one. Default: 0. */
  readonly port?: number;
  /** Is called with a line for each response: the request, the status, and the violations of the contract. */
  readonly log?: (line: string) => void;
}

/** Starts Prism on a contract, and a proxy that adds what Prism cannot do: select pages, send the headers of each page, and return URLs of the mock. */
export async function startMock({ name, document, table }: MockedService, { port = 0, log }: MockOptions = {}): Promise<RunningMock> {
  const listAt = createExamplePages(document, table);
  const prism = await startPrism(prismDocument(document));
  const front = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch((error: unknown) => outgoing.writeHead(502, { "content-type": "text/plain" }).end(`the mock failed: ${String(error)}`));
  });

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const url = new URL(incoming.url ?? "/", prism.url);
    const { method = "GET" } = incoming;
    const { host = "", ...headers } = incoming.headers;
    const list = listAt(method, url.pathname);
    const selected = list?.select(url.searchParams, body.toString());
    if (selected !== undefined) headers["prefer"] ??= `example=${selected.name}`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method, headers }, resolve).once("error", reject).end(body);
    });
    const local = (text: string): string => text.replaceAll(`https://${name}.example.com`, `http://${host}`);
    const { "content-length": _length, "transfer-encoding": _encoding, ...kept } = response.headers;
    // Prism sends the first example of a header with every page.
    const [, example] = /\bexample=([\w-]+)/.exec(String(headers["prefer"])) ?? [];
    const own = list?.pages.find((page) => page.name === example)?.headers ?? {};
    for (const header of Object.keys(own)) if (header in kept) kept[header] = own[header];
    for (const [header, value] of Object.entries(kept)) if (value !== undefined) outgoing.setHeader(header, typeof value === "string" ? local(value) : value);
    const bytes = await buffer(response);
    const sent = /json/.test(kept["content-type"] ?? "") ? Buffer.from(local(bytes.toString())) : bytes;
    const { statusCode = 502 } = response;
    if (statusCode !== 204) outgoing.setHeader("content-length", sent.length);
    outgoing.writeHead(statusCode).end(sent);
    log?.(`${method} ${incoming.url} ${statusCode} ${String(kept["sl-violations"] ?? "")}`.trim());
  }

  async function close(): Promise<void> {
    front.closeAllConnections();
    await Promise.all([new Promise((resolve) => front.close(resolve)), prism.close()]);
  }

  front.listen(port, "127.0.0.1");
  await once(front, "listening").catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, close };
}
