import { readFile } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createPageScenario, type PageScenario } from "./page-scenario.ts";
import { type Prism, startPrism, startPrismProxy } from "./prism-in-process.ts";
import { contractOf, type Document, type MockedContract, type ServiceName } from "./services.ts";

/** A running mock. */
export interface RunningMock {
  /** Its address on this machine, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  close(): Promise<void>;
}

/** A running mock of one of the services. */
export interface Mock extends RunningMock {
  readonly service: ServiceName;
}

/** How a mock is started. */
export interface MockOptions {
  readonly port?: number;
  readonly engine?: (contract: MockedContract) => Promise<Prism>;
}

/**
 * Starts a mock of one of the services.
 *
 * @param service The service to mock.
 * @param options `port`: where to listen on this machine; 0 picks a free one. Default 0. `engine`: how Prism itself is started. Default: in this process.
 */
export async function startMock(service: ServiceName, options?: MockOptions): Promise<Mock> {
  return { service, ...(await startMockOf(contractOf(service), options)) };
}

/** Starts Prism alone on a service's contract, without what the mocks have in front of it. */
export function startPrismOf(service: ServiceName): Promise<RunningMock> {
  return startPrism(contractOf(service));
}

/**
 * Starts Prism in front of a server that is to keep a service's contract.
 *
 * @param upstream The address of that server.
 */
export function startProxy(service: ServiceName, upstream: string): Promise<RunningMock> {
  return startPrismProxy(contractOf(service), upstream);
}

/** Starts Prism on a contract, and in front of it what Prism cannot do: walk through pages, and give out addresses that lead back to the mock. */
export async function startMockOf(contract: MockedContract, { port = 0, engine = startPrism }: MockOptions = {}): Promise<RunningMock> {
  const { service } = contract;
  const scenario = createPageScenario(JSON.parse(await readFile(contract.documentPath, "utf8")) as Document, contract.table);
  const front = createHttpServer((incoming, outgoing) => {
    starting
      .then(({ url }) => forward(incoming, outgoing, { service, upstream: url, scenario }))
      .catch((error: unknown) => outgoing.writeHead(502, { "content-type": "text/plain" }).end(`the mock failed: ${String(error)}`));
  });
  const closeFront = async (): Promise<void> => {
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
  };
  // The port first: where it is taken, no Prism is started for nothing.
  await new Promise<void>((resolve, reject) => front.once("error", reject).listen(port, "127.0.0.1", resolve));
  const starting = engine(contract);
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

interface Target {
  readonly service: string;
  readonly upstream: string;
  readonly scenario: PageScenario;
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, { service, upstream, scenario }: Target): Promise<void> {
  const body = await readAll(incoming);
  const url = new URL(incoming.url ?? "/", upstream);
  const page = scenario({ method: incoming.method ?? "GET", pathname: url.pathname, query: url.searchParams, body: body.toString("utf8") });
  const { host: _host, ...headers } = incoming.headers;
  if (page !== undefined && headers["prefer"] === undefined) headers["prefer"] = `example=${page}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(url, { method: incoming.method ?? "GET", headers }, resolve)
      .once("error", reject)
      .end(body);
  });
  const here = `http://${incoming.headers.host ?? ""}`;
  const { "content-length": _length, "transfer-encoding": _encoding, link: _link, ...answerHeaders } = answer.headers;
  const { bytes, link } = localise(service, here, await readAll(answer), answer);
  outgoing.writeHead(answer.statusCode ?? 502, {
    ...answerHeaders,
    ...(link === undefined ? {} : { link }),
    ...(answer.statusCode === 204 ? {} : { "content-length": bytes.length }),
  });
  outgoing.end(bytes);
}

/**
 * Examples in contracts stand at `https://<service>.example.com`: addresses there become addresses of the mock. Prism gives every page the same `Link` header; it is made to agree with the body.
 */
function localise(service: string, here: string, body: Buffer, { headers }: IncomingMessage): { readonly bytes: Buffer; readonly link: string | undefined } {
  if (!/json/.test(headers["content-type"] ?? "")) return { bytes: body, link: undefined };
  const text = body.toString("utf8").replaceAll(`https://${service}.example.com`, here);
  const next = headers["link"] === undefined ? undefined : (JSON.parse(text) as { readonly next?: string }).next;
  return { bytes: Buffer.from(text), link: next === undefined ? undefined : `<${next}>; rel="next"` };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
