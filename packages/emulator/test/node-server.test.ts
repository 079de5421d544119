import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { manualClock, serveEmulator, type EmulatorServer, type ServeOptions } from "../src/index.ts";
import { shelf } from "./shelf-service.ts";
import { clientOf, SMALL_SEED, testEmulator } from "./support.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serve(emulator: Parameters<typeof serveEmulator>[0], options: ServeOptions = {}): Promise<EmulatorServer> {
  const server = await serveEmulator(emulator, options);
  open.push(server);
  return server;
}

const fresh = () => shelf({ clock: manualClock("2026-03-02T12:00:00Z"), bodyLimitBytes: 2000 });

/** Sends bytes as they are and reads until the server closes. */
function raw(port: number, ...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
    });
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
  });
}

const get = (path: string, ...headers: string[]) => `GET ${path} HTTP/1.1\r\n${["Host: 127.0.0.1", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);

describe("an emulator behind a port", () => {
  test("responds as in process, to any client", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const { url, port } = await serve(emulator);
    expect(url).toBe(`http://127.0.0.1:${port}`);
    const response = await fetch(`${url}/api/v2/auditevents`, {
      method: "POST",
      body: "{}",
      headers: { authorization: "Bearer small-token", "content-type": "application/json" },
    });
    expect([response.status, response.headers.get("content-type"), response.headers.get("date")]).toEqual([
      200,
      "application/json",
      "Mon, 02 Mar 2026 12:00:00 GMT",
    ]);
    expect(await response.json()).toMatchObject({ items: [{ uuid: "A2" }, { uuid: "A3" }], has_more: false });
    const { createEventsClient } = await import("@keywright/events");
    expect(await createEventsClient({ baseUrl: url, token: "small-token" }).introspect()).toEqual(await clientOf(emulator).introspect());
  });

  test("returns bytes, HEAD and addresses at its own host", async () => {
    const emulator = shelf(
      {},
      { extraRoutes: [{ id: "where", method: "GET", path: "/where", handle: (_input, { request }) => ({ status: 200, body: [request.origin, request.ip] }) }] },
    );
    const { url } = await serve(emulator);
    expect([...new Uint8Array(await (await fetch(`${url}/cover`)).arrayBuffer())]).toEqual([137, 80, 255, 0]);
    const head = await fetch(`${url}/sign`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "4"]);
    expect(await (await fetch(`${url}/where`)).json()).toEqual([url, "127.0.0.1"]);
  });

  test("dates by its own clock, also a response that a fault has dated, and sets no end to a connection at rest", async () => {
    const emulator = fresh();
    const { port } = await serve(emulator);
    emulator.inject({ operationId: "getSign", response: { status: 503, headers: { Date: "Thu, 01 Jan 1970 00:00:00 GMT" } } });
    const dates = async () => {
      const answer = await raw(port, "GET /sign HTTP/1.1\r\nHost: localhost\r\n\r\n", get("/sign"));
      expect(answer).not.toMatch(/keep-alive: timeout/i);
      return [...answer.matchAll(/^date: (.*)\r$/gim)].map(([, date]) => date);
    };
    expect(await dates()).toEqual(["Mon, 02 Mar 2026 12:00:00 GMT", "Mon, 02 Mar 2026 12:00:00 GMT"]);
    emulator.clock.advance(1000);
    expect(await dates()).toEqual(["Mon, 02 Mar 2026 12:00:01 GMT", "Mon, 02 Mar 2026 12:00:01 GMT"]);
  });

  test("closes with all of its connections, open ones and stalled ones", async () => {
    const emulator = fresh();
    const server = await serve(emulator);
    emulator.inject({ operationId: "getSign", response: "stall" });
    const stalled = fetch(`${server.url}/sign`).catch((error: unknown) => error);
    const idle = raw(server.port, "GET /cover HTTP/1.1\r\n");
    await fetch(`${server.url}/cover`);
    await server.close();
    expect(await stalled).toBeInstanceOf(TypeError);
    expect(await idle).toBe("");
    await expect(fetch(`${server.url}/cover`)).rejects.toThrow("fetch failed");
  });

  test("says that a port is taken", async () => {
    const { port } = await serve(fresh());
    await expect(serveEmulator(fresh(), { port })).rejects.toThrow("EADDRINUSE");
  });
});

