import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

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
