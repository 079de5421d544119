import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Service, serviceOf } from "./clients.ts";
import { createPages, type Pages } from "./pages.ts";
import { type Prism, startPrism } from "./prism.ts";
import { prismDocument } from "./prism-document.ts";

export type Mock = Prism & { readonly service: string };

/** Options of a mock. */
export interface MockOptions {
  /** The port on this machine; 0 selects a free one. Default: 0. */
  readonly port?: number;
  /** Starts Prism. Default: in this process. */
  readonly engine?: (document: object) => Promise<Prism>;
}

export function startMock(service: string, options?: MockOptions): Promise<Mock> {
  return startMockOf(serviceOf(service), options);
}

/**
 * Starts Prism on a service's contract, without what mocks add.
 *
 * @param upstream A server that Prism checks as its proxy. Default: Prism responds by itself.
 */
export function startPrismOf(service: string, upstream?: string): Promise<Prism> {
  return startPrism(serviceOf(service).documentPath, upstream);
}

/**
 * Starts Prism on a contract, and a proxy that selects pages, sends their headers, and returns
 * URLs of the mock.
 */
export async function startMockOf(
  { name: service, document, table }: Pick<Service, "name" | "document" | "table">,
  { port = 0, engine = startPrism }: MockOptions = {},
): Promise<Mock> {
  const pages = createPages(document, table);
  const front = createServer((incoming, outgoing) => {
    starting
      .then(({ url }) => forward(incoming, outgoing, { service, upstream: url, pages }))
      .catch((error: unknown) => outgoing.writeHead(502, { "content-type": "text/plain" }).end(`the mock failed: ${String(error)}`));
  });
  const closeFront = async (): Promise<void> => {
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
  };
  // If the port is taken, Prism is not started.
  await once(front.listen(port, "127.0.0.1"), "listening");
  const { port: own } = front.address() as AddressInfo;
  const starting = engine(prismDocument(document));
  const prism = await starting.catch(async (error: unknown) => {
    await closeFront();
    throw error;
  });
  return { service, url: `http://127.0.0.1:${own}`, close: () => closeFront().then(() => prism.close()) };
}

interface Target {
  readonly service: string;
  readonly upstream: string;
  readonly pages: Pages;
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, { service, upstream, pages }: Target): Promise<void> {
  const body = await buffer(incoming);
  const url = new URL(incoming.url ?? "/", upstream);
  const { method = "GET" } = incoming;
  const { host = "", ...headers } = incoming.headers;
  const { prefer } = headers;
  const named = prefer === undefined ? undefined : (/\bexample=([\w-]+)/.exec(String(prefer))?.[1] ?? "");
  const page = pages({ method, pathname: url.pathname, query: url.searchParams, body: body.toString("utf8") }, named);
  if (page !== undefined && prefer === undefined) headers["prefer"] = `example=${page.name}`;
  const sent = httpRequest(url, { method, headers });
  // A reset after the response has begun also fails the reading of the body.
  sent.on("error", () => {});
  const [answer] = (await once(sent.end(body), "response")) as [IncomingMessage];
  // URLs in examples begin with `https://<service>.example.com`, which becomes the URL of the mock.
  const localised = (text: string): string => text.replaceAll(`https://${service}.example.com`, `http://${host}`);
  const bytes = await buffer(answer);
  const out = /json/.test(answer.headers["content-type"] ?? "") ? Buffer.from(localised(bytes.toString("utf8"))) : bytes;
  const { "content-length": _length, "transfer-encoding": _encoding, ...answered } = answer.headers;
  for (const [name, value] of Object.entries({ ...answered, ...page?.headers })) {
    // Prism sends no header of a page with an error.
    if (value !== undefined && answered[name] !== undefined) outgoing.setHeader(name, typeof value === "string" ? localised(value) : value);
  }
  if (answer.statusCode !== 204) outgoing.setHeader("content-length", out.length);
  outgoing.writeHead(answer.statusCode ?? 502).end(out);
}
