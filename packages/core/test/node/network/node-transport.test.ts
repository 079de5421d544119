import { describe, expect, it } from "vitest";
import type { ClientOptions } from "../../../src/index.ts";
import { nodeTransport, type NodeTransportOptions } from "../../../src/node.ts";
import { callOf, caught, getThing } from "../../support.ts";
import { serve } from "./http-server.ts";
import { open } from "./transport-support.ts";

const JSON_TYPE = { "content-type": "application/json" };
/** One request is one request here. */
const onlyOnce = { retry: false } as const;

async function clientAt(baseUrl: string, options: Partial<ClientOptions> = {}): Promise<Partial<ClientOptions>> {
  return { baseUrl, transport: await open(), ...onlyOnce, ...options };
}

describe("a client on the Node transport", () => {
  it("uses a connection again, and not more of them at once than it may", async () => {
    const sockets = new Set<unknown>();
    const waiting: (() => void)[] = [];
    let most = 0;
    const url = await serve(async (request, response) => {
      sockets.add(request.socket);
      waiting.push(() => response.writeHead(200, JSON_TYPE).end("{}"));
      // Three are waited for, and then a fourth that must not come.
      if (waiting.length !== 3) return;
      for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate);
      most = Math.max(most, waiting.length);
      for (const answer of waiting.splice(0)) answer();
    });
    const options = await clientAt(url, { transport: await open({ maxConnections: 3 }) });
    await Promise.all(Array.from({ length: 30 }, () => callOf(getThing, options)({ thingId: "a" })));
    expect(most).toBe(3);
    expect(sockets.size).toBe(3);
  });
});

describe("what goes wrong on the Node transport", () => {
  it("a request that was aborted while it waited for a connection is never sent", async () => {
    const controller = new AbortController();
    const paths: unknown[] = [];
    let respondFirst: (() => void) | undefined;
    const url = await serve((request, response) => {
      paths.push(request.url);
      const respond = (): void => void response.writeHead(200, JSON_TYPE).end("{}");
      if (paths.length === 1) respondFirst = respond;
      else respond();
      if (paths.length === 1) controller.abort(new Error("enough"));
    });
    const options = await clientAt(url, { transport: await open({ maxConnections: 1 }) });
    const first = callOf(getThing, options)({ thingId: "first" });
    const second = caught(callOf(getThing, options)({ thingId: "second" }, { signal: controller.signal }));
    expect(await second).toMatchObject({ message: "enough" });
    respondFirst?.();
    await first;
    await callOf(getThing, options)({ thingId: "third" });
    expect(paths).toEqual(["/v1/things/first", "/v1/things/third"]);
  });

  it("nothing is sent by a transport that was closed", async () => {
    const url = await serve((_request, response) => void response.writeHead(200, JSON_TYPE).end("{}"));
    const transport = await nodeTransport();
    const options = await clientAt(url, { transport });
    await callOf(getThing, options)({ thingId: "a" });
    await transport.close();
    expect(await caught(callOf(getThing, options)({ thingId: "a" }))).toMatchObject({ code: "connection-failed" });
  });

  it("closing waits for what is under way", async () => {
    const url = await serve((_request, response) => void setImmediate(() => response.writeHead(200, JSON_TYPE).end('{"a":1}')));
    const transport = await nodeTransport();
    const call = callOf(getThing, { ...(await clientAt(url)), transport })({ thingId: "a" });
    await new Promise(setImmediate);
    await transport.close();
    expect(await call).toEqual({ a: 1 });
  });
});

describe("the fetch of the Node transport", () => {
  it("sends a form as token endpoints take it, and returns a response", async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        seen.push([request.method, request.headers["content-type"], body]);
        response.writeHead(201, JSON_TYPE).end('{"a":1}');
      });
    });
    const { fetch: send } = await open();
    const response = await send(`${url}/token?x=1#y`, { method: "POST", body: new URLSearchParams({ a: "b c" }) });
    expect([response.status, response.headers.get("content-type"), await response.json()]).toEqual([201, "application/json", { a: 1 }]);
    expect(seen).toEqual([["POST", "application/x-www-form-urlencoded;charset=UTF-8", "a=b+c"]]);
  });

  it("returns a response without a body for statuses that have none", async () => {
    const url = await serve((_request, response) => void response.writeHead(204).end());
    const { fetch: send } = await open();
    const response = await send(url, { method: "DELETE" });
    expect([response.status, response.body]).toEqual([204, null]);
  });

  it("ends by its signal, before and while it is under way", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const url = await serve(() => controller.abort(reason));
    const { fetch: send } = await open();
    expect(await caught(send(url, { signal: controller.signal }))).toBe(reason);
    expect(await caught(send(url, { signal: controller.signal }))).toBe(reason);
  });
});

describe("the options of the Node transport", () => {
  it.each([
    [{ maxConnections: 0 }, "nodeTransport: maxConnections must be a whole number of at least 1, or Infinity; got 0"],
    [{ maxConnections: 1.5 }, "nodeTransport: maxConnections must be a whole number of at least 1, or Infinity; got 1.5"],
    [{ keepAliveMs: 0 }, "nodeTransport: keepAliveMs must be a time in milliseconds of at least 1; got 0"],
    [{ proxy: 8080 }, 'nodeTransport: proxy must be an address such as "http://proxy.example.com:3128", or false; got 8080'],
    [{ ca: "/etc/ssl/own.pem" }, "nodeTransport: ca must be certificates in PEM, as a string or bytes, or an array of these; got a string of 16 characters"],
    [{ ca: [] }, "nodeTransport: ca must be certificates in PEM, as a string or bytes, or an array of these; got an array of 0"],
    [{ withoutUndici: "ignore" }, 'nodeTransport: withoutUndici must be "fetch", or omitted; got a string of 6 characters'],
    [null, "the options of nodeTransport must be an object such as { maxConnections: 16 }; got null"],
  ])("are rejected if they cannot work: %j", async (options, message) => {
    expect(await caught(nodeTransport(options as NodeTransportOptions))).toMatchObject({ name: "ConfigurationError", message });
  });

  it.each(["proxy.example.com:3128", "socks5://user:example-password@proxy.example.com", "http://"])(
    "an invalid address of a proxy is an error that does not show it: %s",
    async (proxy) => {
      const error = (await caught(nodeTransport({ proxy }))) as Error;
      expect(error.message).toBe('proxy must be a whole address with http:// or https://, such as "http://proxy.example.com:3128"; the value is not one');
    },
  );
});
