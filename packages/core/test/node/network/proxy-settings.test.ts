import { describe, expect, it } from "vitest";
import { readProxies } from "../../../src/lib/node/network/proxy-settings.ts";

describe("NO_PROXY", () => {
  const isDirect = (list: string, url: string): boolean =>
    readProxies(undefined, { HTTPS_PROXY: "http://proxy.example.com", NO_PROXY: list }).isDirect(new URL(url));

  it.each([
    ["*", "https://vault.example.com"],
    ["other.example.org, *", "https://vault.example.com"],
    ["vault.example.com", "https://vault.example.com"],
    ["VAULT.Example.com", "https://vault.example.com"],
    ["example.com", "https://vault.example.com"],
    [".example.com", "https://vault.example.com"],
    ["*.example.com", "https://a.vault.example.com:8443"],
    ["a b,vault.example.com", "https://vault.example.com"],
    ["vault.example.com:443", "https://vault.example.com"],
    ["vault.example.com:80", "http://vault.example.com"],
    ["vault.example.com:8443", "https://vault.example.com:8443"],
    ["bücher.example", "https://xn--bcher-kva.example"],
    ["10.1.2.3", "https://10.1.2.3"],
    ["10.0.0.0/8", "https://10.1.2.3:8443"],
    ["2001:db8::1", "https://[2001:db8:0::1]"],
    ["[2001:db8::1]:8443", "https://[2001:db8::1]:8443"],
    ["2001:db8::/32", "https://[2001:db8::1]"],
    ["[fe80::]/10", "https://[fe90::1]:8443"],
    ["vault.example.com.", "https://vault.example.com"],
    [".example.com.:443", "https://vault.example.com"],
    ["example.com", "https://vault.example.com."],
    ["", "https://localhost:8443"],
    ["", "http://127.1.2.3"],
    ["", "http://[::1]:8080"],
  ])("%j leads past the proxy to %s", (list, url) => {
    expect(isDirect(list, url)).toBe(true);
  });

  it.each([
    ["", "https://vault.example.com"],
    ["ample.com", "https://vault.example.com"],
    ["vault.example.com", "https://example.com"],
    ["vault.example.com:8443", "https://vault.example.com"],
    ["2001:db8::1", "https://[2001:db8::2]"],
    ["10.0.0.0/8", "https://11.1.2.3"],
    ["10.0.0.0/99", "https://10.1.2.3"],
    ["[fe80::]/10", "https://[fec0::1]"],
    ["10.0.0.0/8", "https://ten.example.com"],
    ["http://, :80, /, %", "https://vault.example.com"],
  ])("%j does not lead past the proxy to %s", (list, url) => {
    expect(isDirect(list, url)).toBe(false);
  });
});

describe("the proxies of the environment", () => {
  const settingsOf = (env: { readonly [name: string]: string }): unknown[] => {
    const { http, https } = readProxies(undefined, env);
    return [http?.setting, https?.setting];
  };

  it("are by scheme; the lower-case variable wins, and an empty one is absent", () => {
    const a = "http://a.example.com";
    expect(settingsOf({})).toEqual([undefined, undefined]);
    expect(settingsOf({ HTTP_PROXY: a })).toEqual(["HTTP_PROXY", undefined]);
    expect(settingsOf({ HTTPS_PROXY: a, http_proxy: a, HTTP_PROXY: a })).toEqual(["http_proxy", "HTTPS_PROXY"]);
    expect(settingsOf({ https_proxy: "", HTTPS_PROXY: a, HTTP_PROXY: "" })).toEqual([undefined, "HTTPS_PROXY"]);
  });

  it("are not read if an option says which proxy to use", () => {
    const env = { HTTPS_PROXY: "no address", NO_PROXY: "*" };
    expect(readProxies(false, env)).toMatchObject({ http: undefined, https: undefined });
    const { https, isDirect } = readProxies("http://b.example.com", env);
    expect(https?.setting).toBe("proxy");
    expect(["https://vault.example.com", "https://127.0.0.1", "http://127.0.0.1"].map((url) => isDirect(new URL(url)))).toEqual([false, false, true]);
  });

  it.each([
    ["proxy.example.com:3128", "http://proxy.example.com:3128/"],
    ["proxy.example.com", "http://proxy.example.com/"],
    ["user:example-password@proxy.example.com:3128", "http://user:example-password@proxy.example.com:3128/"],
    ["https://proxy.example.com", "https://proxy.example.com/"],
  ])("have http:// in front if they have no scheme: %s", (value, uri) => {
    expect(readProxies(undefined, { HTTPS_PROXY: value }).https?.uri).toBe(uri);
  });

  it("are checked only if a request needs them", () => {
    const { http, https } = readProxies(undefined, { HTTP_PROXY: "no address", HTTPS_PROXY: "http://a.example.com" });
    expect(https?.uri).toBe("http://a.example.com/");
    expect(() => http?.uri).toThrow("HTTP_PROXY must be a whole address");
  });

  it.each(["proxy example com", "socks5://hidden-value@proxy.example.com", "http://", "http://hidden%zz@proxy.example.com"])(
    "that are no addresses are errors that do not show them: %s",
    (value) => {
      expect(() => readProxies(undefined, { HTTP_PROXY: value }).http?.uri).toThrow(
        expect.objectContaining({
          name: "ConfigurationError",
          option: "HTTP_PROXY",
          message: expect.stringMatching(/^HTTP_PROXY must be a whole address .*(?<!hidden.*); the value is not one/) as string,
        }),
      );
    },
  );
});
