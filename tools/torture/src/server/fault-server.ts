import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type Behaviour, ClientGone, createExchange } from "./exchange.ts";
import { message } from "./message.ts";
import { isWrite, type ReceivedRequest, takeRequest } from "./received-request.ts";

// RFC 8446 §5.1.
const TLS_HANDSHAKE = 22;

/** What the server does with its requests: one behaviour for each in their order, or a function that picks it when the request has been counted. */
export type Script = readonly Behaviour[] | ((request: ReceivedRequest) => Behaviour);

/** How a fault server is started. */
export interface FaultServerOptions {
  readonly script: Script;
  /** Where to listen on this machine; a free port when left out. */
  readonly port?: number;
  /** Speaks TLS with this key and certificate, both as PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Answers what begins a TLS handshake on a plain port with 400, as web servers do; says nothing when left out. */
  readonly refusesTls?: true;
}

/** A raw TCP server that does to each request what its script says, and counts. */
export interface FaultServer {
  /** Its address, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  readonly port: number;
  /** Every request that arrived whole. */
  readonly requests: readonly ReceivedRequest[];
  readonly connections: number;
  readonly bytesReceived: number;
  readonly bytesSent: number;
  /** The writes that the server has acted on, each as often as it did. */
  readonly actedWrites: readonly ReceivedRequest[];
  /** How many writes it has acted on more than once. */
  readonly doubleWrites: number;
  /** Every value of `authorization` that arrived. */
  readonly credentials: ReadonlySet<string>;
  /** Requests for which the script had nothing left. */
  readonly unscripted: number;
  /** Whether a text was among the bytes that arrived. */
  saw(text: string): boolean;
  /** Waits until no exchange is under way; gives how many still are after the time. */
  settle(withinMs: number): Promise<number>;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** Starts a fault server on this machine. */
export async function startFaultServer({ script, port = 0, tls, refusesTls }: FaultServerOptions): Promise<FaultServer> {
  const state = new ServerState(script, refusesTls === true);
  const serve = (socket: Socket): void => state.serve(socket);
  const server = tls === undefined ? createServer({ noDelay: true }) : createTlsServer(tls);
  // Counts a connection also where its handshake fails.
  server.on("connection", (socket: Socket) => state.connected(socket));
  server.on(tls === undefined ? "connection" : "secureConnection", serve);
  server.on("tlsClientError", () => {});
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  return Object.assign(state, { port: bound, url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${bound}`, close: () => close(server, state) });
}

async function close(server: Server, state: ServerState): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  state.destroySockets();
  await closed;
}

class ServerState {
  readonly requests: ReceivedRequest[] = [];
  readonly actedWrites: ReceivedRequest[] = [];
  readonly credentials = new Set<string>();
  connections = 0;
  bytesReceived = 0;
  bytesSent = 0;
  unscripted = 0;
  readonly #script: Script;
  readonly #refusesTls: boolean;
  readonly #sockets = new Set<Socket>();
  readonly #received: string[] = [];
  #underWay = 0;

  constructor(script: Script, refusesTls: boolean) {
    this.#script = script;
    this.#refusesTls = refusesTls;
  }

  get doubleWrites(): number {
    const times = new Map<string, number>();
    for (const { method, target, body } of this.actedWrites) times.set(`${method} ${target} ${body}`, (times.get(`${method} ${target} ${body}`) ?? 0) + 1);
    return [...times.values()].filter((count) => count > 1).length;
  }

  saw(text: string): boolean {
    return this.#received.join("").includes(text);
  }

  async settle(withinMs: number): Promise<number> {
    for (const end = performance.now() + withinMs; this.#underWay > 0 && performance.now() < end;) await new Promise((resolve) => setTimeout(resolve, 5));
    return this.#underWay;
  }

  destroySockets(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  connected(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
  }

  serve(socket: Socket): void {
    const connection = this.connections;
    let bytes: Buffer = Buffer.alloc(0);
    let busy = false;
    const next = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      for (let taken = takeRequest(bytes, connection); taken !== undefined && !socket.destroyed; taken = takeRequest(bytes, connection)) {
        bytes = taken.rest;
        await this.#answer(socket, taken.request);
      }
      busy = false;
    };
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      this.bytesReceived += chunk.length;
      this.#received.push(chunk.toString("latin1"));
      bytes = Buffer.concat([bytes, chunk]);
      if (this.#refusesTls && bytes[0] === TLS_HANDSHAKE) socket.end(message({ status: 400, body: "This is a plain port.", framing: "close" }));
      else void next();
    });
  }

  async #answer(socket: Socket, request: ReceivedRequest): Promise<void> {
    this.requests.push(request);
    const behaviour = typeof this.#script === "function" ? this.#script(request) : this.#script[this.requests.length - 1];
    if (request.headers["authorization"] !== undefined) this.credentials.add(request.headers["authorization"]);
    if (isWrite(request) && behaviour?.acts !== false) this.actedWrites.push(request);
    if (behaviour === undefined) {
      this.unscripted += 1;
      socket.destroy();
      return;
    }
    this.#underWay += 1;
    try {
      await behaviour(createExchange(socket, request, (count) => (this.bytesSent += count)));
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
    } finally {
      this.#underWay -= 1;
    }
  }
}
