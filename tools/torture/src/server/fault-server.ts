import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { type Behaviour, ClientGone, createExchange } from "./exchange.ts";
import { message } from "./message.ts";
import { isWrite, type ReceivedRequest, takeRequest } from "./received-request.ts";

// RFC 8446 §5.1.
const TLS_HANDSHAKE = 22;

// Clients of a server that has ended may still ask an ephemeral port. fetch blocks port 10080.
const PORTS = { from: 11_000, count: 9000 };
let turn = Math.floor(Math.random() * PORTS.count);

/** The behaviors for requests in their order, or a function that selects one. */
export type Script = readonly Behaviour[] | ((request: ReceivedRequest) => Behaviour);

/** Options of a fault server. */
export interface FaultServerOptions {
  readonly script: Script;
  /** The port on this machine. Default: a free one. */
  readonly port?: number;
  /** Uses TLS with this key and certificate, both PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Responds with 400 to a TLS handshake on a plain port, as web servers do. Default: none. */
  readonly refusesTls?: true;
}

/** A raw TCP server that runs its script for each request and counts requests. */
export interface FaultServer {
  /** Its URL, such as `http://127.0.0.1:11000`. */
  readonly url: string;
  readonly port: number;
  /** All complete requests that arrived. */
  readonly requests: readonly ReceivedRequest[];
  readonly connections: number;
  readonly bytesSent: number;
  /** How often it has processed a write again. */
  readonly doubleWrites: number;
  /** Number of requests after the end of the script. */
  readonly unscripted: number;
  /** Returns whether a text was among the bytes that arrived. */
  saw(text: string): boolean;
  /** Waits until no exchange is in progress. Returns how many still are after the time. */
  settle(withinMs: number): Promise<number>;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** Starts a fault server on this machine. */
export async function startFaultServer({ script, port = 0, tls, refusesTls }: FaultServerOptions): Promise<FaultServer> {
  const listener = tls === undefined ? createServer({ noDelay: true }) : createTlsServer(tls);
  const acted = new Set<string>();
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const underWay = new Set<ReceivedRequest>();
  const server = {
    url: "",
    port,
    requests: [] as ReceivedRequest[],
    connections: 0,
    bytesSent: 0,
    doubleWrites: 0,
    unscripted: 0,
    saw: (text: string) => received.join("").includes(text),
    async settle(withinMs: number) {
      for (const end = performance.now() + withinMs; underWay.size > 0 && performance.now() < end;) await setTimeout(5);
      return underWay.size;
    },
    async close() {
      if (!listener.listening) return;
      listener.close();
      for (const socket of sockets) socket.destroy();
      await once(listener, "close");
    },
  };

  async function respond(socket: Socket, request: ReceivedRequest, left: AbortSignal): Promise<void> {
    server.requests.push(request);
    const behavior = typeof script === "function" ? script(request) : script[server.requests.length - 1];
    if (isWrite(request) && behavior?.acts !== false) {
      const write = `${request.method} ${request.target} ${request.body}`;
      if (acted.has(write)) server.doubleWrites += 1;
      acted.add(write);
    }
    if (behavior === undefined) {
      server.unscripted += 1;
      socket.destroy();
      return;
    }
    underWay.add(request);
    try {
      await behavior(createExchange(socket, left, (count) => (server.bytesSent += count)));
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
    } finally {
      underWay.delete(request);
    }
  }

  function serve(socket: Socket): void {
    const connection = server.connections;
    const left = new AbortController();
    let bytes: Buffer = Buffer.alloc(0);
    let busy = false;
    const next = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      for (let taken = takeRequest(bytes, connection); taken !== undefined && !socket.destroyed; taken = takeRequest(bytes, connection)) {
        bytes = taken.rest;
        await respond(socket, taken.request, left.signal);
      }
      busy = false;
    };
    socket.on("error", () => {}).once("close", () => left.abort());
    socket.on("data", (chunk: Buffer) => {
      received.push(chunk.toString("latin1"));
      bytes = Buffer.concat([bytes, chunk]);
      if (refusesTls === true && bytes[0] === TLS_HANDSHAKE) socket.end(message({ status: 400, body: "This is a plain port.", framing: "close" }));
      else void next();
    });
  }

  // Connections count even if their handshake fails.
  listener.on("connection", (socket: Socket) => {
    server.connections += 1;
    sockets.add(socket.on("error", () => {}).once("close", () => sockets.delete(socket)));
  });
  listener.on(tls === undefined ? "connection" : "secureConnection", serve).on("tlsClientError", () => {});
  for (let tries = 1; !listener.listening; tries += 1) {
    turn = (turn + 1) % PORTS.count;
    listener.listen(port || PORTS.from + turn, "127.0.0.1");
    await once(listener, "listening").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE" || port !== 0 || tries === PORTS.count) throw error;
    });
  }
  server.port = (listener.address() as AddressInfo).port;
  server.url = `${tls === undefined ? "http" : "https"}://127.0.0.1:${server.port}`;
  return server;
}
