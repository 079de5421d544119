import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../../core/time/clock.ts";
import { isAllowed, rejectHost } from "../../core/http/request-target.ts";
import { type Capture, capture, type CapturedBody } from "../cassette/captured-body.ts";
import { baseOf } from "../cassette/move-addresses.ts";
import { withOwnAddresses, forwardedHeaders, headerIn, valuesOf } from "./own-addresses.ts";
import { LONGEST_RECORDED } from "../cassette/record-body.ts";
import type { ReceivedResponse, SentRequest } from "../cassette/record-exchange.ts";

/** Options of {@link startProxy}. */
export interface ProxyOptions {
  readonly clock: Clock;
  readonly upstream: URL;
  /** Port of 127.0.0.1; 0 picks a free one. */
  readonly port: number;
  /** Called before the end of a response is passed on; if it fails, the connection is closed. */
  readonly onExchange: (sent: SentRequest, response: ReceivedResponse, durationMs: number) => Promise<void>;
  /** Called if a request has no recorded response. */
  readonly onFailure: (message: string) => void;
  /** Longest time without a byte of the upstream server in milliseconds. */
  readonly idleTimeoutMs?: number;
}

/** A running proxy. */
export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a proxy on loopback. Responses are unchanged, except for addresses of the server. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (incoming, outgoing) => {
    void pass(incoming, outgoing, options);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(options.port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const LOCAL = new Set(["localhost"]);

async function pass(incoming: IncomingMessage, outgoing: ServerResponse, options: ProxyOptions): Promise<void> {
  if (incoming.url?.startsWith("/") !== true) {
    outgoing.writeHead(400, { "content-type": "text/plain" }).end("This is no general proxy: use its address as the base address of the client.\n");
    return;
  }
  // Otherwise a page with a rebound name could reach the upstream server.
  if (!isAllowed(incoming.headers.host ?? "", LOCAL)) return rejectHost(outgoing);
  const fail = (reason: string): void => options.onFailure(`${incoming.method} ${pathOf(incoming)}: ${reason}`);
  let received: IncomingMessage | undefined;
  let isGone = false;
  // Clients cancel requests that they no longer need.
  outgoing.once("close", () => (isGone = !outgoing.writableFinished && (received === undefined || received.errored === null)));
  try {
    const start = options.clock.now();
    const sent = capture(LONGEST_RECORDED);
    received = await forward(incoming, outgoing, options, sent.add);
    await passResponse(received, incoming, outgoing, options, (response) =>
      options.onExchange(sentOf(incoming, sent.finish()), response, Math.round(options.clock.now() - start)),
    );
  } catch (error) {
    if (received === undefined && !isGone) {
      const message = `The proxy got no response of ${options.upstream.origin}: ${reasonOf(error)}`;
      fail(message);
      outgoing.writeHead(502, { "content-type": "application/json", connection: "close" }).end(JSON.stringify({ status: 502, message }));
      return;
    }
    if (!isGone) fail(`${error instanceof Error ? error.message : String(error)}; not recorded`);
    outgoing.destroy();
  }
}

async function passResponse(
  received: IncomingMessage,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { upstream }: ProxyOptions,
  onResponse: (response: ReceivedResponse) => Promise<void>,
): Promise<void> {
  const { statusCode: status = 502, statusMessage = "", rawHeaders } = received;
  const body = capture(LONGEST_RECORDED);
  const { headers, chunks } = await withOwnAddresses(received, baseOf(upstream), `http://${incoming.headers.host}`, body.add);
  outgoing.sendDate = false;
  outgoing.writeHead(status, statusMessage, headers);
  const length = Number(valuesOf(rawHeaders, "content-length")[0] ?? Number.NaN);
  const report = (): Promise<void> => onResponse({ status, header: headerIn(rawHeaders), body: body.finish() });
  await pipeline(chunks, reporting(body, length, report), outgoing);
}

/** Reports a body before its last byte, so that no client has an unrecorded response. */
function reporting(body: Capture, length: number, report: () => Promise<void>) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let isReported = false;
    for await (const chunk of chunks) {
      if (!isReported && body.size() === length) {
        isReported = true;
        await report();
      }
      yield chunk;
    }
    if (!isReported) await report();
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, { upstream, idleTimeoutMs = 60_000 }: ProxyOptions, onChunk: (chunk: Buffer) => void) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const send = upstream.protocol === "https:" ? httpsRequest : httpRequest;
    // Without a length, Node does the framing. Node has already dealt with `Expect`.
    const headers = ["Host", upstream.host, ...forwardedHeaders(incoming.rawHeaders, ["host", "expect"])];
    const isChunked = incoming.headers["transfer-encoding"] !== undefined;
    if (isChunked) headers.push("Transfer-Encoding", "chunked");
    else if (incoming.headers["content-length"] === undefined && !WITHOUT_BODY.has(incoming.method ?? "")) headers.push("Content-Length", "0");
    const path = upstream.pathname.replace(/\/$/, "") + pathOf(incoming) + (incoming.url?.slice(pathOf(incoming).length) ?? "");
    const request = send(upstream, { method: incoming.method, path, headers, timeout: idleTimeoutMs, agent: false });
    const stop = (): void => void request.destroy(new Error("the client closed the connection"));
    request.once("response", resolve).on("error", reject);
    request.once("timeout", () => request.destroy(new Error(`it sent nothing for ${idleTimeoutMs / 1000} s`)));
    outgoing.once("close", stop);
    incoming.on("data", onChunk).pipe(request);
  });
}

const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}

function sentOf({ method = "GET", url = "/", rawHeaders }: IncomingMessage, body: CapturedBody): SentRequest {
  const [path = "/", ...query] = url.split("?");
  return { method, path, query: query.join("?"), header: headerIn(rawHeaders), body };
}

const REASONS: { readonly [code: string]: string } = {
  ECONNREFUSED: "no connection",
  ECONNRESET: "it closed the connection",
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name could not be looked up",
};

function reasonOf(error: unknown): string {
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = Object(error);
  return REASONS[String(code)] ?? String(message || code);
}
