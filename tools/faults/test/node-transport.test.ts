import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { type NodeTransport, nodeTransport, type NodeTransportOptions } from "@keywright/core/node";
import { createVaultClient } from "@keywright/vault";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAuthority, type Identity } from "../src/server/certificates.ts";

const authority = createAuthority("Example authority");
const identity = authority.issue({ commonName: "127.0.0.1", host: "127.0.0.1" });

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function serveTls({ key, cert }: Identity = identity): Promise<string> {
  const server = createHttpsServer({ key, cert }, (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end("[]"));
  return `https://127.0.0.1:${await listen(server)}`;
}

/** A proxy that opens tunnels for who has its password, and tells what it was asked for. */
async function startProxy(password = "example-password"): Promise<{ readonly port: number; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createHttpServer();
  server.on("connect", (request, socket: Socket, head: Buffer) => {
    asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers.authorization ?? null)}`);
    const expected = `Basic ${Buffer.from(`user:${password}`).toString("base64")}`;
    if (request.headers["proxy-authorization"] !== expected) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const [host, port] = (request.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
    socket.on("error", () => target.destroy()).on("close", () => target.destroy());
  });
  return { port: await listen(server), asked };
}

async function open(options: NodeTransportOptions): Promise<NodeTransport> {
  const transport = await nodeTransport(options);
  onTestFinished(() => transport.close());
  return transport;
}

const listVaults = (baseUrl: string, transport: NodeTransport): Promise<unknown> =>
  createVaultClient({ baseUrl, token: "example-token", transport, retry: false }).listVaults();

describe("certificate authorities on the Node transport", () => {
  it.each([
    ["text", authority.cert],
    ["bytes", Buffer.from(authority.cert)],
    ["one of some", [createAuthority("Another authority").cert, authority.cert]],
  ])("one that is given is trusted: as %s", async (_how, ca) => {
    expect(await listVaults(await serveTls(), await open({ ca }))).toEqual([]);
  });

  it("one that is not given is not trusted, and nothing is sent", async () => {
    await expect(listVaults(await serveTls(), await open({}))).rejects.toMatchObject({ code: "untrusted-connection", outcome: "not-sent" });
    const { cert: ca } = createAuthority("Another authority");
    await expect(listVaults(await serveTls(), await open({ ca }))).rejects.toMatchObject({ code: "untrusted-connection", outcome: "not-sent" });
  });
});

describe("a proxy on the Node transport", () => {
  it("opens a tunnel, and sees neither path nor token", async () => {
    const [proxy, url] = await Promise.all([startProxy(), serveTls()]);
    const transport = await open({ proxy: `http://user:example-password@127.0.0.1:${proxy.port}`, ca: authority.cert });
    expect(await listVaults(url, transport)).toEqual([]);
    expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host} null`]);
  });

  it("carries token requests as well", async () => {
    const [proxy, url] = await Promise.all([startProxy(), serveTls()]);
    const transport = await open({ proxy: `http://user:example-password@127.0.0.1:${proxy.port}`, ca: authority.cert });
    expect(await (await transport.fetch(`${url}/connect/token`, { method: "POST", body: new URLSearchParams({ a: "b" }) })).json()).toEqual([]);
    expect(proxy.asked.length).toBe(1);
  });

  it("that refuses is an error without its password", async () => {
    const [proxy, url] = await Promise.all([startProxy("another-password"), serveTls()]);
    const transport = await open({ proxy: `http://user:example-password@127.0.0.1:${proxy.port}`, ca: authority.cert });
    const error = (await listVaults(url, transport).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ code: "connection-failed", outcome: "not-sent", message: expect.stringContaining("PROXY_ANSWERED_407") as string });
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toMatch(/example-password|ZXhhbXBsZS1wYXNzd29yZA/);
  });

  it("that is not there is known to have sent nothing", async () => {
    const transport = await open({ proxy: "http://user:example-password@127.0.0.1:1", ca: authority.cert });
    const error = (await listVaults(await serveTls(), transport).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ code: "connection-failed", outcome: "not-sent" });
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain("example-password");
  });
});
