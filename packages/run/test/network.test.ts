import { writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { vaultEnvironment } from "@keywright/vault/node";
import { describe, expect, it } from "vitest";
import { createAuthority } from "../../core/test/node/network/certificates.ts";
import { authority, serveProxy, serveTls, withCredentials } from "../../core/test/node/network/http-server.ts";
import { bundledRun } from "./command.ts";
import { connect } from "../src/lib/secrets/connect.ts";
import { SECRETS } from "./support.ts";

const { setUp } = bundledRun();
const HOST = "vault.example.com";
const CREDENTIALS = "user:hidden-value";
const READ = ["read", "op://Build/Registry/token"];
const PRINTED = { stdout: `${SECRETS.token}\n`, stderr: "" };

/** A vault behind TLS, with the certificate of a host that only the proxy knows. */
async function setUpProxy(options: Parameters<typeof serveProxy>[0] = {}) {
  const { vault, folder, start } = await setUp({ "authority.pem": authority.cert });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/", headers } = request;
    const { authorization = "", "content-type": type = "text/plain" } = headers;
    const answered = await fetch(new URL(url, vault.env["KEYWRIGHT_VAULT_URL"]), {
      method,
      headers: { authorization, "content-type": type },
      ...(method === "GET" ? {} : { body: await text(request) }),
    });
    response.writeHead(answered.status, { "content-type": answered.headers.get("content-type") ?? "" }).end(await answered.text());
  };
  const target = await serveTls(authority.issue({ commonName: HOST, host: HOST }), (request, response) => void respond(request, response));
  const { url, asked } = await serveProxy({ target, ...options });
  const env = { KEYWRIGHT_VAULT_URL: `https://${HOST}` };
  return { folder, url, asked, start: (args: readonly string[], more = {}) => start(args, { ...env, ...more }) };
}

describe("--proxy and --ca", () => {
  it("read the vault through a tunnel of the proxy, and trust the authority as well", async () => {
    const { url, asked, start } = await setUpProxy();
    const started = start([...READ, "--proxy", url, "--ca", "authority.pem"]);
    expect([await started.ended, started.output]).toEqual([[0, null], PRINTED]);
    expect(new Set(asked.map((request) => request.url))).toEqual(new Set([`${HOST}:443`]));
  });

  it.each([
    ["a command", ["--", "sh", "-c", 'printf %s "$A" | wc -c'], `${SECRETS.token.length}\n`],
    ["a command with --watch", ["--watch", "--", "sh", "-c", 'printf %s "$A" | wc -c'], `${SECRETS.token.length}\n`],
    ["inject", ["inject", "-i", "t.tpl"], SECRETS.token],
    ["check", ["check", "t.tpl", "--json"], '"version":'],
  ])("belong to %s, too", async (_name, args, printed) => {
    const { folder, url, asked, start } = await setUpProxy();
    await writeFile(join(folder, "t.tpl"), "{{ op://Build/Registry/token }}");
    const started = start(["--proxy", url, "--ca", "authority.pem", ...args], { A: READ[1] });
    expect([await started.ended, started.output.stderr]).toEqual([[0, null], ""]);
    expect(started.output.stdout).toContain(printed);
    expect(asked.length).toBeGreaterThan(0);
  });

  it("trust no authority that is not named", async () => {
    const { url, start } = await setUpProxy();
    const started = start([...READ, "--proxy", url]);
    expect(await started.ended).toEqual([3, null]);
    expect(started.output.stderr).toMatch(/check the address and its certificate/);
  });

  it("trust the authorities of NODE_EXTRA_CA_CERTS as well", async () => {
    const { folder, url, start } = await setUpProxy();
    await writeFile(join(folder, "other.pem"), createAuthority("Another authority").cert);
    const started = start([...READ, "--proxy", url, "--ca", "other.pem"], { NODE_EXTRA_CA_CERTS: "authority.pem" });
    expect([await started.ended, started.output]).toEqual([[0, null], PRINTED]);
  });

  it.each<[string, readonly string[], string]>([
    [
      "an address without its scheme",
      ["--proxy", "user:hidden-value@proxy.example.com:3128"],
      '--proxy must be a whole address with http:// or https://, such as "http://proxy.',
    ],
    [
      "a password",
      ["--proxy", "http://user:hidden-value@proxy.example.com:3128"],
      "--proxy contains a password, which other users of this machine can read: remove it",
    ],
    ["no address", ["--proxy", ""], "--proxy must be a whole address"],
    ["a file that is not there", ["--ca", "/never/there.pem"], "--ca cannot be read: ENOENT"],
    ["a file without a certificate", ["--ca", "empty.pem"], "--ca must be a file of certificates in PEM; empty.pem contains none"],
  ])("are rejected before anything is sent: %s", async (_what, args, message) => {
    const { start } = await setUp({ "empty.pem": "" });
    const started = start([...READ, ...args]);
    expect([await started.ended, started.output.stdout]).toEqual([[2, null], ""]);
    expect(started.output.stderr).toContain(message);
    expect(started.output.stderr).not.toContain("hidden-value");
  });
});

