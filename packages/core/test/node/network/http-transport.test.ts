import { EventEmitter, once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Transport, UnreadResponse } from "../../../src/index.ts";
import { httpTransport } from "../../../src/node.ts";
import { callOf, caught, getThing } from "../../support.ts";
import { authority, serve, serveBytes, serveTls } from "./http-server.ts";

const JSON_TYPE = { "content-type": "application/json" };

const clientAt = (baseUrl: string, transport: Transport = httpTransport()) => ({ baseUrl, transport, retry: false }) as const;

const NEVER = { signal: () => undefined, onCancel: () => {} };

const put = (url: string, body: ReadableStream<Uint8Array>): Promise<UnreadResponse> => httpTransport()({ url, method: "PUT", headers: {}, body }, NEVER);

describe("a client on node:http", () => {
  it("uses a connection again, and several at once", async () => {
    const ports = new Set<unknown>();
    let waiting: (() => void)[] = [];
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      waiting.push(() => response.writeHead(200, JSON_TYPE).end("{}"));
      if (waiting.length < 3) return;
      for (const respond of waiting) respond();
      waiting = [];
    });
    const get = callOf(getThing, clientAt(url));
    const three = (): Promise<unknown> => Promise.all(["a", "b", "c"].map((thingId) => get({ thingId })));
    await three();
    await three();
    expect(ports.size).toBe(3);
  });

  it.each([
    ["/things/a%20b?q=%27c%27&d=e,f", "/things/a%20b?q=%27c%27&d=e,f"],
    ["/x y/ü?q='", "/x%20y/%C3%BC?q=%27"],
    ["/a/../b/%2e/c", "/b/c"],
    ["//a", "//a"],
    ["/a?", "/a"],
    ["?q=a/b", "/?q=a/b"],
    ["#a/b", "/"],
    ["\\a?q", "/a?q"],
  ])("sends %s as a URL writes it", async (path, written) => {
    const url = await serve((request, response) => response.writeHead(200, { "x-path": request.url }).end());
    const { headers } = await httpTransport()({ url: url + path, method: "GET", headers: {}, body: undefined }, NEVER);
    expect(headers.get("x-path")).toBe(written);
  });

  it("sends requests with the function that a tracer set later", async () => {
    const transport = httpTransport();
    const traced: unknown[] = [];
    const { request } = http;
    onTestFinished(() => {
      http.request = request;
      syncBuiltinESMExports();
    });
    http.request = ((options: http.RequestOptions) => {
      traced.push(options.path);
      return request(options);
    }) as typeof request;
    syncBuiltinESMExports();
    const url = await serve((_request, response) => response.writeHead(200).end());
    await transport({ url: `${url}/a`, method: "GET", headers: {}, body: undefined }, NEVER);
    expect(traced).toEqual(["/a"]);
  });

  it("sends a stream to its end", async () => {
    let received = 0;
    const url = await serve((request, response) => {
      request.on("data", (chunk: Buffer) => (received += chunk.length));
      request.on("end", () => response.writeHead(200, JSON_TYPE).end("{}"));
    });
    const { status } = await put(url, new Blob([new Uint8Array(300_000)]).stream());
    expect([status, received]).toEqual([200, 300_000]);
  });

  it("trusts the authorities of its option, and no unknown one", async () => {
    const url = await serveTls(undefined, (_request, response) => void response.writeHead(200, JSON_TYPE).end('{"a":1}'));
    expect(await callOf(getThing, clientAt(url, httpTransport({ ca: authority.cert })))({ thingId: "a" })).toEqual({ a: 1 });
    expect(await caught(callOf(getThing, clientAt(url))({ thingId: "a" }))).toMatchObject({
      code: "untrusted-connection",
      outcome: "not-sent",
    });
  });

  it("rejects an option that it does not have", () => {
    expect(() => httpTransport({ proxy: false } as object)).toThrow("proxy is not an option of httpTransport");
    expect(() => httpTransport({ ca: "/etc/ca.pem" })).toThrow("ca must be certificates in PEM");
  });
});

describe("what goes wrong on node:http", () => {
  it("a change of the protocol that no request asked for is an error at once, and ends the connection", async () => {
    let closed: Promise<unknown> | undefined;
    const url = await serveBytes((socket) => {
      closed = once(socket, "close");
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    });
    const call = callOf(getThing, clientAt(url))({ thingId: "a" });
    expect(await caught(call)).toMatchObject({ code: "connection-failed", message: expect.stringContaining("101") });
    await closed;
  });

  it("a stream that fails fails its call, and ends the connection", async () => {
    const requests = new EventEmitter();
    const arrived = once(requests, "request") as Promise<[IncomingMessage]>;
    const url = await serve((request) => void requests.emit("request", request.resume()));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(100_000)),
      async pull(controller) {
        await arrived;
        controller.error(new Error("the disk is gone"));
      },
    });
    expect(await caught(put(url, body))).toMatchObject({ message: "the disk is gone" });
    const [{ socket }] = await arrived;
    // The server sees the end of a request that is not whole as an error.
    if (!socket.destroyed) await new Promise((resolve) => void socket.once("close", resolve));
  });
});
