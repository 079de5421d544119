import { Pool } from "undici";
import { type Services, startServices } from "../measure/servers.ts";
import type { Row, Surroundings } from "../measure/row.ts";
import { compare, interleave, median, quantile } from "../measure/rounds.ts";

const CONNECTIONS = 32;
type Name = "emulator" | "prism";

const EVENTS = '{"limit":5,"start_time":"2020-01-01T00:00:00Z"}';
const REQUESTS = [
  { name: "emulator-get-list", service: "vault", method: "GET", path: "/v1/vaults", body: null, atLeast: 8 },
  { name: "emulator-get-tree", service: "management", method: "GET", path: "/api/apps/v1/categories", body: null, atLeast: 8 },
  { name: "emulator-post", service: "events", method: "POST", path: "/api/v2/auditevents", body: EVENTS, atLeast: 6 },
] as const;
type Request = (typeof REQUESTS)[number];

type Round = { readonly perSecond: number; readonly p99Ms: number };
type Repeat = (name: Name, request: Request) => Promise<Round>;

/** Repeats a request on several connections for a time, each after its complete response. */
async function repeat({ service, method, path, body }: Request, { ready }: Services, forMs: number): Promise<Round> {
  const { baseUrl, token } = ready[service];
  const pool = new Pool(baseUrl, { connections: CONNECTIONS });
  const headers = { authorization: `Bearer ${token}`, accept: "application/json", ...(body === null ? {} : { "content-type": "application/json" }) };
  const times: number[] = [];
  const begun = performance.now();
  const loop = async (): Promise<void> => {
    while (performance.now() < begun + forMs) {
      const sent = performance.now();
      const response = await pool.request({ method, path, headers, body });
      await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${method} ${path} of ${baseUrl} must return 200, but returned ${response.statusCode}`);
      times.push(performance.now() - sent);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  } finally {
    await pool.destroy();
  }
  return { perSecond: (times.length * 1000) / (performance.now() - begun), p99Ms: quantile(times, 0.99) };
}

/** Runs `work` with a function that repeats a request to running services. */
async function withServices<Result>(names: readonly Name[], { stage, quick }: Surroundings, work: (repeatAt: Repeat) => Promise<Result>): Promise<Result> {
  const servers: Services[] = [];
  try {
    for (const name of names) servers.push(await startServices(name, stage));
    return await work((name, request) => repeat(request, servers[names.indexOf(name)] as Services, quick ? 700 : 1500));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
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
          const rounds = await interleave(["emulator"], surroundings.quick ? 3 : 7, (name) => repeatAt(name, request));
          all.push(median(rounds.emulator.map(({ p99Ms }) => p99Ms)));
        }
        return { figure: Math.max(...all) };
      }),
  },
];
