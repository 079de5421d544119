import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const PIECES = 3_000_000;
const MB = 1_048_576;

/** Reads one response by the Node transport, and prints by how much its process has grown meanwhile, at the most. */
const program = (url: string): string => `
  import { createClient } from ${JSON.stringify(new URL("../../../src/client.ts", import.meta.url).href)};
  import { nodeTransport } from ${JSON.stringify(new URL("../../../src/node.ts", import.meta.url).href)};
  const { getThing } = await import(${JSON.stringify(new URL("../../support.ts", import.meta.url).href)});
  const transport = await nodeTransport();
  const client = createClient({ operations: { getThing } }, { baseUrl: ${JSON.stringify(url)}, token: "t", transport, timeoutMs: Infinity, totalTimeoutMs: Infinity });
  const before = process.resourceUsage().maxRSS;
  const { text } = await client.getThing({ thingId: "a" });
  console.log(JSON.stringify({ length: text.length, grownBytes: (process.resourceUsage().maxRSS - before) * 1024 }));
  await transport.close();
`;

it("a body in pieces of one byte takes little more memory than its size", async () => {
  const piece = Buffer.from("1\r\nx\r\n".repeat(10_000));
  const server = createServer((_request, response) => {
    const { socket } = response;
    socket?.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"text":"\r\n');
    let left = PIECES;
    const send = (): void => {
      while (left > 0) {
        left -= 10_000;
        if (socket?.write(piece) === false) return void socket.once("drain", send);
      }
      socket?.write('2\r\n"}\r\n0\r\n\r\n');
    };
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const run = promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program(`http://127.0.0.1:${port}`)]);
    const { length, grownBytes } = JSON.parse((await run).stdout) as { readonly length: number; readonly grownBytes: number };
    expect(length).toBe(PIECES);
    expect(grownBytes / MB).toBeLessThan(64 + (2 * PIECES) / MB);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
