import * as fc from "fast-check";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/index.ts";
import { startProxy } from "../../src/lib/record/proxy/proxy.ts";
import { startRecording } from "./record-support.ts";
import { afterThisTest } from "./support.ts";

interface Message {
  readonly status?: number;
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Starts a server that is closed after the test. */
async function serve(handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  afterThisTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends a request as it is, and returns the response as it comes. */
function exchange(url: string, method: string, path: string, headers: readonly string[], body: Buffer): Promise<Message> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, path, headers: ["Host", new URL(url).host, ...headers], agent: false }, (response) => {
      bytesOf(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, line: response.statusMessage ?? "", headers: response.rawHeaders, body: read }),
        reject,
      );
    });
    sent.on("error", reject).end(body);
  });
}

const OF_CONNECTION = ["host", "connection", "keep-alive", "transfer-encoding"];

/** Headers as pairs, without those of one connection. */
function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  const all = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : []));
  return all.filter(([name]) => !OF_CONNECTION.includes(name.toLowerCase()));
}

const headerName = fc.constantFrom("X-A", "x-b", "Accept", "User-Agent", "Authorization", "X-Long-Name", "cookie");
const headerValue = fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/);
const headers = fc.array(fc.tuple(headerName, headerValue), { maxLength: 6 });
const path = fc.stringMatching(/^\/[\w/%.~:@!$&'()*+,;=-]{0,30}(\?[\w/?%.~:@!$&'()*+,;=-]{0,30})?$/);
const body = fc
  .oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom(1, 70_000, 1_200_000).map((size) => Buffer.alloc(size, "k")),
  )
  .map((bytes) => Buffer.from(bytes));

