import { BlockList, isIP } from "node:net";
import { isLoopback, parseUrl } from "../../call/request/address.ts";
import { ConfigurationError } from "../../errors.ts";

/** A proxy, and the option or environment variable that has its address. */
export interface Proxy {
  /**
   * May contain a password. That of the environment is checked on use.
   * @throws ConfigurationError if it is invalid
   */
  readonly uri: string;
  readonly setting: string;
}

/** Which requests go through which proxy. */
export interface ProxySettings {
  /** By the scheme of the request. */
  readonly http: Proxy | undefined;
  readonly https: Proxy | undefined;
  /** Whether requests to the origin of a URL do not use the proxies. */
  readonly isDirect: (url: URL) => boolean;
}

/** The environment of a program. */
export type Environment = { readonly [name: string]: string | undefined };

/**
 * Reads the proxies from the option `proxy`, or from the environment if the option is absent.
 *
 * Requests to this machine over `http` are in clear text, so they use no proxy.
 *
 * @throws ConfigurationError if the option is invalid. The message never contains it, because it
 * may contain a password.
 */
export function readProxies(option: string | false | undefined, env: Environment): ProxySettings {
  if (option === false) return { http: undefined, https: undefined, isDirect: () => true };
  if (option !== undefined) {
    const proxy = { uri: checkProxy(option, "proxy"), setting: "proxy" };
    return { http: proxy, https: proxy, isDirect: ({ protocol, hostname }) => protocol === "http:" && isLoopback(hostname) };
  }
  const isExcluded = readExclusions(env["no_proxy"] || env["NO_PROXY"] || "");
  return {
    http: proxyFrom("http_proxy", env),
    https: proxyFrom("https_proxy", env),
    isDirect: (url) => isLoopback(url.hostname) || isExcluded(url),
  };
}

/** The lower-case name wins, as in other programs; an empty value counts as absent. */
function proxyFrom(name: string, env: Environment): Proxy | undefined {
  const found = [name, name.toUpperCase()].find((variable) => env[variable]);
  if (found === undefined) return undefined;
  const value = env[found] ?? "";
  return {
    setting: found,
    get uri() {
      // Without a scheme it is http in other programs as well.
      return checkProxy(value.includes("://") ? value : `http://${value}`, found);
    },
  };
}

function checkProxy(uri: string, setting: string): string {
  const url = parseUrl(uri);
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== "" && isDecodable(url.username + url.password)) return url.href;
  const expected = 'a whole address with http:// or https://, such as "http://proxy.example.com:3128"';
  throw new ConfigurationError("invalid-configuration", `${setting} must be ${expected}; the value is not one`, {
    option: setting,
    expected,
    ...(setting === "proxy" ? {} : { advice: "correct it in the environment, or set the option proxy to false" }),
  });
}

function isDecodable(text: string): boolean {
  try {
    return typeof decodeURIComponent(text) === "string";
  } catch {
    return false;
  }
}

/**
 * Reads `NO_PROXY`: host names with their subdomains (`.example.com` and `*.example.com` are the
 * same), with or without a port, IP addresses, networks such as `10.0.0.0/8`, or `*`. undici's own
 * reader supports neither networks nor the end of an IPv6 address.
 */
function readExclusions(list: string): (url: URL) => boolean {
  const entries = list.split(/[\s,]+/).filter((entry) => entry !== "");
  if (entries.includes("*")) return () => true;
  const networks = new BlockList();
  const hosts = entries.flatMap((entry) => {
    const [, network = "", bits] = /^\[?([^[\]]+)\]?\/(\d{1,3})$/.exec(entry) ?? [];
    const version = isIP(network);
    if (version === 0) return hostFrom(entry);
    if (Number(bits) <= (version === 6 ? 128 : 32)) networks.addSubnet(network, Number(bits), version === 6 ? "ipv6" : "ipv4");
    return [];
  });
  return ({ protocol, hostname, port }) => {
    const target = port || (protocol === "https:" ? "443" : "80");
    const name = withoutDot(hostname);
    const address = name.replaceAll(/^\[|\]$/g, "");
    const version = isIP(address);
    if (version !== 0 && networks.check(address, version === 6 ? "ipv6" : "ipv4")) return true;
    return hosts.some((host) => (host.port ?? target) === target && (name === host.name || name.endsWith(`.${host.name}`)));
  };
}

/** An entry that is not a host matches nothing, as in other programs. */
function hostFrom(entry: string): { readonly name: string; readonly port: string | undefined }[] {
  const [, host = "", port] = isIP(entry) === 6 ? ["", `[${entry}]`] : (/^(?:\*?\.)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? []);
  // The URL parser writes a host in the form that it has in the URLs to compare with.
  const url = parseUrl(`http://${host}`);
  return url === undefined ? [] : [{ name: withoutDot(url.hostname), port }];
}

/** Removes a dot at the end, which only marks the name as complete. */
function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, "");
}
