import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningMock } from "../src/prism.ts";
import { services, serviceOf } from "../src/services.ts";
import { startMock } from "../src/start-mock.ts";

type Json = { readonly [name: string]: unknown };

const authorization = "Bearer any";
let management: RunningMock;
let vault: RunningMock;

beforeAll(async () => {
  [management, vault] = await Promise.all([startMock(serviceOf("management")), startMock(serviceOf("vault"))]);
});
afterAll(() => Promise.all([management.close(), vault.close()]));

function ask({ url }: RunningMock, path: string, headers: { readonly [name: string]: string } = {}): Promise<Response> {
  return fetch(url + path, { headers: { authorization, ...headers } });
}

/** Addresses of this machine at which nothing of ours may listen: those that others can reach, and on Linux another one of loopback. */
const otherHosts = [
  ...Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address),
  ),
  ...(process.platform === "linux" ? ["127.0.0.2"] : []),
];

/** Whether anything listens at an address; at the same port of another host where one is given. */
async function listens(address: string, host?: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), host ?? hostname);
  try {
    return await once(socket, "connect").then(
      () => true,
      () => false,
    );
  } finally {
    socket.destroy();
  }
}

/** The number of servers of this process that listen. */
function listening(): number {
  return process.getActiveResourcesInfo().filter((type) => type === "TCPServerWrap").length;
}

describe("a mock", () => {
  it("returns next pages with its own address, the same in the body and in the Link header", async () => {
    let path = "/api/audit/v1/logs?limit=3";
    const afters: (string | null)[] = [];
    for (let walked = 0; walked < 4; walked += 1) {
      const response = await ask(management, path);
      const { next } = (await response.json()) as { readonly next: string };
      expect(response.headers.get("link")).toBe(`<${next}>; rel="next"`);
      expect(next.startsWith(`${management.url}/`)).toBe(true);
      afters.push(new URL(next).searchParams.get("after"));
      path = next.slice(management.url.length);
    }
    expect(afters).toEqual(["example-position-48213", "example-position-48216", "example-position-48218", "example-position-48218"]);
  });

  it.each([
    ["?offset=0", undefined, "1-3/8"],
    ["?offset=3", undefined, "4-6/8"],
    ["?offset=6", undefined, "7-8/8"],
    ["?offset=8", undefined, "*/8"],
    ["", "example=last", "7-8/8"],
  ])("sends the page of records at %j that the header prefer: %s asks for with its own Content-Range", async (query, prefer, range) => {
    const response = await ask(vault, `/v1/activity${query}`, prefer === undefined ? {} : { prefer });
    const [, first = 1, last = 0] = /^(\d+)-(\d+)/.exec(range)?.map(Number) ?? [];
    expect(response.headers.get("content-range")).toBe(range);
    expect(await response.json()).toHaveLength(last - first + 1);
  });

  it("sends the bytes of a file as many as the contract's example has", async () => {
    const path = "/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk/files/orpr6rjgurmv3bna34n5hdvlgb";
    const content = await ask(vault, `${path}/content`);
    const file = (await (await ask(vault, path, { prefer: "example=inline" })).json()) as { readonly content: string; readonly size: number };
    expect([content.headers.get("content-type"), content.headers.get("content-length")]).toEqual(["application/octet-stream", String(file.size)]);
    expect(Buffer.from(await content.arrayBuffer())).toEqual(Buffer.from(file.content, "base64"));
  });

  it("returns the actions of a waiting step with its own address", async () => {
    const response = await ask(management, "/api/workflows/v1/w/runs/r", { prefer: "example=waiting" });
    const hrefs = Array.from((await response.text()).matchAll(/"href":"([^"]+)"/g), ([, href]) => href);
    expect(hrefs).toEqual([`${management.url}/signals/0f6c1d52-approve`, `${management.url}/signals/0f6c1d52-reject`]);
  });

  it("has the name by which its client calls it, so that addresses in responses lead back through the same name", async () => {
    const named = management.url.replace("127.0.0.1", "localhost");
    const { next } = (await (await fetch(`${named}/api/audit/v1/logs`, { headers: { authorization } })).json()) as { readonly next: string };
    expect(new URL(next).origin).toBe(named);
  });

  it("sends the response that a prefer header asks for, and announces its bytes", async () => {
    const response = await ask(management, "/api/audit/v1/logs", { prefer: "code=200, example=last" });
    const text = await response.text();
    expect((JSON.parse(text) as { readonly results: readonly Json[] }).results.map(({ id }) => id)).toEqual([48217, 48218]);
    expect(response.headers.get("link")).toBe(`<${management.url}/api/audit/v1/logs?after=example-position-48218>; rel="next"`);
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
  });

  it("of each service listens on a port of its own, on this machine alone, and leaves nothing listening once it is closed", async () => {
    const before = listening();
    const mocks = await Promise.all([...services, ...services].map((service) => startMock(service)));
    for (const { url } of mocks) await (await fetch(`${url}/heartbeat`)).text();
    const hosts = mocks.map(({ url }) => new URL(url));
    expect(hosts.map(({ hostname }) => hostname)).toEqual(mocks.map(() => "127.0.0.1"));
    expect(new Set(hosts.map(({ port }) => port)).size).toBe(mocks.length);
    for (const host of otherHosts) expect(await Promise.all(mocks.map(({ url }) => listens(url, host))), host).toEqual(mocks.map(() => false));
    expect(listening()).toBe(before + 2 * mocks.length);
    await Promise.all(mocks.map((mock) => mock.close()));
    expect(await Promise.all(mocks.map(({ url }) => listens(url)))).toEqual(mocks.map(() => false));
    await expect.poll(listening).toBe(before);
  });

  it("leaves nothing listening when its port is taken", async () => {
    const before = listening();
    const port = Number(new URL(vault.url).port);
    await expect(startMock(serviceOf("vault"), { port })).rejects.toThrow("EADDRINUSE");
    await expect.poll(listening).toBe(before);
  });
});
