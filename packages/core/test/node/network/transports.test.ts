import { once } from "node:events";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { platformClock } from "../../../src/client.ts";
import type { BinaryContent, ClientEvent, ClientOptions, Clock, Transport } from "../../../src/index.ts";
import { httpTransport } from "../../../src/node.ts";
import { callOf, caught, createThing, getContent, getThing, rawOf } from "../../support.ts";
import { serve, serveBytes } from "./http-server.ts";
import { open } from "./transport-support.ts";

const JSON_TYPE = { "content-type": "application/json" };
/** One request is one request here. */
const onlyOnce = { retry: false } as const;

/** The transports of Node, which behave alike. */
const TRANSPORTS: readonly (readonly [name: string, create: () => Promise<Transport>])[] = [
  ["nodeTransport", open],
  ["httpTransport", async () => httpTransport()],
];

/** Returns what creates the options of a client at an address. */
const clientsOf =
  (create: () => Promise<Transport>) =>
  async (baseUrl: string, options: Partial<ClientOptions> = {}): Promise<Partial<ClientOptions>> => ({
    baseUrl,
    transport: await create(),
    ...onlyOnce,
    ...options,
  });

describe.each(TRANSPORTS)("a client on %s", (_name, create) => {
  const clientAt = clientsOf(create);

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
    const options = await clientAt(url);
    const answer = await rawOf(createThing, options)({ body: { b: "é" } });
    expect(answer.body).toEqual({ name: "é" });
    expect(answer.headers.get("x-one")).toBe("a, b");
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

  it("shows an observer the version of HTTP, which fetch cannot", async () => {
    const url = await serve((_request, response) => void response.writeHead(200, JSON_TYPE).end("{}"));
    const versions: unknown[] = [];
    const onEvent = (event: ClientEvent): void => void (event.type === "attempt" && versions.push(event.httpVersion));
    await callOf(getThing, await clientAt(url, { onEvent }))({ thingId: "a" });
    await callOf(getThing, { baseUrl: url, onEvent })({ thingId: "a" });
    expect(versions).toEqual(["1.1", undefined]);
  });

  it("retries a read after 503", async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(503, { ...JSON_TYPE, "retry-after": "0" }).end("{}");
      else response.writeHead(200, JSON_TYPE).end('{"name":"a"}');
    });
    expect(await callOf(getThing, await clientAt(url, { retry: { maxRetries: 1 } }))({ thingId: "a" })).toEqual({ name: "a" });
    expect(requests).toBe(2);
  });

  it("reads a response that is not UTF-8 as any client does", async () => {
    const url = await serve((_request, response) => void response.writeHead(200, JSON_TYPE).end(Buffer.from([0x22, 0xff, 0x22])));
    const error = await caught(callOf(getThing, await clientAt(url))({ thingId: "a" }));
    expect(error).toMatchObject({ code: "malformed-response", status: 200 });
  });

  it("follows no redirect", async () => {
    const paths: unknown[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(await caught(callOf(getThing, await clientAt(url))({ thingId: "a" }))).toMatchObject({ code: "redirect-refused", status: 302 });
    expect(paths).toEqual(["/v1/things/a"]);
  });

  it("waits for the response behind an interim one", async () => {
    const url = await serveBytes((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}');
    });
    expect(await callOf(getThing, await clientAt(url))({ thingId: "a" })).toEqual({ a: 1 });
  });

  it("reads a body behind chunks and trailers", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { ...JSON_TYPE, trailer: "x-sum" });
      response.write('{"a"');
      response.addTrailers({ "x-sum": "1" });
      response.end(":1}");
    });
    expect(await callOf(getThing, await clientAt(url))({ thingId: "a" })).toEqual({ a: 1 });
  });

  it("shows a header that is not ASCII as fetch does", async () => {
    const url = await serveBytes((socket) => {
      socket.write(Buffer.from("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-name: 日\r\ncontent-length: 2\r\n\r\n{}"));
    });
    const byFetch = await fetch(url);
    const byTransport = await rawOf(getThing, await clientAt(url))({ thingId: "a" });
    expect(byTransport.headers.get("x-name")).toBe(byFetch.headers.get("x-name"));
  });
});

