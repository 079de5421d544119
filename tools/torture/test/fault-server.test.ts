import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type FaultServer, type Script, startFaultServer } from "../src/server/fault-server.ts";
import { stalls } from "../src/server/slow.ts";
import { sendsJson, hangsUp, sends } from "../src/server/whole.ts";

const started: FaultServer[] = [];

async function serve(script: Script): Promise<FaultServer> {
  const server = await startFaultServer({ script });
  started.push(server);
  return server;
}

/** Sends a request by hand, and gives every byte of what comes until the end. */
function ask(port: number, request: string): Promise<{ readonly bytes: Buffer; readonly end: "FIN" | "RST" }> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (piece: Buffer) => pieces.push(piece));
    socket.once("end", () => resolve({ bytes: Buffer.concat(pieces), end: "FIN" }));
    socket.once("error", () => resolve({ bytes: Buffer.concat(pieces), end: "RST" }));
  });
}

const GET = "GET /x HTTP/1.1\r\nhost: here\r\n\r\n";

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

describe("the fault server", () => {
  it("sends what the request asks for, byte for byte", async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 128, 65]);
    const server = await serve([sends(bytes, "finish")]);
    expect(await ask(server.port, GET)).toEqual({ bytes, end: "FIN" });
    expect(server.bytesSent).toBe(bytes.length);
  });

  it("tears a connection down or ends it in order", async () => {
    const server = await serve([hangsUp("reset"), hangsUp("finish"), sends("HTTP/1.1 200 OK\r\n", "reset")]);
    expect((await ask(server.port, GET)).end).toBe("RST");
    expect((await ask(server.port, GET)).end).toBe("FIN");
    expect(await ask(server.port, GET)).toEqual({ bytes: Buffer.from("HTTP/1.1 200 OK\r\n"), end: "RST" });
  });

  it("keeps a connection, and separates its requests", async () => {
    const server = await serve([sendsJson({ a: 1 }), sendsJson({ b: 2 }), sendsJson({}, 307)]);
    const { bytes } = await ask(server.port, GET + "POST /y HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}GET /z HTTP/1.1\r\nconnection: close\r\n\r\n" + GET);
    expect(bytes.toString()).toMatch(/\{"a":1\}HTTP.*\{"b":2\}HTTP\/1\.1 307/s);
    expect(server.requests.map(({ method, target, body, connection }) => `${connection} ${method} ${target} ${body}`)).toEqual([
      "1 GET /x ",
      "1 POST /y {}",
      "1 GET /z ",
      "1 GET /x ",
    ]);
    expect(server.unscripted).toBe(1);
  });

  it("counts the writes that it acted on twice, and none that it rejected or that are reads", async () => {
    const post = (path: string, body: string): string => `POST ${path} HTTP/1.1\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const [refuses, takes] = [sendsJson({}, 429), sendsJson({})];
    const server = await serve([takes, refuses, refuses, takes, takes, hangsUp("finish")]);
    const items = ["one", "two", "two", "one"].map((body) => post("/v1/vaults/x/items", body));
    await ask(server.port, [...items, post("/api/v2/auditevents", "{}"), post("/api/v2/auditevents", "{}")].join(""));
    expect([server.requests.length, server.doubleWrites]).toEqual([6, 1]);
  });

  it("waits until no exchange is under way, and says how many are", async () => {
    const server = await serve(() => stalls("headers"));
    const asked = ask(server.port, GET);
    await expect.poll(() => server.requests.length).toBe(1);
    expect(await server.settle(10)).toBe(1);
    await server.close();
    await asked;
    expect(await server.settle(500)).toBe(0);
  });
});
