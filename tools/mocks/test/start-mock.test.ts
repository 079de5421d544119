import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { findServices } from "@keywright/tool-test-kit/services";
import { describe, expect, it, onTestFinished } from "vitest";
import { type RunningMock, startPrism } from "../src/prism.ts";
import { type Mock, type MockOptions, startMock } from "../src/start-mock.ts";

/** Starts a mock for one test. */
async function mockOf(service: string, options?: MockOptions): Promise<Mock> {
  const mock = await startMock(service, options);
  onTestFinished(() => mock.close());
  return mock;
}

function get(address: string, prefer?: string): Promise<Response> {
  return fetch(address, { headers: { authorization: "Bearer any", ...(prefer === undefined ? {} : { prefer }) } });
}

/** Addresses of this machine at which nothing of ours may listen: those that others can reach, and on Linux another one of loopback. */
const otherHosts = [
  ...Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address),
  ),
  ...(process.platform === "linux" ? ["127.0.0.2"] : []),
];

/** Whether anything listens at an address; at the same port of another host if one is given. */
async function listens(address: string, host?: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), host ?? hostname);
  const connected = once(socket, "connect").then(
    () => true,
    () => false,
  );
  return connected.finally(() => socket.destroy());
}

describe("a mock", () => {
  it("gives next pages an address of its own, the same in the body and in the Link header", async () => {
    const { url } = await mockOf("management");
    let page = `${url}/api/audit/v1/logs?limit=3`;
    const afters: (string | null)[] = [];
    for (let walked = 0; walked < 4; walked += 1) {
      const response = await get(page);
      const { next } = (await response.json()) as { readonly next: string };
      expect(response.headers.get("link")).toBe(`<${next}>; rel="next"`);
      expect(new URL(next).origin).toBe(url);
      afters.push(new URL(next).searchParams.get("after"));
      page = next;
    }
    expect(afters).toEqual(["example-position-48213", "example-position-48216", "example-position-48218", "example-position-48218"]);
  });

  it.each([
    ["", undefined, 3, "1-3/8"],
    ["?offset=3", undefined, 3, "4-6/8"],
    ["?offset=6", undefined, 2, "7-8/8"],
    ["?offset=8", undefined, 0, "*/8"],
    ["", "example=last", 2, "7-8/8"],
  ])("sends the page of records at %j, preferring %s, with its own Content-Range", async (query, prefer, count, range) => {
    const response = await get(`${(await mockOf("vault")).url}/v1/activity${query}`, prefer);
    expect(await response.json()).toHaveLength(count);
    expect(response.headers.get("content-range")).toBe(range);
  });

  it("sends a file's content as the bytes that the contract's example has, as many as it announces", async () => {
    const path = "/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk/files/orpr6rjgurmv3bna34n5hdvlgb";
    const { url } = await mockOf("vault");
    const content = await get(`${url}${path}/content`);
    const bytes = Buffer.from(await content.arrayBuffer());
    const file = (await (await get(`${url}${path}`, "example=inline")).json()) as { readonly content: string; readonly size: number };
    expect([content.headers.get("content-type"), content.headers.get("content-length")]).toEqual(["application/octet-stream", String(file.size)]);
    expect(bytes).toEqual(Buffer.from(file.content, "base64"));
  });

  it("gives the actions of a waiting step an address of its own", async () => {
    const { url } = await mockOf("management");
    const text = await (await get(`${url}/api/workflows/v1/w/runs/r`, "example=waiting")).text();
    const hrefs = [...text.matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual([`${url}/signals/0f6c1d52-approve`, `${url}/signals/0f6c1d52-reject`]);
  });

  it("names itself as its client does, so that addresses in responses lead back through the same name", async () => {
    const named = (await mockOf("management")).url.replace("127.0.0.1", "localhost");
    const { next } = (await (await get(`${named}/api/audit/v1/logs`)).json()) as { readonly next: string };
    expect(new URL(next).origin).toBe(named);
  });

  it("leaves a response that is forced by a prefer header to it", async () => {
    const { url } = await mockOf("management");
    const response = await get(`${url}/api/audit/v1/logs`, "code=200, example=last");
    const { results } = (await response.json()) as { readonly results: readonly { readonly id: number }[] };
    expect(results.map(({ id }) => id)).toEqual([48217, 48218]);
    expect(response.headers.get("link")).toBe(`<${url}/api/audit/v1/logs?after=example-position-48218>; rel="next"`);
  });

  it("announces as many bytes as it sends", async () => {
    const response = await get(`${(await mockOf("management")).url}/api/audit/v1/logs`);
    expect(response.headers.get("content-length")).toBe(String((await response.arrayBuffer()).byteLength));
  });

  it("of each service listens on a port of its own, on this machine alone", async () => {
    const mocks = await Promise.all([...findServices(), ...findServices()].map((service) => mockOf(service)));
    const hosts = mocks.map(({ url }) => new URL(url));
    expect(hosts.map(({ hostname }) => hostname)).toEqual(mocks.map(() => "127.0.0.1"));
    expect(new Set(hosts.map(({ port }) => port)).size).toBe(mocks.length);
    for (const host of otherHosts) expect(await Promise.all(mocks.map(({ url }) => listens(url, host))), host).toEqual(mocks.map(() => false));
  });

  it("leaves nothing listening once it is closed, with a connection kept alive too", async () => {
    const engines: RunningMock[] = [];
    const engine: typeof startPrism = async (documentPath) => {
      const prism = await startPrism(documentPath);
      engines.push(prism);
      return prism;
    };
    const mock = await startMock("vault", { engine });
    expect(await (await fetch(`${mock.url}/heartbeat`)).text()).toBe(".");
    const addresses = [mock.url, ...engines.map(({ url }) => url)];
    expect(await Promise.all(addresses.map((address) => listens(address)))).toEqual([true, true]);
    await mock.close();
    expect(await Promise.all(addresses.map((address) => listens(address)))).toEqual([false, false]);
  });

  it("starts no Prism if its port is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { readonly port: number };
    const started: string[] = [];
    const engine: typeof startPrism = async (documentPath) => {
      started.push(documentPath);
      return startPrism(documentPath);
    };
    onTestFinished(() => void taken.close());
    await expect(startMock("vault", { port, engine })).rejects.toThrow("EADDRINUSE");
    expect(started).toEqual([]);
  });

  it("leaves its port free if Prism does not start", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as { readonly port: number };
    free.close();
    await once(free, "close");
    await expect(startMock("vault", { port, engine: () => Promise.reject(new Error("no Prism today")) })).rejects.toThrow("no Prism today");
    expect(await listens(`http://127.0.0.1:${port}`)).toBe(false);
  });
});
