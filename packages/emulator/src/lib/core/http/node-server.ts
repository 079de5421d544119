import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { pipeline } from "node:stream/promises";
import { checkOptions, describe, type Rule, type Rules, STRING, STRINGS } from "../values/check-options.ts";
import type { Clock } from "../time/clock.ts";
import { type BodyRead, type EmulatorResponse, type EmulatorRequest, TOO_LARGE } from "./http.ts";
import { isObject } from "../values/json.ts";
import { isAllowed, rejectHost, type Target, targetOf } from "./request-target.ts";
import { whenReady } from "../values/when-ready.ts";

/** A response whose body is sent while it is made, such as server-sent events. */
export interface StreamedResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly chunks: AsyncIterable<string>;
}

/** An emulator, or another handler, to serve. */
export interface Served {
  handle(request: EmulatorRequest): EmulatorResponse | StreamedResponse | Promise<EmulatorResponse | StreamedResponse>;
  readonly clock: Clock;
}

/** Options of {@link serveEmulator}. */
export interface ServeOptions {
  /** Port to listen on; 0 picks a free port. Default: 0. */
  readonly port?: number;
  /** Address to listen on. Default: 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  /** Host names to accept in addition to IP addresses, localhost and `host`. */
  readonly allowedHosts?: readonly string[];
  /** Certificate and private key in PEM, to serve over https. Default: http. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Time limit for the headers of a request in milliseconds. Default: 10,000. */
  readonly headersTimeoutMs?: number;
  /** Time limit for a whole request in milliseconds. Default: 30,000. */
  readonly requestTimeoutMs?: number;
}

const TIME: Rule = [(value) => typeof value === "number" && value >= 0, "a number of milliseconds"];
const RULES: Rules<ServeOptions> = {
  port: [(value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535, "a whole number of 0 to 65535"],
  host: STRING,
  allowedHosts: STRINGS,
  tls: [(value) => isObject(value) && typeof value["cert"] === "string" && typeof value["key"] === "string", "an object with the strings cert and key"],
  headersTimeoutMs: TIME,
  requestTimeoutMs: TIME,
};

/** A served emulator. */
export interface EmulatorServer {
  /** Address of the server, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  readonly port: number;
  /** Closes the server and all of its connections. */
  close(): Promise<void>;
}

/**
 * Serves an emulator over HTTP/1.1, with the limits of `node:http` on headers and framing.
 *
 * Requests with an unknown host name get status 421, against DNS rebinding by a web page.
 */
export async function serveEmulator(emulator: Served, options: ServeOptions = {}): Promise<EmulatorServer> {
  if (typeof emulator?.handle !== "function")
    throw new TypeError(`serveEmulator needs an emulator, such as createVaultEmulator returns; got ${describe(emulator)}`);
  checkOptions("the options of serveEmulator", options, RULES);
  const { port = 0, host = "127.0.0.1", allowedHosts = [], tls, headersTimeoutMs = 10_000, requestTimeoutMs = 30_000 } = options;
  const allowed = new Set(["localhost", host.toLowerCase(), ...allowedHosts.map((name) => name.toLowerCase())]);
  // Closing an idle connection could lose a request that a client sends at that moment.
  const limits = {
    keepAliveTimeout: 0,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
  };
  const listener: RequestListener = (incoming, outgoing) => {
    const fail = (): void => void outgoing.destroy(); // The client left, or `onDefect` threw.
    try {
      const responding = respond(emulator, incoming, outgoing, allowed);
      if (responding instanceof Promise) responding.catch(fail);
    } catch {
      fail();
    }
  };
  const server = tls === undefined ? createServer(limits, listener) : (await import("node:https")).createServer({ ...limits, ...tls }, listener);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error(`the server does not listen on a port of ${host}`);
  allowed.add(`127.0.0.1:${address.port}`); // The most common host, for a fast check.
  return {
    url: `${tls === undefined ? "http" : "https"}://${isIP(host) === 6 ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function respond(emulator: Served, incoming: IncomingMessage, outgoing: ServerResponse, allowed: ReadonlySet<string>): void | Promise<void> {
  const target = targetOf(incoming);
  if (target === undefined || !isAllowed(target.authority, allowed)) return rejectHost(outgoing);
  return whenReady(emulator.handle(requestOf(incoming, outgoing, target)), (given) => write(given, incoming, outgoing, new Date(emulator.clock.wallNow())));
}

function requestOf(incoming: IncomingMessage, outgoing: ServerResponse, { authority, path, query }: Target): EmulatorRequest {
  let controller: AbortController | undefined;
  return {
    method: incoming.method ?? "GET",
    origin: `${"encrypted" in incoming.socket ? "https" : "http"}://${authority}`,
    path,
    query,
    ip: addressOf(incoming),
    header: (name) => (name === "authorization" ? authorizationOf(incoming) : incoming.headers[name]?.toString()),
    readBody: (limitBytes) => readBody(incoming, limitBytes),
    signal() {
      if (controller === undefined) {
        const made = (controller = new AbortController());
        if (outgoing.destroyed) made.abort();
        outgoing.once("close", () => made.abort());
      }
      return controller.signal;
    },
  };
}

/** Returns an IPv4 address without its IPv6 prefix. */
function addressOf({ socket: { remoteAddress = "" } }: IncomingMessage): string {
  return remoteAddress.startsWith("::ffff:") ? remoteAddress.slice(7) : remoteAddress;
}

/** Returns all `Authorization` headers, because `headers` has one and two are invalid. */
function authorizationOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.authorization === undefined) return undefined;
  let joined: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 13 && name.toLowerCase() === "authorization")
      joined = joined === undefined ? rawHeaders[index + 1] : `${joined}, ${rawHeaders[index + 1]}`;
  }
  return joined;
}

function readBody(incoming: IncomingMessage, limitBytes: number): BodyRead | Promise<BodyRead> {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (length === undefined && encoding === undefined) return undefined;
  // Node discards an unread body after the response.
  if (Number(length) > limitBytes) return TOO_LARGE;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) return void chunks.push(chunk);
      incoming.removeAllListeners("data").resume();
      resolve(TOO_LARGE);
    });
    incoming.once("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    // Every request closes; an error is only created for one that did not end.
    incoming.once("close", () => incoming.readableEnded || reject(new Error("the client closed the connection")));
  });
}

function write(given: EmulatorResponse | StreamedResponse, incoming: IncomingMessage, outgoing: ServerResponse, now: Date): void {
  const { status, headers } = given;
  if ("chunks" in given) {
    outgoing.writeHead(status, { ...headers });
    // The error of a connection that closes: the end of the stream.
    return void pipeline(given.chunks, outgoing).catch(() => {});
  }
  const { body, connection } = given;
  if (connection === "drop") return void incoming.socket.destroySoon();
  if (connection === "reset") return void incoming.socket.resetAndDestroy();
  outgoing.sendDate = false; // The emulator's clock, not the machine's.
  const lines = ["date", httpDate(now)];
  for (const name in headers) if (name !== "date") lines.push(name, headers[name] ?? "");
  outgoing.writeHead(status, lines);
  if (connection !== "truncate" || body === undefined) return void outgoing.end(incoming.method === "HEAD" ? undefined : body);
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => incoming.socket.destroySoon());
}

let dated = { second: Number.NaN, text: "" };

/** RFC 9110 §5.6.7. Cached for all responses of a second. */
function httpDate(time: Date): string {
  const second = Math.floor(time.getTime() / 1000);
  if (dated.second !== second) dated = { second, text: time.toUTCString() };
  return dated.text;
}
