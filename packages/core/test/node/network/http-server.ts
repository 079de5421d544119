import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type AddressInfo, connect, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createAuthority, type Identity } from "./certificates.ts";

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket.on("close", () => sockets.delete(socket)).on("error", () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server for the length of a test. */
export function serve(listener: RequestListener): Promise<string> {
  return listening(createServer(listener));
}

/** A server for the length of a test that writes what it is told to each connection, once a request has come. */
export function serveBytes(answer: (socket: Socket, request: string) => void): Promise<string> {
  return listening(
    createTcpServer((socket) => {
      socket.on("data", (chunk: Buffer) => answer(socket, chunk.toString("latin1")));
    }),
  );
}

/** The authority of the servers of these tests. No client trusts it by itself. */
export const authority = createAuthority("Example authority");

const identity = authority.issue({ commonName: "127.0.0.1", host: "127.0.0.1" });

/** A server with TLS for the length of a test. Unless it is told otherwise, it answers with an empty list. */
export async function serveTls({ key, cert }: Identity = identity, listener: RequestListener = sendEmptyList): Promise<string> {
  return (await listening(createHttpsServer({ key, cert }, listener))).replace("http:", "https:");
}

/** Answers with an empty list. */
export const sendEmptyList: RequestListener = (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end("[]");

/** A proxy for the length of a test, with what it was asked for. */
export interface Proxy {
  readonly url: string;
  readonly asked: readonly IncomingMessage[];
}

/**
 * Serves a proxy that opens tunnels.
 *
 * @param options.credentials The user name and password that it expects. Default: none.
 * @param options.target The address where each tunnel leads. Default: where the client asks for.
 */
export async function serveProxy({ credentials, target }: { readonly credentials?: string; readonly target?: string } = {}): Promise<Proxy> {
  const asked: IncomingMessage[] = [];
  const server = createServer().on("connect", (request, socket: Socket, head: Buffer) => {
    asked.push(request);
    if (credentials !== undefined && request.headers["proxy-authorization"] !== `Basic ${Buffer.from(credentials).toString("base64")}`)
      return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const { hostname, port } = new URL(target ?? `https://${request.url}`);
    const tunnel = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      tunnel.write(head);
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on("error", () => socket.destroy());
    socket.on("error", () => tunnel.destroy()).on("close", () => tunnel.destroy());
  });
  return { url: await listening(server), asked };
}

/** The address of a proxy with a user name and password in it. */
export function withCredentials(url: string, credentials: string): string {
  return url.replace("//", `//${credentials}@`);
}
