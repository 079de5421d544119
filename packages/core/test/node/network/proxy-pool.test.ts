import { clientCredentials } from "../../../src/oauth.ts";
import type { NodeTransportOptions } from "../../../src/node.ts";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sendEmptyList, authority, type Proxy, serve, serveBytes, serveProxy, serveTls, withCredentials } from "./http-server.ts";
import { listThings, open } from "./transport-support.ts";

const CREDENTIALS = "user:example-password";

describe("a proxy on the Node transport", () => {
  it("opens a tunnel, and sees neither path nor token", async () => {
    const [proxy, url] = await Promise.all([serveProxy({ credentials: CREDENTIALS }), serveTls()]);
    const transport = await open({ proxy: withCredentials(proxy.url, CREDENTIALS), ca: authority.cert });
    expect(await listThings(url, transport)).toEqual([]);
    expect(proxy.asked.map(({ method, url: asked, headers }) => [method, asked, headers.authorization])).toEqual([["CONNECT", new URL(url).host, undefined]]);
  });

  it("carries token requests as well", async () => {
    const [proxy, url] = await Promise.all([serveProxy({ credentials: CREDENTIALS }), serveTls()]);
    const transport = await open({ proxy: withCredentials(proxy.url, CREDENTIALS), ca: authority.cert });
    expect(await (await transport.fetch(`${url}/connect/token`, { method: "POST", body: new URLSearchParams({ a: "b" }) })).json()).toEqual([]);
    expect(proxy.asked.length).toBe(1);
  });

  it("that rejects the tunnel is an error without its password", async () => {
    const [proxy, url] = await Promise.all([serveProxy({ credentials: "user:another-password" }), serveTls()]);
    const transport = await open({ proxy: withCredentials(proxy.url, CREDENTIALS), ca: authority.cert });
    const error = (await listThings(url, transport).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({
      code: "connection-failed",
      outcome: "not-sent",
      option: "proxy",
      message: `listThings got no connection through the proxy ${proxy.url} (PROXY_ANSWERED_407): check the user name and password in proxy`,
    });
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toMatch(/example-password|ZXhhbXBsZS1wYXNzd29yZA/);
  });

  it("that is not there is known to have sent nothing", async () => {
    const transport = await open({ proxy: "http://user:example-password@127.0.0.1:1", ca: authority.cert });
    const error = (await listThings(await serveTls(), transport).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({
      code: "connection-failed",
      outcome: "not-sent",
      message: "listThings got no connection through the proxy http://127.0.0.1:1 (ECONNREFUSED): check proxy, and that the proxy can be reached",
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
  ])("that responds with %i is named as what failed, with what to do", async (status, advice) => {
    const proxy = await serveBytes((socket) => void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
    await expect(listThings("https://service.example.com", await open({ proxy }))).rejects.toMatchObject({
      outcome: "not-sent",
      message: `listThings got no connection through the proxy ${proxy} (PROXY_ANSWERED_${status}): ${advice}`,
    });
  });

  it("that hangs up is named, and has sent nothing", async () => {
    const proxy = await serveBytes((socket) => void socket.destroy());
    await expect(listThings("https://service.example.com", await open({ proxy }))).rejects.toMatchObject({
      outcome: "not-sent",
      message: `listThings got no connection through the proxy ${proxy} (UND_ERR_SOCKET): check proxy, and that the proxy can be reached`,
    });
  });

  it("whose certificate is not trusted is named", async () => {
    const proxy = await serveTls();
    await expect(listThings("https://service.example.com", await open({ proxy }))).rejects.toMatchObject({
      code: "untrusted-connection",
      outcome: "not-sent",
      message: `listThings got no connection through the proxy ${proxy} (UNABLE_TO_VERIFY_LEAF_SIGNATURE): check proxy, and that the proxy can be reached and has a trusted certificate`,
    });
  });

  it("gets a user name without a password", async () => {
    const proxy = await serveProxy({ credentials: "user:" });
    const url = await serveTls();
    expect(await listThings(url, await open({ proxy: withCredentials(proxy.url, "user"), ca: authority.cert }))).toEqual([]);
  });

  it("sees nothing of http requests to this machine, which are in clear text", async () => {
    expect(await listThings(await serve(sendEmptyList), await open({ proxy: "http://127.0.0.1:1" }))).toEqual([]);
  });

  describe("from the environment", () => {
    /** A proxy that leads to a service whatever the name that it is asked for. */
    async function surroundings(): Promise<Proxy> {
      return serveProxy({ target: await serveTls(authority.issue({ commonName: "example", host: "service.example.com" })) });
    }

    function setEnvironment(env: { readonly [name: string]: string }): void {
      onTestFinished(() => void vi.unstubAllEnvs());
      for (const name of ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"]) vi.stubEnv(name, env[name] ?? "");
    }

    it.each(["HTTPS_PROXY", "https_proxy"])("is used: %s", async (name) => {
      const { url: proxy, asked } = await surroundings();
      setEnvironment({ [name]: proxy });
      expect(await listThings("https://service.example.com", await open({ ca: authority.cert }))).toEqual([]);
      expect(asked.map(({ url }) => url)).toEqual(["service.example.com:443"]);
    });

    it("is not used if an option names another", async () => {
      const { url: proxy, asked } = await surroundings();
      setEnvironment({ HTTPS_PROXY: "http://127.0.0.1:1", NO_PROXY: "*" });
      expect(await listThings("https://service.example.com", await open({ proxy, ca: authority.cert }))).toEqual([]);
      expect(asked.map(({ url }) => url)).toEqual(["service.example.com:443"]);
    });

    it.each<[string, NodeTransportOptions, { readonly [name: string]: string }, string]>([
      ["of this machine", {}, { HTTPS_PROXY: "http://127.0.0.1:1" }, "127.0.0.1"],
      ["of this machine by its name", {}, { HTTPS_PROXY: "http://127.0.0.1:1" }, "localhost"],
      ["if proxy is false", { proxy: false }, { HTTPS_PROXY: "http://127.0.0.1:1" }, "127.0.0.1"],
      ["if it is only for http", {}, { HTTP_PROXY: "http://127.0.0.1:1" }, "127.0.0.1"],
    ])("is left alone for a service %s", async (_which, options, env, host) => {
      setEnvironment(env);
      const url = await serveTls(authority.issue({ commonName: "example", host }));
      expect(await listThings(url.replace("127.0.0.1", host), await open({ ...options, ca: authority.cert }))).toEqual([]);
    });

    it("is left alone for a host that NO_PROXY names", async () => {
      const { url: proxy, asked } = await surroundings();
      setEnvironment({ HTTPS_PROXY: proxy, NO_PROXY: "other.example.com,.invalid" });
      // The name does not resolve, so that a request past the proxy fails.
      await expect(listThings("https://service.invalid", await open({ ca: authority.cert }))).rejects.toMatchObject({
        message: expect.stringMatching(/^listThings got no response from https:\/\/service\.invalid \(E/) as string,
      });
      expect(asked).toEqual([]);
    });

    it("is named by its variable if it fails", async () => {
      setEnvironment({ HTTPS_PROXY: "http://user:example-password@127.0.0.1:1" });
      const error = (await listThings("https://service.example.com", await open({})).catch((thrown: unknown) => thrown)) as Error;
      expect(error).toMatchObject({
        option: "HTTPS_PROXY",
        message: "listThings got no connection through the proxy http://127.0.0.1:1 (ECONNREFUSED): check HTTPS_PROXY, and that the proxy can be reached",
      });
      expect(JSON.stringify([error, error.stack, String(error.cause)])).not.toContain("example-password");
    });

    it("is an error with its variable, and not its value, if it is no address", async () => {
      setEnvironment({ https_proxy: "ftp://proxy.example.com:3128?example-password" });
      await expect(listThings("https://service.example.com", await open({}))).rejects.toMatchObject({
        name: "ConfigurationError",
        option: "https_proxy",
        message:
          'https_proxy must be a whole address with http:// or https://, such as "http://proxy.example.com:3128"; the value is not one: correct it in the environment, or set the option proxy to false',
      });
    });
  });
});
