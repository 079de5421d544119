import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A response, or what happens to the connection in place of one. */
export type Reply = { readonly status: number; readonly headers?: { readonly [name: string]: string }; readonly body?: unknown } | "hang" | "cut";

/** A server on this machine. */
export interface HttpServer {
  readonly url: string;
  readonly requests: readonly Received[];
  close(): Promise<void>;
}

/** Starts a server that replies to each request as a function says. */
export async function serveHttp(reply: (request: Received) => Reply): Promise<HttpServer> {
  const requests: Received[] = [];
  const server = createServer((message, response) => {
    void text(message).then(
      (body) => {
        const request = { path: message.url ?? "", headers: message.headers, body };
        requests.push(request);
        const came = reply(request);
        if (came === "hang") return;
        if (came === "cut") return void message.socket.destroy();
        response.writeHead(came.status, { "content-type": "application/json", ...came.headers }).end(came.body === undefined ? "" : JSON.stringify(came.body));
      },
      // The client has gone before its request was complete.
      () => {},
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