describe("the host that a request is for", () => {
  test.each([
    ["127.0.0.1:80", 200],
    ["localhost:9999", 200],
    ["LOCALHOST", 200],
    ["vault.localhost:1", 200],
    ["[::1]:80", 200],
    ["emulator:80", 200],
    ["rebound.example.com", 421],
    ["127.0.0.1.example.com", 421],
    ["localhost.example.com", 421],
    ["", 421],
  ])("%s gets a response with %d", async (host, status) => {
    const { port } = await serve(fresh(), { allowedHosts: ["Emulator"] });
    expect(statusOf(await raw(port, `GET /sign HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))).toBe(status);
  });

  test("a whole address as target counts more than the header", async () => {
    const { port } = await serve(fresh());
    expect(statusOf(await raw(port, get("http://rebound.example.com/sign")))).toBe(421);
    expect(await raw(port, get("http://localhost/sign?x=1"))).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\nopen$/);
    expect(statusOf(await raw(port, get("*")))).toBe(421);
  });
});

describe("requests that are not well formed", () => {
  test.each([
    ["a body with two lengths", "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400],
    ["a length beside chunks", "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400],
    [
      "chunks that are none",
      "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      400,
    ],
    ["headers of 100 kB", `GET /sign HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"a".repeat(100_000)}\r\n\r\n`, 431],
    ["no host", "GET /sign HTTP/1.1\r\n\r\n", 400],
    ["no HTTP at all", "hello\r\n\r\n", 400],
  ])("%s: closed with the right status, and the server lives on", async (_name, request, status) => {
    const { port, url } = await serve(fresh());
    expect(statusOf(await raw(port, request))).toBe(status);
    expect((await fetch(`${url}/sign`)).status).toBe(200);
  });

  test("two Authorization headers are no token", async () => {
    const { port } = await serve(fresh());
    const answer = await raw(port, get("/shelves/top/books", "Authorization: Bearer reader", "Authorization: Bearer reader"));
    expect(statusOf(answer)).toBe(401);
    expect(answer.toLowerCase()).toContain("www-authenticate: bearer");
  });

  test("pipelined requests get responses in their order", async () => {
    const { port } = await serve(fresh());
    const answers = await raw(port, "GET /sign HTTP/1.1\r\nHost: localhost\r\n\r\n", get("/nowhere"));
    expect([...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(["200", "404"]);
  });
});

describe("bodies on a socket", () => {
  const post = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${url}/shelves/top/books`, {
      method: "POST",
      body,
      headers: { authorization: "Bearer writer", "content-type": "application/json", ...headers },
      duplex: "half",
    } as RequestInit);

  test("are rejected when they are too long, by their length or by their chunks", async () => {
    const { url } = await serve(fresh());
    expect((await post(url, "x".repeat(5_000_000))).status).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 20; index += 1) controller.enqueue(Buffer.alloc(1000, 32));
        controller.close();
      },
    });
    expect((await post(url, stream)).status).toBe(413);
    expect((await post(url, '{"title":"a"}')).status).toBe(200);
  });

  test("that do not come to an end are closed in time", async () => {
    const { port } = await serve(fresh(), { headersTimeoutMs: 50, requestTimeoutMs: 100 });
    const begun =
      "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nkind\r\n";
    expect(statusOf(await raw(port, begun))).toBe(408);
    expect(statusOf(await raw(port, "GET /sign HTTP/1.1\r\nHost: local"))).toBe(408);
  });

  test("of a client that goes away leave the server as it was", async () => {
    const { port, url } = await serve(fresh());
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write("POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nkind", () =>
          socket.destroy(),
        );
      });
      socket.once("close", () => resolve());
    });
    expect((await fetch(`${url}/sign`)).status).toBe(200);
  });
});

describe("faults on a socket", () => {
  test.each([
    ["drop", "UND_ERR_SOCKET"],
    ["reset", "ECONNRESET"],
  ] as const)("%s ends the connection without a response", async (response, code) => {
    const emulator = fresh();
    const { url } = await serve(emulator);
    emulator.inject({ operationId: "getSign", response });
    await expect(fetch(`${url}/sign`)).rejects.toMatchObject({ message: "fetch failed", cause: { code } });
    expect((await fetch(`${url}/sign`)).status).toBe(200);
  });

  test("truncate sends the headers and half of the body", async () => {
    const emulator = fresh();
    const { url, port } = await serve(emulator);
    emulator.inject({ operationId: "getSign", times: 2, response: "truncate" });
    expect(await raw(port, get("/sign"))).toMatch(/content-length: 4\r\n[\s\S]*\r\n\r\nop$/);
    await expect(fetch(`${url}/sign`).then((response) => response.text())).rejects.toThrow("terminated");
  });

  test("a defect that the report throws ends the connection, not the server", async () => {
    const emulator = shelf(
      {
        onDefect: (defect) => {
          throw defect;
        },
      },
      { extraRoutes: [{ id: "fail", method: "GET", path: "/fail", handle: () => Promise.reject(new Error("oops")) }] },
    );
    const { url } = await serve(emulator);
    await expect(fetch(`${url}/fail`)).rejects.toThrow("fetch failed");
    expect((await fetch(`${url}/sign`)).status).toBe(200);
  });
});
