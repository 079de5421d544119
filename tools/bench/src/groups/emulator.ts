import { repeat, type Round } from "../measure/load.ts";
import { type Server, startServices } from "../measure/servers.ts";
import type { Row } from "../row.ts";
import { compare, interleave, median } from "../rounds.ts";

const CONNECTIONS = 32;
type Name = "emulator" | "prism";

const EVENTS = '{"limit":5,"start_time":"2020-01-01T00:00:00Z"}';
const REQUESTS = [
  { name: "emulator-get-list", service: "vault", method: "GET", path: "/v1/vaults", body: null, atLeast: 8 },
  { name: "emulator-get-tree", service: "management", method: "GET", path: "/api/apps/v1/categories", body: null, atLeast: 8 },
  { name: "emulator-post", service: "events", method: "POST", path: "/api/v2/auditevents", body: EVENTS, atLeast: 6 },
] as const;

/** The line that both print when they are ready. */
type Ready = { readonly [service in (typeof REQUESTS)[number]["service"]]: { readonly baseUrl: string; readonly token: string } };

type Repeat = (name: Name, request: (typeof REQUESTS)[number]) => Promise<Round>;

/** Runs `work` with a function that repeats a request to running services. */
async function withServices<Result>(
  names: readonly Name[],
  { stage, quick }: { readonly stage: string; readonly quick: boolean },
  work: (repeatAt: Repeat) => Promise<Result>,
): Promise<Result> {
  const servers = new Map<Name, Server>();
  try {
    for (const name of names) servers.set(name, await startServices(name, stage));
    return await work((name, { service, method, path, body }) => {
      const { baseUrl, token } = (JSON.parse(servers.get(name)?.ready ?? "") as Ready)[service];
      return repeat({ baseUrl, token, method, path, body }, CONNECTIONS, quick ? 700 : 1500);
    });
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

/** The emulator and Prism, which check requests and responses against the same contracts. */
export const emulator: readonly Row[] = [
  {
    name: "emulator-start",
    what: "start of three services / Prism's",
    unit: "×",
    goal: { atMost: 0.15 },
    measure: ({ stage, quick }) =>
      compare(["emulator", "prism"], { rounds: quick ? 3 : 9, unit: "ms" }, async (name) => {
        const server = await startServices(name, stage);
        await server.stop();
        return server.startMs;
      }),
  },
  ...REQUESTS.map((request): Row => {
    const { name, method, path, atLeast } = request;
    return {
      name,
      what: `${method} ${path} a second / Prism's`,
      unit: "×",
      goal: { atLeast },
      measure: (surroundings) =>
        withServices(["emulator", "prism"], surroundings, (repeatAt) =>
          compare(["emulator", "prism"], { rounds: surroundings.quick ? 3 : 7, unit: "a second" }, async (by) => (await repeatAt(by, request)).perSecond),
        ),
    };
  }),
  {
    name: "emulator-p99",
    what: `slowest p99 of these over ${CONNECTIONS} connections`,
    unit: "ms",
    goal: { atMost: 10 },
    measure: (surroundings) =>
      withServices(["emulator"], surroundings, async (repeatAt) => {
        const all: number[] = [];
        for (const request of REQUESTS) {
          const { emulator: rounds } = await interleave(["emulator"], surroundings.quick ? 3 : 7, (name) => repeatAt(name, request));
          all.push(median(rounds.map(({ p99Ms }) => p99Ms)));
        }
        return { figure: Math.max(...all) };
      }),
  },
];
