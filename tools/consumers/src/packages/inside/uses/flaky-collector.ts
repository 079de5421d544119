import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A collector of events over HTTP that fails often. */
export interface Collector {
  readonly url: string;
  /** The ids that it took, by the path that they were posted to. */
  readonly received: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many requests it failed. */
  failures(): number;
  close(): Promise<void>;
}

/** Starts a collector on the loopback address: every fourth request is refused with 503, every seventh is taken and its answer lost. */
export async function startCollector(): Promise<Collector> {
  const received = new Map<string, Set<string>>();
  let requests = 0;
  let failures = 0;
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    requests += 1;
    if (requests % 4 === 0) {
      failures += 1;
      response.writeHead(503).end();
      return;
    }
    const path = request.url ?? "";
    const ids = received.get(path) ?? new Set();
    received.set(path, ids);
    for (const { uuid } of JSON.parse(sent) as { readonly uuid: string }[]) ids.add(uuid);
    if (requests % 7 === 0) {
      failures += 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    failures: () => failures,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
