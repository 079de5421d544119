import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { type Prism, startPrism } from "../src/prism-in-process.ts";
import { findServices } from "@keywright/tool-test-kit/services";
import { startMock } from "../src/start-mock.ts";

type Json = { readonly [name: string]: unknown };

const authorization = "Bearer any";

/** Gives a test the address of a mock of the management service and closes it behind the test. */
async function withManagement(test: (url: string) => Promise<void>): Promise<void> {
  const mock = await startMock("management");
  try {
    await test(mock.url);
  } finally {
    await mock.close();
  }
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

describe("a mock", () => {
  it("gives next pages an address of its own, the same in the body and in the Link header", async () => {
    await withManagement(async (url) => {
      let page = `${url}/api/audit/v1/logs?limit=3`;
      const afters: (string | null)[] = [];
      for (let walked = 0; walked < 4; walked += 1) {
        const response = await fetch(page, { headers: { authorization } });
        const { next } = (await response.json()) as { readonly next: string };
        expect(response.headers.get("link")).toBe(`<${next}>; rel="next"`);
        expect(new URL(next).origin).toBe(url);
        afters.push(new URL(next).searchParams.get("after"));
        page = next;
      }
      expect(afters).toEqual(["example-position-48213", "example-position-48216", "example-position-48218", "example-position-48218"]);
    });
  });

  it("sends each page of records with its own Content-Range, and a page that a prefer header asks for with that page's", async () => {
    const mock = await startMock("vault");
    try {
      const ranges: (string | null)[] = [];
      for (const [query, prefer] of [
        ["", undefined],
        ["?offset=3", undefined],
        ["?offset=6", undefined],
        ["?offset=8", undefined],
        ["", "example=last"],
      ] as const) {
        const response = await fetch(`${mock.url}/v1/activity${query}`, { headers: { authorization, ...(prefer === undefined ? {} : { prefer }) } });
        const [range = "", total] = (response.headers.get("content-range") ?? "").split("/");
        const [first = 1, last = 0] = range === "*" ? [] : range.split("-").map(Number);
        expect([last - first + 1, total]).toEqual([((await response.json()) as unknown[]).length, "8"]);
        ranges.push(response.headers.get("content-range"));
      }
      expect(ranges).toEqual(["1-3/8", "4-6/8", "7-8/8", "*/8", "7-8/8"]);
    } finally {
      await mock.close();
    }
  });

  it("sends a file's content as the bytes that the contract's example has, as many as it announces", async () => {
    const mock = await startMock("vault");
    const path = "/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk/files/orpr6rjgurmv3bna34n5hdvlgb";
    try {
      const content = await fetch(`${mock.url}${path}/content`, { headers: { authorization } });
      const bytes = Buffer.from(await content.arrayBuffer());
      const file = (await (await fetch(`${mock.url}${path}`, { headers: { authorization, prefer: "example=inline" } })).json()) as {
        content: string;
        size: number;
      };
      expect([content.headers.get("content-type"), content.headers.get("content-length")]).toEqual(["application/octet-stream", String(file.size)]);
      expect(bytes).toEqual(Buffer.from(file.content, "base64"));
    } finally {
      await mock.close();
    }
  });

  it("gives the actions of a waiting step an address of its own", async () => {
    await withManagement(async (url) => {
      const response = await fetch(`${url}/api/workflows/v1/w/runs/r`, { headers: { authorization, prefer: "example=waiting" } });
      const { results } = (await response.json()) as { readonly results: readonly Json[] };
      const hrefs = [...JSON.stringify(results).matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href);
      expect(hrefs).toEqual([`${url}/signals/0f6c1d52-approve`, `${url}/signals/0f6c1d52-reject`]);
    });
  });

  it("names itself as its client does, so that addresses in answers lead back through the same name", async () => {
    await withManagement(async (url) => {
      const named = url.replace("127.0.0.1", "localhost");
      const response = await fetch(`${named}/api/audit/v1/logs`, { headers: { authorization } });
      const { next } = (await response.json()) as { readonly next: string };
      expect(new URL(next).origin).toBe(named);
    });
  });

  it("leaves an answer that is forced by a prefer header to it", async () => {
    await withManagement(async (url) => {
      const response = await fetch(`${url}/api/audit/v1/logs`, { headers: { authorization, prefer: "code=200, example=last" } });
      const { results } = (await response.json()) as { readonly results: readonly Json[] };
      expect(results.map(({ id }) => id)).toEqual([48217, 48218]);
      expect(response.headers.get("link")).toBe(`<${url}/api/audit/v1/logs?after=example-position-48218>; rel="next"`);
    });
  });

  it("announces as many bytes as it sends", async () => {
    await withManagement(async (url) => {
      const response = await fetch(`${url}/api/audit/v1/logs`, { headers: { authorization } });
      expect(response.headers.get("content-length")).toBe(String((await response.arrayBuffer()).byteLength));
    });
  });

  it("of each service listens on a port of its own, on this machine alone", async () => {
    const mocks = await Promise.all([...findServices(), ...findServices()].map((service) => startMock(service)));
    try {
      const hosts = mocks.map(({ url }) => new URL(url));
      expect(hosts.map(({ hostname }) => hostname)).toEqual(mocks.map(() => "127.0.0.1"));
      expect(new Set(hosts.map(({ port }) => port)).size).toBe(mocks.length);
      for (const host of otherHosts) expect(await Promise.all(mocks.map(({ url }) => listens(url, host))), host).toEqual(mocks.map(() => false));
    } finally {
      await Promise.all(mocks.map((mock) => mock.close()));
    }
  });

  it("leaves nothing listening once it is closed, with a connection kept alive too", async () => {
    const engines: Prism[] = [];
    const engine: typeof startPrism = async (contract) => {
      const prism = await startPrism(contract);
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

  it("starts no Prism when its port is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { readonly port: number };
    const started: string[] = [];
    const engine: typeof startPrism = async (contract) => {
      started.push(contract.service);
      return startPrism(contract);
    };
    try {
      await expect(startMock("vault", { port, engine })).rejects.toThrow("EADDRINUSE");
      expect(started).toEqual([]);
    } finally {
      taken.close();
    }
  });

  it("leaves its port free when Prism does not start", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as { readonly port: number };
    free.close();
    await once(free, "close");
    await expect(startMock("vault", { port, engine: () => Promise.reject(new Error("no Prism today")) })).rejects.toThrow("no Prism today");
    expect(await listens(`http://127.0.0.1:${port}`)).toBe(false);
  });
});
