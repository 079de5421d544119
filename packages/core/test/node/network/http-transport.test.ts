import { EventEmitter, once } from "node:events";
import type { IncomingMessage } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { BinaryContent, Transport, UnreadResponse } from "../../../src/index.ts";
import { httpTransport } from "../../../src/node.ts";
import { callOf, caught, createThing, getContent, getThing, rawOf } from "../../support.ts";
import { authority, serve, serveBytes, serveTls } from "./http-server.ts";

const JSON_TYPE = { "content-type": "application/json" };

const clientAt = (baseUrl: string, transport: Transport = httpTransport()) => ({ baseUrl, transport, retry: false }) as const;

const put = (url: string, body: ReadableStream<Uint8Array>): Promise<UnreadResponse> =>
  httpTransport()({ url, method: "PUT", headers: {}, body }, { signal: () => undefined, onCancel: () => {} });

describe("a client on node:http", () => {
  it("sends what any client sends, and reads the response", async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        seen.push({ method: request.method, url: request.url, headers: { ...request.headers, host: undefined }, body });
        response.writeHead(200, { ...JSON_TYPE, "x-one": ["a", "b"] }).end('{"name":"é"}');
      });
    });
    const reply = await rawOf(createThing, clientAt(url))({ body: { b: "é" } });
    expect([reply.body, reply.headers.get("x-one")]).toEqual([{ name: "é" }, "a, b"]);
    expect(seen).toEqual([
      {
        method: "POST",
        url: "/v1/things",
        headers: {
          accept: "application/json, application/problem+json",
          "accept-encoding": "gzip, br, deflate",
          authorization: "Bearer token-1",
          connection: "keep-alive",
          "content-length": "10",
          "content-type": "application/json",
          host: undefined,
        },
        body: '{"b":"é"}',
      },
    ]);
  });

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

  it("reads a compressed response", async () => {
    const url = await serve(
      (_request, response) => void response.writeHead(200, { ...JSON_TYPE, "content-encoding": "br" }).end(brotliCompressSync('{"a":1}')),
    );
    expect(await callOf(getThing, clientAt(url))({ thingId: "a" })).toEqual({ a: 1 });
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

  it("follows no redirect", async () => {
    const url = await serve((_request, response) => void response.writeHead(302, { location: "/elsewhere" }).end());
    expect(await caught(callOf(getThing, clientAt(url))({ thingId: "a" }))).toMatchObject({ status: 302 });
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
  it("a rejected connection is known to have sent nothing", async () => {
    const url = await serve(() => {});
    const gone = url.replace(/\d+$/, "1");
    expect(await caught(callOf(createThing, clientAt(gone))({ body: {} }))).toMatchObject({ code: "connection-failed", outcome: "not-sent" });
  });

  it("a response that is cut off is an error", async () => {
    const url = await serveBytes((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"'));
    expect(await caught(callOf(getThing, clientAt(url))({ thingId: "a" }))).toMatchObject({ code: "truncated-response" });
  });

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

  it("an abort ends the request and its connection, with the caller's reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let closed: Promise<unknown> | undefined;
    const url = await serve((request) => {
      closed = once(request.socket, "close");
      controller.abort(reason);
    });
    expect(await caught(callOf(getThing, clientAt(url))({ thingId: "a" }, { signal: controller.signal }))).toBe(reason);
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

  it("a body that no one reads is not read from the network either, and arrives whole when it is", async () => {
    const size = 20_000_000;
    let isDrained = false;
    const url = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": size });
      response.write(Buffer.alloc(size), () => (isDrained = true));
      response.end();
    });
    const content = (await callOf(getContent, clientAt(url))({ thingId: "a" })) as BinaryContent;
    const reader = content.stream().getReader();
    let received = (await reader.read()).value?.length ?? 0;
    for (let turns = 0; turns < 200; turns += 1) await new Promise(setImmediate);
    expect(isDrained).toBe(false);
    for (let next = await reader.read(); !next.done; next = await reader.read()) received += next.value.length;
    expect(received).toBe(size);
  });
});
