import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Prism, startPrism } from "../src/prism.ts";
import { type Mock, startMock } from "../src/start-mock.ts";

type Json = { readonly [name: string]: unknown };

const authorization = "Bearer any";
const LOGS = "/api/audit/v1/logs";

let management: Mock;
let vault: Mock;
beforeAll(async () => {
  [management, vault] = await Promise.all([startMock("management"), startMock("vault")]);
});
afterAll(() => Promise.all([management.close(), vault.close()]));

const ask = (url: string, prefer?: string): Promise<Response> => fetch(url, { headers: { authorization, ...(prefer === undefined ? {} : { prefer }) } });

async function nextOf(response: Response): Promise<URL> {
  return new URL(((await response.json()) as { readonly next: string }).next);
}

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
  it("returns next pages at an address of its own, the same in the body and in the Link header", async () => {
    let page = `${management.url}${LOGS}?limit=3`;
    const afters: (string | null)[] = [];
    for (let walked = 0; walked < 4; walked += 1) {
      const response = await ask(page);
      const next = await nextOf(response);
      expect(response.headers.get("link")).toBe(`<${next}>; rel="next"`);
      expect(next.origin).toBe(management.url);
      afters.push(next.searchParams.get("after"));
      page = next.href;
    }
    expect(afters).toEqual(["example-position-48213", "example-position-48216", "example-position-48218", "example-position-48218"]);
  });

  it("sends each page of records with its own Content-Range, and a page that a prefer header asks for with that page's", async () => {
    const requests = [["?offset=0"], ["?offset=3"], ["?offset=6"], ["?offset=8"], ["", "example=last"]] as const;
    const ranges = await Promise.all(
      requests.map(async ([query, prefer]) => {
        const response = await ask(`${vault.url}/v1/activity${query}`, prefer);
        return [response.headers.get("content-range"), ((await response.json()) as unknown[]).length];
      }),
    );
    expect(ranges).toEqual([
      ["1-3/8", 3],
      ["4-6/8", 3],
      ["7-8/8", 2],
      ["*/8", 0],
      ["7-8/8", 2],
    ]);
  });

  it("sends a file's content as the bytes that the contract's example has, as many as it announces", async () => {
    const path = `${vault.url}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk/files/orpr6rjgurmv3bna34n5hdvlgb`;
    const content = await ask(`${path}/content`);
    const file = (await (await ask(path, "example=inline")).json()) as { readonly content: string; readonly size: number };
    expect([content.headers.get("content-type"), content.headers.get("content-length")]).toEqual(["application/octet-stream", String(file.size)]);
    expect(Buffer.from(await content.arrayBuffer())).toEqual(Buffer.from(file.content, "base64"));
  });

  it("returns the actions of a waiting step with an address of its own", async () => {
    const text = await (await ask(`${management.url}/api/workflows/v1/w/runs/r`, "example=waiting")).text();
    const hrefs = [...text.matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual([`${management.url}/signals/0f6c1d52-approve`, `${management.url}/signals/0f6c1d52-reject`]);
  });

  it("names itself as its client does, so that addresses in responses lead back through the same name", async () => {
    const named = management.url.replace("127.0.0.1", "localhost");
    expect((await nextOf(await ask(`${named}${LOGS}`))).origin).toBe(named);
  });

  it("leaves a response that is forced by a prefer header to it", async () => {
    const response = await ask(`${management.url}${LOGS}`, "code=200, example=last");
    const { results } = (await response.json()) as { readonly results: readonly Json[] };
    expect(results.map(({ id }) => id)).toEqual([48217, 48218]);
    expect(response.headers.get("link")).toBe(`<${management.url}${LOGS}?after=example-position-48218>; rel="next"`);
  });

  it("listens on this machine alone", async () => {
    // Addresses that others can reach, and on Linux another one of loopback.
    const reachable = Object.values(networkInterfaces()).flatMap((addresses = []) =>
      addresses.filter(({ family, internal }) => family === "IPv4" && !internal),
    );
    const hosts = [...reachable.map(({ address }) => address), ...(process.platform === "linux" ? ["127.0.0.2"] : [])];
    expect(await Promise.all(hosts.map((host) => listens(vault.url, host)))).toEqual(hosts.map(() => false));
  });

  it("leaves nothing listening once it is closed, with a connection kept alive too, and starts no Prism if its port is taken", async () => {
    const engines: Prism[] = [];
    const engine = async (document: object): Promise<Prism> => {
      const prism = await startPrism(document);
      engines.push(prism);
      return prism;
    };
    const mock = await startMock("vault", { engine });
    expect(await (await fetch(`${mock.url}/heartbeat`)).text()).toBe(".");
    await expect(startMock("vault", { port: Number(new URL(mock.url).port), engine })).rejects.toThrow("EADDRINUSE");
    await mock.close();
    const addresses = [mock, ...engines].map(({ url }) => url);
    expect(await Promise.all(addresses.map((address) => listens(address)))).toEqual([false, false]);
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
