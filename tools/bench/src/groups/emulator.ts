import { repeat, type Round } from "../measure/load.ts";
import { type Server, startServices } from "../measure/servers.ts";
import type { Group, Measurement, Surroundings } from "../row.ts";
import { interleave, median, pairedRatios, summary } from "../rounds.ts";

const CONNECTIONS = 32;
const SERVERS = ["emulator", "prism"] as const;
type Name = (typeof SERVERS)[number];

const EVENTS = '{"limit":5,"start_time":"2020-01-01T00:00:00Z"}';
const REQUESTS = [
  { name: "emulator-get-list", service: "vault", method: "GET", path: "/v1/vaults", body: null, atLeast: 8 },
  { name: "emulator-get-tree", service: "management", method: "GET", path: "/api/apps/v1/categories", body: null, atLeast: 8 },
  { name: "emulator-post", service: "events", method: "POST", path: "/api/v2/auditevents", body: EVENTS, atLeast: 6 },
] as const;

/** The line that both print when they are ready. */
type Ready = { readonly [service in (typeof REQUESTS)[number]["service"]]: { readonly baseUrl: string; readonly token: string } };

/** Measures the emulator and Prism, which check requests and responses against the same contracts. */
export const emulator: Group = {
  name: "emulator",
  rows: [
    { name: "emulator-start", what: "start of three services / Prism's", unit: "×", goal: { atMost: 0.15 } },
    ...REQUESTS.map(({ name, method, path, atLeast }) => ({ name, what: `${method} ${path} a second / Prism's`, unit: "×", goal: { atLeast } })),
    { name: "emulator-p99", what: `slowest p99 of these over ${CONNECTIONS} connections`, unit: "ms", goal: { atMost: 10 } },
  ],
  async measure(surroundings) {
    const { wants } = surroundings;
    const asked = REQUESTS.filter(({ name }) => wants(name) || wants("emulator-p99"));
    return {
      ...(wants("emulator-start") ? { "emulator-start": await measureStart(surroundings) } : {}),
      ...(asked.length > 0 ? await measureRequests(surroundings, asked) : {}),
    };
  },
};

async function measureStart({ stage, quick }: Surroundings): Promise<Measurement> {
  const rounds = await interleave(SERVERS, { rounds: quick ? 3 : 9 }, async (name) => {
    const server = await startServices(name, stage);
    await server.stop();
    return server.startMs;
  });
  const told = SERVERS.map((name) => `${name} ${median(rounds[name]).toFixed(0)} ms`);
  return summary(pairedRatios(rounds.emulator, rounds.prism), [told.join("; ")]);
}

async function measureRequests({ stage, quick }: Surroundings, asked: readonly (typeof REQUESTS)[number][]): Promise<{ [row: string]: Measurement }> {
  const servers: Server[] = [];
  const measurements: { [row: string]: Measurement } = {};
  let worstP99 = 0;
  try {
    for (const name of SERVERS) servers.push(await startServices(name, stage));
    const [ours, theirs] = servers.map((server) => JSON.parse(server.ready)) as [Ready, Ready];
    const ready = { emulator: ours, prism: theirs };
    for (const { name, service, ...request } of asked) {
      const rounds = await interleave(SERVERS, { rounds: quick ? 3 : 7 }, (server) =>
        repeat({ ...request, ...ready[server][service] }, CONNECTIONS, quick ? 700 : 1500),
      );
      const medianOf = (server: Name, figure: keyof Round): number => median(rounds[server].map((round) => round[figure]));
      const perSecond = (server: Name): number[] => rounds[server].map((round) => round.perSecond);
      worstP99 = Math.max(worstP99, medianOf("emulator", "p99Ms"));
      const told = SERVERS.map((server) => {
        const rate = Math.round(medianOf(server, "perSecond")).toLocaleString("en-US");
        return `${server} ${rate}/s, p99 ${medianOf(server, "p99Ms").toFixed(1)} ms`;
      });
      measurements[name] = summary(pairedRatios(perSecond("emulator"), perSecond("prism")), [told.join("; ")]);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  return { ...measurements, "emulator-p99": { figure: worstP99 } };
}
