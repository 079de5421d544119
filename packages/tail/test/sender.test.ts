import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAuthority } from "../../core/test/node/network/certificates.ts";
import { authority, serveProxy, serveTls, withCredentials } from "../../core/test/node/network/http-server.ts";
import { eventsIn, folderForTest, services, tail } from "./support.ts";

const ARGS = ["auditevents", "--no-checkpoint", "--since", "2020-01-01T00:00:00Z", "--once"];
const HOST = "events.example.com";
const CREDENTIALS = "user:hidden-value";
const command = bundledProgram(join(import.meta.dirname, ".."));

/** The events service behind TLS, with the certificate of a host that only the proxy knows. */
async function setUp() {
  const { events, env } = services();
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/", headers } = request;
    const body = method === "GET" ? undefined : await text(request);
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const answered = await events.fetch(`https://${HOST}${url}`, { method, headers: sent, ...(body === undefined ? {} : { body }) });
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
  };
  const target = await serveTls(authority.issue({ commonName: HOST, host: HOST }), (request, response) => void respond(request, response));
  const { url, asked } = await serveProxy({ target });
  const ca = join(await folderForTest(), "authority.pem");
  await writeFile(ca, authority.cert);
  return { events, env, ca, asked, url };
}

/** Expects each tunnel to have been asked for by the name of the host, with these credentials. */
function expectTunnels(asked: readonly IncomingMessage[], credentials: string | undefined): void {
  const tunnels = asked.map(({ url, headers }) => `${url} ${headers["proxy-authorization"]}`);
  expect(new Set(tunnels)).toEqual(new Set([`${HOST}:443 ${credentials}`]));
}

describe("--proxy and --ca", () => {
  it("send all requests through the proxy, and trust the authority as well", async () => {
    const { events, env, ca, asked, url } = await setUp();
    const { code, printed } = await tail([...ARGS, "--proxy", url, "--ca", ca], { env });
    expect(code).toBe(0);
    expect(eventsIn(printed)).toEqual(events.store.stream("auditevents").events);
    expectTunnels(asked, undefined);
  });

  it("trust no authority that is not named", async () => {
    const { env, url } = await setUp();
    const { code, printed, said } = await tail([...ARGS, "--proxy", url, "--quiet"], { env });
    expect([code, printed]).toEqual([1, ""]);
    expect(said).toMatch(/certificate/);
  });

  // A process of its own, because Node reads NODE_EXTRA_CA_CERTS at its start.
  it("trust the authorities of NODE_EXTRA_CA_CERTS as well", async () => {
    const { events, env, ca, url } = await setUp();
    const other = join(await folderForTest(), "other.pem");
    await writeFile(other, createAuthority("Another authority").cert);
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...ARGS, "--proxy", url, "--ca", other], {
      env: { ...process.env, ...env, NODE_EXTRA_CA_CERTS: ca },
    });
    expect(eventsIn(stdout)).toEqual(events.store.stream("auditevents").events);
  });

  it.each<[string, readonly string[], string]>([
    [
      "an address without its scheme",
      ["--proxy", "user:hidden-value@proxy.example.com:3128"],
      '--proxy must be a whole address with http:// or https://, such as "http://proxy.',
    ],
    ["another protocol", ["--proxy", "socks5://proxy.example.com"], "--proxy must be a whole address"],
    [
      "a password",
      ["--proxy", "http://user:hidden-value@proxy.example.com:3128"],
      "--proxy contains a password, which other users of this machine can read: remove it, and set HTTPS_PROXY in the environment",
    ],
    ["no address", ["--proxy", ""], "--proxy must be a whole address"],
    ["a file that is not there", ["--ca", "/never/there.pem"], "--ca cannot be read: ENOENT"],
    ["a file without a certificate", ["--ca", import.meta.filename], `--ca must be a file of certificates in PEM; ${import.meta.filename} contains none`],
  ])("are rejected before anything is sent: %s", async (_what, args, message) => {
    const { code, printed, said } = await tail([...ARGS, ...args], { env: services().env });
    expect([code, printed]).toEqual([2, ""]);
    expect(said).toContain(message);
    expect(said).not.toContain("hidden-value");
  });
});

describe("the proxies of the environment", () => {
  const PROXIES = { HTTPS_PROXY: "", https_proxy: "", HTTP_PROXY: "", http_proxy: "", NO_PROXY: "", no_proxy: "" };

  function proxies(given: Partial<typeof PROXIES>): void {
    for (const [name, value] of Object.entries({ ...PROXIES, ...given })) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
  }

  it("may have no scheme, and only the one in use is checked", async () => {
    const { events, env, ca, asked, url } = await setUp();
    proxies({ HTTPS_PROXY: withCredentials(url, CREDENTIALS).slice("http://".length), HTTP_PROXY: "socks5://user:hidden-value@proxy.example.com" });
    const { code, printed, said } = await tail([...ARGS, "--ca", ca], { env });
    expect([code, said]).toEqual([0, expect.not.stringContaining("hidden-value")]);
    expect(eventsIn(printed)).toEqual(events.store.stream("auditevents").events);
    expectTunnels(asked, `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`);
  });

  it.each(["text", "json"])("that cannot be reached tell no password: %s", async (log) => {
    proxies({ HTTPS_PROXY: "http://user:hidden-value@127.0.0.1:1" });
    const { code, said } = await tail([...ARGS, "--log", log], { env: services().env });
    expect(code).toBe(1);
    expect(said).not.toBe("");
    expect(said).not.toMatch(/hidden-value|aGlkZGVuLXZhbHVl/);
  });

  it("that are no addresses end the command by the name of the variable", async () => {
    proxies({ HTTPS_PROXY: "socks5://user:hidden-value@proxy.example.com" });
    const { code, said } = await tail([...ARGS], { env: services().env });
    expect([code, said]).toEqual([2, expect.stringMatching(/^keywright-tail: HTTPS_PROXY must be a whole address with http:/)]);
    expect(said).toContain("the value is not one: correct HTTPS_PROXY in the environment, or use --proxy\n");
    expect(said).not.toContain("hidden-value");
  });
});