describe("the proxies of the environment", () => {
  it("are used in every version of Node, with the credentials in their address", async () => {
    const { url, asked, start } = await setUpProxy({ credentials: CREDENTIALS });
    const started = start([...READ, "--ca", "authority.pem"], { HTTPS_PROXY: withCredentials(url, CREDENTIALS) });
    expect([await started.ended, started.output]).toEqual([[0, null], PRINTED]);
    expect(asked.length).toBeGreaterThan(0);
  });

  it("are not used for a host of NO_PROXY, nor for this machine", async () => {
    const { url, asked, start } = await setUpProxy();
    const excluded = start(READ, { HTTPS_PROXY: url, KEYWRIGHT_VAULT_URL: "https://vault.invalid", NO_PROXY: ".invalid" });
    expect([await excluded.ended, asked]).toEqual([[3, null], []]);
    const { start: local } = await setUp();
    const started = local(READ, { HTTPS_PROXY: url, HTTP_PROXY: url });
    expect([await started.ended, started.output]).toEqual([[0, null], PRINTED]);
  });

  it("that cannot be used are named, without their password", async () => {
    const { url, start } = await setUpProxy({ credentials: CREDENTIALS });
    const wrong = start(READ, { HTTPS_PROXY: withCredentials(url, "user:wrong-value") });
    expect(await wrong.ended).toEqual([3, null]);
    expect(wrong.output.stderr).toContain("check the user name and password in HTTPS_PROXY");
    const invalid = start(READ, { HTTPS_PROXY: "socks5://user:wrong-value@proxy.example.com" });
    expect(await invalid.ended).toEqual([2, null]);
    expect(invalid.output.stderr).toContain("the value is not one: correct HTTPS_PROXY in the environment, or use --proxy. Try keywright-run --help");
    expect(wrong.output.stderr + invalid.output.stderr).not.toContain("wrong-value");
  });
});

describe("an address with http", () => {
  it("of another machine needs --allow-insecure-http", async () => {
    const { start } = await setUp();
    const env = { KEYWRIGHT_VAULT_URL: "http://vault.invalid" };
    const rejected = start(READ, env);
    expect(await rejected.ended).toEqual([2, null]);
    expect(rejected.output.stderr).toContain("in clear text: use https://, or --allow-insecure-http in a network that you trust. Try");
    const allowed = start([...READ, "--allow-insecure-http"], env);
    expect(await allowed.ended).toEqual([3, null]);
    expect(allowed.output.stderr).toContain("listVaults got no response from http://vault.invalid");
  });
});

it("needs the variables that the vault's client needs", async () => {
  const own: unknown = await connect({}, { proxy: undefined, ca: undefined, allowInsecureHttp: false }).catch((error: unknown) => error);
  expect(() => vaultEnvironment({ env: {} })).toThrow(own as Error);
});
