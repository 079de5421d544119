import { env } from "node:process";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clientCredentials } from "../../../src/oauth.ts";
import { ignoredProxy } from "../../../src/lib/call/stages/ignored-proxy.ts";
import { callOf, caught, getThing } from "../../support.ts";

const failed = () => new TypeError("fetch failed", { cause: Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }) });
const PROXY = "http://user:hidden-value@proxy.example.com";

function environment(given: { readonly [name: string]: string }): void {
  const none = { HTTPS_PROXY: "", https_proxy: "", HTTP_PROXY: "", http_proxy: "" };
  for (const [name, value] of Object.entries({ ...none, ...given })) vi.stubEnv(name, value);
}

afterEach(() => void vi.unstubAllEnvs());

describe("a proxy that Node's fetch ignores", () => {
  it.each([
    ["https://things.example.com", { HTTPS_PROXY: PROXY }, "HTTPS_PROXY"],
    ["https://things.example.com", { https_proxy: PROXY, HTTPS_PROXY: PROXY }, "https_proxy"],
    ["http://things.example.com", { http_proxy: PROXY }, "http_proxy"],
    ["https://things.example.com", { HTTP_PROXY: PROXY }, undefined],
    ["https://things.example.com", {}, undefined],
    ["https://127.0.0.1", { HTTPS_PROXY: PROXY }, undefined],
  ])("is named for %s with %j: %s", (url, given, name) => {
    environment(given);
    expect(ignoredProxy(failed(), url)).toBe(name);
  });

  it("is not named if another transport failed, or if fetch uses it", () => {
    environment({ HTTPS_PROXY: PROXY });
    expect(ignoredProxy(new Error("connect ECONNREFUSED"), "https://things.example.com")).toBeUndefined();
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect(ignoredProxy(failed(), "https://things.example.com")).toBeUndefined();
  });

  it("is named for what Node's own fetch throws", async () => {
    environment({ HTTPS_PROXY: PROXY });
    expect(env["HTTPS_PROXY"]).toBe(PROXY);
    expect(ignoredProxy(await caught(fetch("http://127.0.0.1:1")), "https://things.example.com")).toBe("HTTPS_PROXY");
  });

  it("is in the error of a call and of a token, without its address", async () => {
    environment({ HTTPS_PROXY: PROXY });
    const fetch = async (): Promise<Response> => Promise.reject(failed());
    const ofCall = await caught(callOf(getThing, { fetch, retry: false })({ thingId: "a" }));
    expect((ofCall as Error).message).toMatch(
      / got no response from https:\/\/\S+ \(ENOTFOUND\): if HTTPS_PROXY is needed, set transport to nodeTransport\(\), because fetch does not use it by default$/,
    );
    const provider = clientCredentials({ tokenUrl: "https://things.example.com/token", clientId: "app", clientSecret: "sentinel", fetch });
    const ofToken = await caught(Promise.resolve(provider.getToken()));
    expect((ofToken as Error).message).toMatch(
      /no response \(ENOTFOUND\): if HTTPS_PROXY is needed, set fetch to that of nodeTransport\(\), because fetch does not use it by default$/,
    );
    expect(`${String(ofCall)} ${String(ofToken)}`).not.toContain("hidden-value");
  });
});
