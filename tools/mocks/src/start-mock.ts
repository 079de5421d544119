import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type Document, type Service, serviceOf } from "./clients.ts";
import { createPageScenario, type PageScenario } from "./page-scenario.ts";
import { type Log, type RunningMock, startPrism } from "./prism.ts";
import { prismDocument } from "./prism-document.ts";

/** A running mock of one of the services. */
export interface Mock extends RunningMock {
  readonly service: string;
}

/** How a mock is started. */
export interface MockOptions {
  /** Where to listen on this machine; 0 picks a free port. Default: 0. */
  readonly port?: number;
  readonly log?: Log;
  /** Starts Prism on the file of a contract. */
  readonly engine?: (documentPath: string, log?: Log) => Promise<RunningMock>;
}

/** Starts a mock of one of the services. */
export async function startMock(service: string, options?: MockOptions): Promise<Mock> {
  return { service, ...(await startMockOf(serviceOf(service), options)) };
}

/**
 * Starts Prism on a contract, and in front of it what Prism cannot do: walk through pages, send each page with its own headers, and give out addresses that lead
 * back to the mock.
 *
 * @param contract Its examples are at `https://<name>.example.com`; the table was generated from it.
 */
export async function startMockOf(
  { name, documentPath, table }: Pick<Service, "name" | "documentPath" | "table">,
  { port = 0, log, engine = startPrism }: MockOptions = {},
): Promise<RunningMock> {
  const document = JSON.parse(await readFile(documentPath, "utf8")) as Document;
  const scenario = createPageScenario(document, table);
  const front = createServer((incoming, outgoing) => {
    starting
      .then(({ url }) => forward(incoming, outgoing, { origin: `https://${name}.example.com`, upstream: url, scenario }))
      .catch((error: unknown) => outgoing.writeHead(502, { "content-type": "text/plain" }).end(`the mock failed: ${String(error)}`));
  });
  const closeFront = async (): Promise<void> => {
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
  };
  // The port first: if it is taken, no Prism is started for nothing.
  await new Promise<void>((resolve, reject) => front.once("error", reject).listen(port, "127.0.0.1", resolve));
  const starting = startOn(document, (path) => engine(path, log));
  const prism = await starting.catch(async (error: unknown) => {
    await closeFront();
    throw error;
  });
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    async close() {
      await closeFront();
      await prism.close();
    },
  };
}

/** Starts Prism on what it can mock of a contract, which it reads from a file. */
async function startOn(document: Document, engine: (documentPath: string) => Promise<RunningMock>): Promise<RunningMock> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-mock-"));
  try {
    const documentPath = join(folder, "openapi.json");
    await writeFile(documentPath, prismDocument(document));
    return await engine(documentPath);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Target {
  /** Where the examples of the contract are: addresses there become addresses of the mock. */
  readonly origin: string;
  readonly upstream: string;
  readonly scenario: PageScenario;
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, { origin, upstream, scenario }: Target): Promise<void> {
  const body = await buffer(incoming);
  const url = new URL(incoming.url ?? "/", upstream);
  const { method = "GET" } = incoming;
  const page = scenario.pageOf({ method, pathname: url.pathname, query: url.searchParams, body: body.toString() });
  const { host = "", ...headers } = incoming.headers;
  if (page !== undefined) headers["prefer"] ??= `example=${page}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers }, resolve).once("error", reject).end(body);
  });
  const localized = (text: string): string => text.replaceAll(origin, `http://${host}`);
  const [, example = ""] = /\bexample=([\w-]+)/.exec(String(headers["prefer"])) ?? [];
  const ofPage = Object.entries(scenario.headersOf(method, url.pathname, example)).filter(([name]) => answer.headers[name] !== undefined);
  const { "content-length": _length, "transfer-encoding": _encoding, ...answerHeaders } = answer.headers;
  const bytes = await buffer(answer);
  const out = /json/.test(answer.headers["content-type"] ?? "") ? Buffer.from(localized(bytes.toString())) : bytes;
  const kept = Object.entries({ ...answerHeaders, ...Object.fromEntries(ofPage) }).filter(([, value]) => value !== undefined);
  outgoing.writeHead(answer.statusCode ?? 502, {
    ...Object.fromEntries(kept.map(([name, value]) => [name, typeof value === "string" ? localized(value) : value])),
    ...(answer.statusCode === 204 ? {} : { "content-length": out.length }),
  });
  outgoing.end(out);
}
