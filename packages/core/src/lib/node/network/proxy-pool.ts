import type { ProxyFailure } from "../../call/stages/connection-failure.ts";
import type { Proxy, ProxySettings } from "./proxy-settings.ts";
import type { Dispatcher, PoolOptions, ProxyClient, Undici } from "./undici.ts";

/** Creates a pool that sends each request through the proxy of its origin, or directly. */
export function createProxyPool(undici: Undici, direct: Dispatcher, { http, https, isDirect }: ProxySettings, pool: PoolOptions): Dispatcher {
  const agents = new Map<Proxy, Dispatcher>();
  const ways = new Map<string, Dispatcher>();

  function wayTo(origin: string): Dispatcher {
    const url = new URL(origin);
    const proxy = url.protocol === "https:" ? https : http;
    if (proxy === undefined || isDirect(url)) return direct;
    const agent = agents.get(proxy) ?? createProxyAgent(undici, proxy, pool);
    agents.set(proxy, agent);
    return agent;
  }

  return {
    dispatch(options, handler) {
      const { origin } = options;
      const way = ways.get(origin) ?? wayTo(origin);
      ways.set(origin, way);
      return way.dispatch(options, handler);
    },
    async close() {
      await Promise.all([direct, ...agents.values()].map((agent) => agent.close()));
    },
  };
}

function createProxyAgent({ Pool, ProxyAgent }: Undici, proxy: Proxy, { connect, ...pool }: PoolOptions): Dispatcher {
  const { username, password } = new URL(proxy.uri);
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  return new ProxyAgent({
    ...pool,
    uri: proxy.uri,
    proxyTunnel: true,
    // undici would omit a user name without a password.
    ...(username + password === "" ? {} : { token: `Basic ${credentials}` }),
    ...(connect === undefined ? {} : { requestTls: connect, proxyTls: connect }),
    clientFactory: (url, options) => namingProxy(new Pool(url, options), proxy),
  });
}

/** Marks errors before the tunnel exists as the proxy's, which would look like the service's. */
function namingProxy(client: ProxyClient, { uri, setting }: Proxy): ProxyClient {
  const { origin: proxyAddress, protocol } = new URL(uri);
  const advice = `check ${setting}, and that the proxy can be reached${protocol === "https:" ? " and has a trusted certificate" : ""}`;
  const failure = (message: string, what: string, more: { readonly code: string } | { readonly cause: unknown }): Error => {
    const details: ProxyFailure = { proxyAddress, option: setting, advice: what };
    return Object.assign(new Error(message), more, details);
  };
  return {
    async connect(target) {
      const tunnel = await client.connect(target).catch((cause: unknown) => {
        throw failure("no connection to the proxy", advice, { cause });
      });
      const { statusCode, socket } = tunnel;
      if (statusCode === 200) return tunnel;
      socket.destroy();
      throw failure(`the proxy opens no tunnel (${statusCode})`, adviceFor(statusCode, setting, target.path), { code: `PROXY_ANSWERED_${statusCode}` });
    },
    close: () => client.close(),
    destroy: (error) => client.destroy(error),
  };
}

function adviceFor(status: number, setting: string, target: string): string {
  if (status === 407) return `check the user name and password in ${setting}`;
  return status < 500 ? `the proxy must allow connections to ${target}` : `check that the proxy can reach ${target}`;
}