describe("the proxy of a recording", () => {
  test("passes requests and responses on unchanged, whatever their method, headers and size", async () => {
    let reached: Message | undefined;
    let reply:
      | { readonly status: number; readonly headers: readonly (readonly [string, string])[]; readonly body: Buffer; readonly chunked: boolean }
      | undefined;
    const upstream = await serve((incoming, outgoing) => {
      void bytesOf(incoming).then((read) => {
        reached = { line: `${incoming.method} ${incoming.url}`, headers: incoming.rawHeaders, body: read };
        const length = reply?.chunked === true ? [] : ["Content-Length", String(reply?.body.length ?? 0)];
        outgoing.writeHead(reply?.status ?? 500, "As The Server Says", [...(reply?.headers.flat() ?? []), ...length]).end(reply?.body);
      });
    });
    const { url } = await startRecording(upstream);
    const exchanges = fc.record({
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
      path,
      headers,
      body,
      isChunked: fc.boolean(),
      reply: fc.record({ status: fc.constantFrom(200, 201, 302, 404, 418, 503), headers, body, chunked: fc.boolean() }),
    });
    await fc.assert(
      fc.asyncProperty(exchanges, async (given) => {
        reply = given.reply;
        const hasBody = given.method !== "GET";
        const sent = hasBody ? given.body : Buffer.alloc(0);
        const framing = !hasBody ? [] : given.isChunked ? ["Transfer-Encoding", "chunked"] : ["Content-Length", String(sent.length)];
        const got = await exchange(url, given.method, given.path, [...given.headers.flat(), ...framing], sent);
        expect(reached?.line).toBe(`${given.method} ${given.path}`);
        expect(pairs(reached?.headers ?? [])).toEqual(pairs([...given.headers.flat(), ...framing]));
        expect(reached?.body.equals(sent)).toBe(true);
        expect([got.status, got.line]).toEqual([given.reply.status, "As The Server Says"]);
        const isDated = ([name]: readonly [string, string]) => name.toLowerCase() !== "date" && name.toLowerCase() !== "content-length";
        expect(pairs(got.headers).filter(isDated)).toEqual(given.reply.headers.map(([name, value]) => [name, value]));
        expect(got.body.equals(given.reply.body)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("removes the headers of a connection, also those that Connection names", async () => {
    let reached: readonly string[] = [];
    const upstream = await serve((incoming, outgoing) => {
      reached = incoming.rawHeaders;
      outgoing.sendDate = false;
      outgoing.writeHead(200, ["Connection", "close, X-Hop", "X-Hop", "1", "Proxy-Authenticate", "Basic", "X-End", "2", "Content-Length", "0"]).end();
    });
    const { url } = await startRecording(upstream);
    const sent = ["Connection", "close, X-Private", "X-Private", "1", "TE", "trailers", "Proxy-Authorization", "Basic eDp5", "Expect", "x", "X-Public", "2"];
    const got = await exchange(
      url,
      "GET",
      "/",
      sent.filter((_, index) => index < 8 || index > 9),
      Buffer.alloc(0),
    );
    expect(pairs(reached)).toEqual([["X-Public", "2"]]);
    expect(pairs(got.headers)).toEqual([
      ["X-End", "2"],
      ["Content-Length", "0"],
    ]);
  });

  test("a web page with a rebound host name cannot reach the server", async () => {
    const seen: (string | undefined)[] = [];
    const upstream = await serve((incoming, outgoing) => {
      seen.push(incoming.url);
      outgoing.end("internal");
    });
    const { url } = await startRecording(upstream);
    const statusOf = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(url, { headers: { host }, agent: false }, (response) => resolve(response.resume().statusCode))
          .on("error", reject)
          .end();
      });
    expect(await statusOf("rebound.example.com")).toBe(421);
    expect(seen).toEqual([]);
    expect(await statusOf(`localhost:${new URL(url).port}`)).toBe(200);
  });

  test("a body does not become a second request if Connection names its length", async () => {
    const seen: (string | undefined)[] = [];
    const upstream = await serve((incoming, outgoing) => {
      seen.push(incoming.url);
      incoming.resume().once("end", () => outgoing.end("{}"));
    });
    const { url } = await startRecording(upstream);
    const smuggled = Buffer.from("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n");
    const { status } = await exchange(url, "GET", "/first", ["Connection", "Content-Length", "Content-Length", String(smuggled.length)], smuggled);
    expect([status, seen]).toEqual([200, ["/first"]]);
  });

  test("passes a redirect on and does not follow it", async () => {
    let requests = 0;
    const upstream = await serve((_, outgoing) => {
      requests += 1;
      outgoing.writeHead(307, { location: "/v1/vaults" }).end();
    });
    const { url } = await startRecording(upstream);
    const { status, headers: got } = await fetch(url, { redirect: "manual" });
    expect([status, got.get("location"), requests]).toEqual([307, "/v1/vaults", 1]);
  });

  test("records no grant and no signature of the address of a redirect", async () => {
    const names = ["code", "access_token", "sig", "X-Amz-Signature", "X-Amz-Credential"];
    const query = names.map((name, index) => `${name}=grant-number-${index}`).join("&");
    const upstream = await serve((_, outgoing) => outgoing.writeHead(302, { location: `https://files.example.com/1?page=next-page&${query}` }).end());
    const recording = await startRecording(upstream);
    await fetch(recording.url, { redirect: "manual" });
    const text = await recording.text();
    expect([text.includes("page=next-page"), names.filter((_, index) => text.includes(`grant-number-${index}`))]).toEqual([true, []]);
  });

  test("replaces the server's addresses by its own in JSON, Link and Location, and nowhere else", async () => {
    const from = (server: string) => ({
      next: `${server}/next?after=1`,
      escaped: `${server}/1`.replaceAll("/", String.raw`\/`),
      other: `${server}0/`,
      text: `see ${server}.`,
    });
    const jsonOf = (server: string) => JSON.stringify(from(server)).replaceAll(String.raw`\\/`, String.raw`\/`);
    let type = "";
    const upstream: string = await serve((_, outgoing) => {
      const named = {
        "content-type": type,
        "content-encoding": "gzip",
        location: `${upstream}/v1`,
        link: `<${upstream}/2>; rel="next"`,
        "x-server": upstream,
      };
      outgoing.writeHead(200, named).end(gzipSync(jsonOf(upstream)));
    });
    const { url } = await startRecording(upstream);
    type = "application/problem+json";
    const moved = await fetch(url);
    expect(await moved.json()).toEqual({ next: `${url}/next?after=1`, escaped: `${url}/1`, other: `${upstream}0/`, text: `see ${upstream}.` });
    expect(["location", "link", "x-server"].map((name) => moved.headers.get(name))).toEqual([`${url}/v1`, `<${url}/2>; rel="next"`, upstream]);
    type = "text/plain";
    expect(await (await fetch(url)).text()).toBe(jsonOf(upstream));
  });

  test("adds the path of the upstream address", async () => {
    const upstream = await serve((incoming, outgoing) => void outgoing.end(incoming.url));
    const { url } = await startRecording(`${upstream}/prefix/`);
    expect(await (await fetch(`${url}/v1/vaults?limit=1`)).text()).toBe("/prefix/v1/vaults?limit=1");
  });

  test("responds with 502 and the reason if the server cannot be reached, and goes on", async () => {
    const { url, complained } = await startRecording("http://127.0.0.1:9");
    const response = await fetch(`${url}/v1/vaults`);
    expect([response.status, await response.json()]).toEqual([502, { status: 502, message: "The proxy got no response of http://127.0.0.1:9: no connection" }]);
    expect(complained()).toContain("GET /v1/vaults: The proxy got no response");
    expect((await fetch(url)).status).toBe(502);
  });

  test("responds with 502 if the server sends nothing within the time limit", async () => {
    const upstream = await serve(() => {});
    const failures: string[] = [];
    const onFailure = (message: string) => void failures.push(message);
    const proxy = await startProxy({ upstream: new URL(upstream), port: 0, clock: systemClock(), idleTimeoutMs: 50, onExchange: async () => {}, onFailure });
    afterThisTest(() => proxy.close());
    expect((await fetch(proxy.url)).status).toBe(502);
    expect(failures).toEqual([`GET /: The proxy got no response of ${upstream}: it sent nothing for 0.05 s`]);
  });

  test.each([
    ["of a known length", { "content-length": "5" }],
    ["in chunks", {}],
  ])("withholds the end of a response %s that cannot be recorded", async (_, named) => {
    const upstream = await serve((_incoming, outgoing) => void outgoing.writeHead(200, named).end("12345"));
    const failures: string[] = [];
    const onExchange = () => Promise.reject(new Error("the disk is full"));
    const onFailure = (message: string) => void failures.push(message);
    const proxy = await startProxy({ upstream: new URL(upstream), port: 0, clock: systemClock(), onExchange, onFailure });
    afterThisTest(() => proxy.close());
    await expect(fetch(proxy.url).then((response) => response.text())).rejects.toThrow(/terminated|fetch failed/);
    expect(failures).toEqual(["GET /: the disk is full; not recorded"]);
  });

  test("passes on that the server lost the connection inside a body, and does not record it", async () => {
    const upstream = await serve((_, outgoing) => {
      outgoing.writeHead(200, { "content-length": "10" }).write("12345", () => outgoing.destroy());
    });
    const recording = await startRecording(upstream);
    await expect(fetch(`${recording.url}/health`).then((response) => response.text())).rejects.toThrow("terminated");
    await recording.stop();
    expect((await recording.cassette()).exchanges).toEqual([]);
    expect(recording.complained()).toContain("GET /health: ");
  });
});

describe("what is recorded", () => {
  test("is the JSON inside a compressed body, with every digit of its numbers", async () => {
    const json = '{"name":"a","version":"1","dependencies":[{"service":"sync","status":"ACTIVE","big":12345678901234567890,"exact":1.10,"tiny":1e-400}]}';
    const upstream = await serve((_, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync(json));
    });
    const recording = await startRecording(upstream);
    expect(await (await fetch(`${recording.url}/health`)).text()).toBe(json);
    expect(await recording.text()).toContain(`"body":{"json":${json}}`);
  });

  test("names what the contract does not know, and keeps it", async () => {
    const upstream = await serve((_, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json" }).end('[{"id":7,"motto":"per aspera","name":"A"},{"id":8,"name":"B","motto":"ad astra"}]');
    });
    const recording = await startRecording(upstream);
    await fetch(`${recording.url}/v1/vaults?limit=x`);
    const [only] = (await recording.cassette()).exchanges;
    expect(only?.response.warnings).toEqual([
      "0/id must be string",
      "1/id must be string",
      "0/motto is not known to the contract",
      "1/motto is not known to the contract",
    ]);
    expect(only?.response.body).toEqual({
      json: [
        { id: 7, motto: "per aspera", name: "A" },
        { id: 8, name: "B", motto: "ad astra" },
      ],
    });
    expect(recording.complained()).toMatch(/^listVaults, response: \*\/id must be string\nlistVaults, response: \*\/motto is not known to the contract\n$/);
  });

  test("is only the size and hash of a large body, which the client gets whole", async () => {
    const large = Buffer.alloc(3_000_000, "large");
    const upstream = await serve((_, outgoing) => void outgoing.end(large));
    const recording = await startRecording(upstream);
    expect((await (await fetch(`${recording.url}/metrics`)).arrayBuffer()).byteLength).toBe(large.length);
    const [only] = (await recording.cassette()).exchanges;
    expect(only?.response.body).toEqual({ bytes: large.length, sha256: expect.stringMatching(/^[\da-f]{64}$/), because: "it is larger than 1048576 bytes" });
  });
});