describe.each(TRANSPORTS)("a compressed response on %s", (_name, create) => {
  const clientAt = clientsOf(create);

  const body = Buffer.from(JSON.stringify({ text: "a".repeat(100_000) }));

  const codings = {
    gzip: gzipSync(body),
    "x-gzip": gzipSync(body),
    br: brotliCompressSync(body),
    deflate: deflateSync(body),
    "gzip, br": brotliCompressSync(gzipSync(body)),
    "identity, gzip": gzipSync(body),
  };

  it.each(Object.entries(codings))("is read out of %s", async (coding, compressed) => {
    const url = await serve((_request, response) => void response.writeHead(200, { ...JSON_TYPE, "content-encoding": coding }).end(compressed));
    expect(await callOf(getThing, await clientAt(url))({ thingId: "a" })).toEqual({ text: "a".repeat(100_000) });
  });

  it("is read out of bare deflate data, as some services send it", async () => {
    const url = await serve((_request, response) => void response.writeHead(200, { ...JSON_TYPE, "content-encoding": "deflate" }).end(deflateRawSync(body)));
    expect(await callOf(getThing, await clientAt(url))({ thingId: "a" })).toEqual({ text: "a".repeat(100_000) });
  });

  it("is requested again if its data ends early, even with a length that fits", async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      const whole = gzipSync('{"a":1}{');
      const bytes = asked === 1 ? whole.subarray(0, -4) : gzipSync('{"a":1}');
      response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip", "content-length": bytes.length }).end(bytes);
    });
    expect(await callOf(getThing, await clientAt(url, { retry: { maxRetries: 1, maxDelayMs: 1 } }))({ thingId: "a" })).toEqual({ a: 1 });
    expect(asked).toBe(2);
  });

  it("is rejected if it has been compressed again and again", async () => {
    let bytes: Buffer = body;
    for (let times = 0; times < 4; times += 1) bytes = gzipSync(bytes);
    const url = await serve((_request, response) => void response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip, gzip, gzip, gzip" }).end(bytes));
    expect(await caught(callOf(getThing, await clientAt(url))({ thingId: "a" }))).toMatchObject({ code: "truncated-response" });
  });

  it("is canceled at the limit, before it has grown", async () => {
    const bytes = gzipSync(Buffer.alloc(50_000_000));
    const url = await serve((_request, response) => void response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip" }).end(bytes));
    const error = await caught(callOf(getThing, await clientAt(url, { maxResponseBytes: 1_000_000 }))({ thingId: "a" }));
    expect(error).toMatchObject({ code: "response-too-large" });
  });

  it("is empty if its body is", async () => {
    const url = await serve((_request, response) => void response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip" }).end());
    expect(await caught(callOf(getThing, await clientAt(url))({ thingId: "a" }))).toMatchObject({
      code: "truncated-response",
      message: expect.stringContaining("is empty") as string,
    });
  });

  it("is not requested for a file", async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers["accept-encoding"]);
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": 3 }).end("abc");
    });
    const content = (await callOf(getContent, await clientAt(url))({ thingId: "a" })) as BinaryContent;
    expect(Buffer.from(await content.bytes()).toString()).toBe("abc");
    expect(seen).toEqual(["identity"]);
  });
});

describe.each(TRANSPORTS)("what goes wrong on %s", (_name, create) => {
  const clientAt = clientsOf(create);

  it.each([
    ["a length that is not reached", "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{}"],
    ["chunks without their end", "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"],
    ["a body that ends with its connection, in the middle of its JSON", 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"a":'],
  ])("%s is a truncated response", async (_what, bytes) => {
    const url = await serveBytes((socket) => void socket.end(bytes));
    expect(await caught(callOf(getThing, await clientAt(url))({ thingId: "a" }))).toMatchObject({ code: "truncated-response" });
  });

  it("a file without length or chunks is not taken for whole", async () => {
    const url = await serveBytes((socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\n\r\nabc"));
    const content = (await callOf(getContent, await clientAt(url))({ thingId: "a" })) as BinaryContent;
    expect(await caught(content.bytes())).toMatchObject({ code: "truncated-response" });
  });

  it.each([
    "HTP/1.1 200 OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
  ])("a response that is no HTTP is a failed connection: %j", async (bytes) => {
    const url = await serveBytes((socket) => void socket.end(bytes));
    expect(await caught(callOf(getThing, await clientAt(url))({ thingId: "a" }))).toMatchObject({ code: "connection-failed", outcome: "unknown" });
  });

  it("a rejected connection is known to have sent nothing", async () => {
    const url = await serve(() => {});
    const gone = url.replace(/\d+$/, "1");
    expect(await caught(callOf(createThing, await clientAt(gone))({ body: {} }))).toMatchObject({ code: "connection-failed", outcome: "not-sent" });
  });

  it("an abort ends the request and its connection, with the caller's reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let closed: Promise<unknown> | undefined;
    const url = await serve((request) => {
      closed = once(request.socket, "close");
      controller.abort(reason);
    });
    expect(await caught(callOf(getThing, await clientAt(url))({ thingId: "a" }, { signal: controller.signal }))).toBe(reason);
    await closed;
  });

  it("a deadline ends a body that does not go on, and its connection", async () => {
    let closed: Promise<unknown> | undefined;
    const url = await serve((request, response) => {
      closed = once(request.socket, "close");
      response.writeHead(200, { ...JSON_TYPE, "content-length": 10 }).write("{");
    });
    let expire = (): void => {};
    const clock: Clock = {
      ...platformClock,
      after: (delayMs, callback) => (delayMs === 50 ? void (expire = callback) : platformClock.after(delayMs, callback)),
    };
    const send = await create();
    const transport: Transport = async (request, cancellation) => {
      const response = await send(request, cancellation);
      expire();
      return response;
    };
    expect(await caught(callOf(getThing, { baseUrl: url, ...onlyOnce, transport, clock, timeoutMs: 50 })({ thingId: "a" }))).toMatchObject({
      code: "timeout",
      timeoutMs: 50,
    });
    expect(closed).toBeDefined();
    await closed;
  });

  it("a body that no one reads is not read from the network either, and arrives whole when it is", async () => {
    const size = 20_000_000;
    let drained = false;
    const url = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": size });
      response.write(Buffer.alloc(size), () => (drained = true));
      response.end();
    });
    const content = (await callOf(getContent, await clientAt(url))({ thingId: "a" })) as BinaryContent;
    const reader = content.stream().getReader();
    let received = (await reader.read()).value?.length ?? 0;
    for (let turns = 0; turns < 200; turns += 1) await new Promise(setImmediate);
    expect(drained).toBe(false);
    for (let next = await reader.read(); !next.done; next = await reader.read()) received += next.value.length;
    expect(received).toBe(size);
  });
});
