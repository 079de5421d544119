import { interleave } from "../measure/interleave.ts";
import { type Load, repeat, type Round } from "../measure/load.ts";
import { commandsIn, startServer, type Started, stopServer } from "../measure/servers.ts";
import type { Group, Measurement, Surroundings } from "../row.ts";
import { median, pairedRatios, summary } from "../statistics.ts";

const CONNECTIONS = 32;
const SERVERS = ["emulator", "prism"] as const;

const REQUESTS = [
  { name: "emulator-get-list", service: "vault", method: "GET", path: "/v1/vaults", atLeast: 8 },
  { name: "emulator-get-tree", service: "management", method: "GET", path: "/api/apps/v1/categories", atLeast: 8 },
  {
    name: "emulator-post",
    service: "events",
    method: "POST",
    path: "/api/v2/auditevents",
    body: '{"limit":5,"start_time":"2020-01-01T00:00:00Z"}',
    atLeast: 6,
  },
] as const;

type Urls = { readonly [service in (typeof REQUESTS)[number]["service"]]: { readonly baseUrl: string; readonly token: string } };

/** The emulator beside Prism: both check requests and answers by the same contracts. */
export const emulator: Group = {
  name: "emulator",
  rows: [
    { name: "emulator-start", what: "start to three services ready / Prism's", unit: "×", goal: { atMost: 0.15 } },
    ...REQUESTS.map(({ name, method, path, atLeast }) => ({ name, what: `${method} ${path} a second / Prism's`, unit: "×", goal: { atLeast } })),
    { name: "emulator-p99", what: `slowest p99 of these over ${CONNECTIONS} connections`, unit: "ms", goal: { atMost: 10 } },
  ],
  async measure(surroundings) {
    const { wants } = surroundings;
    const measurements: { [row: string]: Measurement } = {};
    if (wants("emulator-start")) measurements["emulator-start"] = await measureStart(surroundings);
    const asked = REQUESTS.filter(({ name }) => wants(name) || wants("emulator-p99"));
    if (asked.length > 0) Object.assign(measurements, await measureRequests(surroundings, asked));
    return measurements;
  },
};

async function measureStart({ stage, quick }: Surroundings): Promise<Measurement> {
  const commands = commandsIn(stage);
  const rounds = await interleave(SERVERS, { rounds: quick ? 3 : 9 }, async (name) => {
    const server = await startServer(commands[name]);
    await stopServer(server);
    return server;
  });
  const times = (name: (typeof SERVERS)[number]): number[] => rounds[name].map(({ startMs }) => startMs);
  const told = SERVERS.map((name) => `${name} ${median(times(name)).toFixed(0)} ms`);
  return { ...summary(pairedRatios(times("emulator"), times("prism"))), beside: [told.join("; ")] };
}

async function measureRequests({ stage, quick }: Surroundings, asked: readonly (typeof REQUESTS)[number][]): Promise<{ [row: string]: Measurement }> {
  const commands = commandsIn(stage);
  const servers: Started[] = [];
  const measurements: { [row: string]: Measurement } = {};
  let worstP99 = 0;
  try {
    for (const name of SERVERS) servers.push(await startServer(commands[name]));
    const [ready, prismUrls] = servers.map(({ line }) => JSON.parse(line)) as [Urls, { readonly [service in keyof Urls]: string }];
    for (const { name, service, method, path, ...rest } of asked) {
      const load: Omit<Load, "baseUrl" | "token"> = { method, path, ...("body" in rest ? { body: rest.body } : {}) };
      const loads = { emulator: { ...load, ...ready[service] }, prism: { ...load, baseUrl: prismUrls[service], token: "example-token" } };
      const rounds = await interleave(SERVERS, { rounds: quick ? 3 : 7 }, (server) => repeat(loads[server], CONNECTIONS, quick ? 700 : 1500));
      const perSecond = (server: (typeof SERVERS)[number]): number[] => rounds[server].map((round) => round.perSecond);
      worstP99 = Math.max(worstP99, p99(rounds.emulator));
      const told = SERVERS.map((server) => {
        const rate = Math.round(median(perSecond(server))).toLocaleString("en-US");
        return `${server} ${rate}/s, p99 ${p99(rounds[server]).toFixed(1)} ms`;
      });
      measurements[name] = { ...summary(pairedRatios(perSecond("emulator"), perSecond("prism"))), beside: [told.join("; ")] };
    }
  } finally {
    await Promise.all(servers.map(stopServer));
  }
  return { ...measurements, "emulator-p99": { figure: worstP99 } };
}

function p99(rounds: readonly Round[]): number {
  return median(rounds.map(({ p99Ms }) => p99Ms));
}
