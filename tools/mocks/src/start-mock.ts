import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document } from "./clients/index.ts";
import { createExampleHeaders, type ExampleHeaders } from "./example-headers.ts";
import { createPageScenario, type PageScenario } from "./page-scenario.ts";
import { type Prism, startPrism, startPrismProxy } from "./prism-in-process.ts";
import { contractOf, type MockedContract } from "./mocked-contract.ts";
import { prismDocument } from "./prism-document.ts";

/** A running mock. */
export interface RunningMock {
  /** Its address on this machine, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  close(): Promise<void>;
}

/** A running mock of one of the services. */
export interface Mock extends RunningMock {
  readonly service: string;
}

/** Options of a mock. */
export interface MockOptions {
  readonly port?: number;
  readonly engine?: (contract: MockedContract) => Promise<Prism>;
}

/**
 * Starts a mock of one of the services.
 *
 * @param service The service to mock.
 * @param options `port`: the port on this machine; 0 selects a free one. Default: 0. `engine`: a function that starts Prism. Default: in this process.
 */
export async function startMock(service: string, options?: MockOptions): Promise<Mock> {
  return { service, ...(await startMockOf(contractOf(service), options)) };
}

/** Starts Prism on a service's contract, without the mocks' proxy. */
export function startPrismOf(service: string): Promise<RunningMock> {
  return startPrism(contractOf(service));
}

/**
 * Starts Prism as a proxy that checks a server against a service's contract.
 *
 * @param upstream The address of that server.
 */
export function startProxy(service: string, upstream: string): Promise<RunningMock> {
  return startPrismProxy(contractOf(service), upstream);
}

/**
 * Starts Prism on a contract, and a proxy that adds what Prism cannot do: select pages, send the headers of each page, and return URLs of
 * the mock.
 */
export async function startMockOf(contract: MockedContract, { port = 0, engine = startPrism }: MockOptions = {}): Promise<RunningMock> {
  const { service } = contract;
  const document = JSON.parse(await readFile(contract.documentPath, "utf8")) as Document;
  const scenario = createPageScenario(document, contract.table);
  const headersOf = createExampleHeaders(document, contract.table);
  const front = createHttpServer((incoming, outgoing) => {
    starting
      .then(({ url }) => forward(incoming, outgoing, { service, upstream: url, scenario, headersOf }))
      .catch((error: unknown) => outgoing.writeHead(502, { "content-type": "text/plain" }).end(`the mock failed: ${String(error)}`));
  });
  const closeFront = async (): Promise<void> => {
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
  };
  // If the port is taken, Prism is not started.
  await new Promise<void>((resolve, reject) => front.once("error", reject).listen(port, "127.0.0.1", resolve));
  const starting = startOn(contract, document, engine);
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

/** Starts Prism on the parts of a contract that it can mock. Keeps their file until Prism ends, because Prism's command watches it. */
async function startOn(contract: MockedContract, document: Document, engine: (contract: MockedContract) => Promise<Prism>): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-mock-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const documentPath = join(folder, "openapi.json");
    await writeFile(documentPath, JSON.stringify(prismDocument(document)));
    const prism = await engine({ ...contract, documentPath });
    return { ...prism, close: () => prism.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Target {
  readonly service: string;
  readonly upstream: string;
  readonly scenario: PageScenario;
  readonly headersOf: ExampleHeaders;
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, { service, upstream, scenario, headersOf }: Target): Promise<void> {
  const body = await readAll(incoming);
  const url = new URL(incoming.url ?? "/", upstream);
  const { method = "GET" } = incoming;
  const page = scenario({ method, pathname: url.pathname, query: url.searchParams, body: body.toString("utf8") });
  const { host: _host, ...headers } = incoming.headers;
  if (page !== undefined && headers["prefer"] === undefined) headers["prefer"] = `example=${page}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(url, { method, headers }, resolve).once("error", reject).end(body);
  });
  const here = `http://${incoming.headers.host ?? ""}`;
  // URLs in examples begin with `https://<service>.example.com`, which becomes the URL of the mock.
  const localised = (text: string): string => text.replaceAll(`https://${service}.example.com`, here);
  const [, example = ""] = /\bexample=([\w-]+)/.exec(String(headers["prefer"])) ?? [];
  const named = Object.entries(headersOf(method, url.pathname, example)).filter(([name]) => answer.headers[name] !== undefined);
  const { "content-length": _length, "transfer-encoding": _encoding, ...answerHeaders } = answer.headers;
  const bytes = await readAll(answer);
  const out = /json/.test(answer.headers["content-type"] ?? "") ? Buffer.from(localised(bytes.toString("utf8"))) : bytes;
  const kept = Object.entries({ ...answerHeaders, ...Object.fromEntries(named) }).filter(([, value]) => value !== undefined);
  outgoing.writeHead(answer.statusCode ?? 502, {
    ...Object.fromEntries(kept.map(([name, value]) => [name, typeof value === "string" ? localised(value) : value])),
    ...(answer.statusCode === 204 ? {} : { "content-length": out.length }),
  });
  outgoing.end(out);
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
