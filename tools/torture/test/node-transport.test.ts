import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type NodeTransport, nodeTransport, type NodeTransportOptions } from "@keywright/core/node";
import { clientCredentials } from "@keywright/core/oauth";
import { createVaultClient } from "@keywright/vault";
import { describe, expect, it, onTestFinished, vi } from "vitest";
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

describe("NODE_EXTRA_CA_CERTS", { timeout: 30_000 }, () => {
  /** Asks in a process of its own, because Node reads the variable when it starts. */
  async function askWith(options: string, url: string): Promise<unknown> {
    const folder = await mkdtemp(join(tmpdir(), "extra-ca-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "ca.pem"), authority.cert);
    const program = `
      import { nodeTransport } from "@keywright/core/node";
      const transport = await nodeTransport(${options});
      const answer = await transport.fetch(${JSON.stringify(url)}, {}).then(({ status }) => status, ({ code }) => code);
      console.log(JSON.stringify(answer));
      await transport.close();`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
      cwd: import.meta.dirname,
      env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") },
    });
    return JSON.parse(stdout) as unknown;
  }

  it("is trusted, in addition to the authorities of Node", async () => {
    expect(await askWith("{}", await serveTls())).toBe(200);
  });

  it("is not trusted if ca is set, which replaces every other authority", async () => {
    const { cert } = createAuthority("Another authority");
    expect(await askWith(JSON.stringify({ ca: cert }), await serveTls())).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
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
    expect(error).toMatchObject({
      code: "connection-failed",
      outcome: "not-sent",
      option: "proxy",
      message: `listVaults got no connection through the proxy http://127.0.0.1:${proxy.port} (PROXY_ANSWERED_407): check the user name and password in proxy`,
    });
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toMatch(/example-password|ZXhhbXBsZS1wYXNzd29yZA/);
  });

  it("that is not there is known to have sent nothing", async () => {
    const transport = await open({ proxy: "http://user:example-password@127.0.0.1:1", ca: authority.cert });
    const error = (await listVaults(await serveTls(), transport).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({
      code: "connection-failed",
      outcome: "not-sent",
      message: "listVaults got no connection through the proxy http://127.0.0.1:1 (ECONNREFUSED): check proxy, and that the proxy can be reached",
    });
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toContain("example-password");
  });

  it("that is not there is named for token requests, too", async () => {
    const { fetch } = await open({ proxy: "http://user:example-password@127.0.0.1:1" });
    const token = clientCredentials({ tokenUrl: "https://service.example.com/token", clientId: "a", clientSecret: "hidden-value", fetch });
    await expect(token.getToken()).rejects.toMatchObject({
      code: "no-token",
      message:
        "no token from https://service.example.com: no connection through the proxy http://127.0.0.1:1 (ECONNREFUSED): check proxy, and that the proxy can be reached",
    });
  });

  it.each([
    [403, "the proxy must allow connections to service.example.com:443"],
    [502, "check that the proxy can reach service.example.com:443"],
  ])("that answers %i is named as what failed, and what to do", async (status, advice) => {
    const server = createHttpServer().on("connect", (_request, socket: Socket) => void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
    const proxy = `http://127.0.0.1:${await listen(server)}`;
    await expect(listVaults("https://service.example.com", await open({ proxy }))).rejects.toMatchObject({
      outcome: "not-sent",
      message: `listVaults got no connection through the proxy ${proxy} (PROXY_ANSWERED_${status}): ${advice}`,
    });
  });

  it("that hangs up is named, and has sent nothing", async () => {
    const server = createHttpServer().on("connect", (_request, socket: Socket) => void socket.destroy());
    const proxy = `http://127.0.0.1:${await listen(server)}`;
    await expect(listVaults("https://service.example.com", await open({ proxy }))).rejects.toMatchObject({
      outcome: "not-sent",
      message: `listVaults got no connection through the proxy ${proxy} (UND_ERR_SOCKET): check proxy, and that the proxy can be reached`,
    });
  });

  it("whose certificate is not trusted is named", async () => {
    const proxy = await serveTls();
    await expect(listVaults("https://service.example.com", await open({ proxy }))).rejects.toMatchObject({
      code: "untrusted-connection",
      outcome: "not-sent",
      message: `listVaults got no connection through the proxy ${proxy} (UNABLE_TO_VERIFY_LEAF_SIGNATURE): check proxy, and that the proxy can be reached and has a trusted certificate`,
    });
  });

  it("is told a user name without a password", async () => {
    const proxy = await startProxy("");
    const url = await serveTls();
    expect(await listVaults(url, await open({ proxy: `http://user@127.0.0.1:${proxy.port}`, ca: authority.cert }))).toEqual([]);
  });

  it("sees nothing of http requests to this machine, which are in clear text", async () => {
    const server = createHttpServer((_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end("[]"));
    const url = `http://127.0.0.1:${await listen(server)}`;
    expect(await listVaults(url, await open({ proxy: "http://127.0.0.1:1" }))).toEqual([]);
  });

  describe("from the environment", () => {
    /** A proxy that leads to a service whatever the name that it is asked for. */
    async function surroundings(): Promise<{ readonly proxy: string; readonly asked: string[] }> {
      const target = Number(new URL(await serveTls(authority.issue({ commonName: "example", host: "service.example.com" }))).port);
      const asked: string[] = [];
      const server = createHttpServer().on("connect", (request, socket: Socket) => {
        asked.push(request.url ?? "");
        const tunnel = connect(target, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
        tunnel.on("error", () => socket.destroy());
        socket.on("error", () => tunnel.destroy()).on("close", () => tunnel.destroy());
        tunnel.pipe(socket).pipe(tunnel);
      });
      return { proxy: `http://127.0.0.1:${await listen(server)}`, asked };
    }

    function setEnvironment(env: { readonly [name: string]: string }): void {
      onTestFinished(() => void vi.unstubAllEnvs());
      for (const name of ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"]) vi.stubEnv(name, env[name] ?? "");
    }

    it.each(["HTTPS_PROXY", "https_proxy"])("is used: %s", async (name) => {
      const { proxy, asked } = await surroundings();
      setEnvironment({ [name]: proxy });
      expect(await listVaults("https://service.example.com", await open({ ca: authority.cert }))).toEqual([]);
      expect(asked).toEqual(["service.example.com:443"]);
    });

    it("gives way to one that is given", async () => {
      const { proxy, asked } = await surroundings();
      setEnvironment({ HTTPS_PROXY: "http://127.0.0.1:1", NO_PROXY: "*" });
      expect(await listVaults("https://service.example.com", await open({ proxy, ca: authority.cert }))).toEqual([]);
      expect(asked).toEqual(["service.example.com:443"]);
    });

    it.each<[string, NodeTransportOptions, { readonly [name: string]: string }, string]>([
      ["of this machine", {}, { HTTPS_PROXY: "http://127.0.0.1:1" }, "127.0.0.1"],
      ["of this machine by its name", {}, { HTTPS_PROXY: "http://127.0.0.1:1" }, "localhost"],
      ["if proxy is false", { proxy: false }, { HTTPS_PROXY: "http://127.0.0.1:1" }, "127.0.0.1"],
      ["if it is only for http", {}, { HTTP_PROXY: "http://127.0.0.1:1" }, "127.0.0.1"],
    ])("is left alone for a service %s", async (_which, options, env, host) => {
      setEnvironment(env);
      const url = await serveTls(authority.issue({ commonName: "example", host }));
      expect(await listVaults(url.replace("127.0.0.1", host), await open({ ...options, ca: authority.cert }))).toEqual([]);
    });

    it("is left alone for a host that NO_PROXY names", async () => {
      const { proxy, asked } = await surroundings();
      setEnvironment({ HTTPS_PROXY: proxy, NO_PROXY: "other.example.com,.invalid" });
      // The name does not resolve, so that a request past the proxy fails.
      await expect(listVaults("https://service.invalid", await open({ ca: authority.cert }))).rejects.toMatchObject({
        message: expect.stringMatching(/^listVaults got no response from https:\/\/service\.invalid \(E/) as string,
      });
      expect(asked).toEqual([]);
    });

    it("is named by its variable if it fails", async () => {
      setEnvironment({ HTTPS_PROXY: "http://user:example-password@127.0.0.1:1" });
      const error = (await listVaults("https://service.example.com", await open({})).catch((thrown: unknown) => thrown)) as Error;
      expect(error).toMatchObject({
        option: "HTTPS_PROXY",
        message: "listVaults got no connection through the proxy http://127.0.0.1:1 (ECONNREFUSED): check HTTPS_PROXY, and that the proxy can be reached",
      });
      expect(JSON.stringify([error, error.stack, String(error.cause)])).not.toContain("example-password");
    });

    it("is refused by its variable if it is no address, without being repeated", async () => {
      setEnvironment({ https_proxy: "ftp://proxy.example.com:3128?example-password" });
      await expect(listVaults("https://service.example.com", await open({}))).rejects.toMatchObject({
        name: "ConfigurationError",
        option: "https_proxy",
        message:
          'https_proxy must be a whole address with http:// or https://, such as "http://proxy.example.com:3128"; the value is not one: correct it in the environment, or set the option proxy to false',
      });
    });
  });
});
