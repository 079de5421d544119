import { once } from "node:events";
import { createServer } from "node:net";

const FIRST = 20_000;
const COUNT = 12_000;
let next = Math.floor(Math.random() * COUNT);

/**
 * Finds a port of this machine on which no process listens.
 *
 * It is below the ephemeral ports, so no other program receives it meanwhile, and no connection to it can connect to itself.
 */
export async function findClosedPort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    next = (next + 1) % COUNT;
    const server = createServer().listen(FIRST + next, "127.0.0.1");
    const listens = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!listens) continue;
    const { port } = server.address() as { readonly port: number };
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error("no port is free");
}
