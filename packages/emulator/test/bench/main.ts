import { type Load, repeat, type Round } from "./load.ts";
import { commands, memoryOf, start, type Started, stop } from "./servers.ts";

const STARTS = 7;
const ROUNDS = 5;
const ROUND_MS = 1500;
const CONNECTIONS = 32;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

const starts: { readonly [name in keyof typeof commands]: Started[] } = { emulator: [], prism: [] };
for (let index = 0; index < STARTS; index += 1) {
  for (const name of ["emulator", "prism"] as const) {
    const server = await start(commands[name]);
    starts[name].push(server);
    await stop(server);
  }
}
console.log(
  `start to all three services ready, median of ${STARTS}, one after the other (${commands.emulator[0]?.endsWith("dist/cli.js") ? "as built" : "from the sources"})`,
);
for (const [name, servers] of Object.entries(starts)) {
  console.log(
    `  ${name.padEnd(9)} ${whole(median(servers.map(({ startMs }) => startMs)))} ms, ${whole(median(servers.map(({ memoryMb }) => memoryMb)))} MiB resident when ready`,
  );
}

const emulator = await start(commands.emulator);
const prism = await start(commands.prism);
const ready = JSON.parse(emulator.line) as { readonly [service in "management" | "vault" | "events"]: { readonly baseUrl: string; readonly token: string } };
const prismUrls = JSON.parse(prism.line) as { readonly [service in keyof typeof ready]: string };

const requests = [
  { what: "GET /api/apps/v1/categories", service: "management", method: "GET", path: "/api/apps/v1/categories" },
  { what: "GET /v1/vaults", service: "vault", method: "GET", path: "/v1/vaults" },
  {
    what: "POST /api/v2/auditevents, 5 events",
    service: "events",
    method: "POST",
    path: "/api/v2/auditevents",
    body: '{"limit":5,"start_time":"2020-01-01T00:00:00Z"}',
  },
] as const;

// The default state is made when it is first asked for.
const first = [
  { service: "management", method: "GET", path: "/api/audit/v1/logs" },
  { service: "vault", method: "GET", path: "/v1/vaults" },
  { service: "events", method: "POST", path: "/api/v2/auditevents", body: "{}" },
  { service: "events", method: "POST", path: "/api/v2/itemusages", body: "{}" },
  { service: "events", method: "POST", path: "/api/v2/signinattempts", body: "{}" },
] as const;
const begun = performance.now();
for (const { service, ...request } of first) await repeat({ ...request, ...ready[service] }, 1, 1);
console.log(`first answers of the whole default state after ${whole(performance.now() - begun)} ms more, then ${whole(memoryOf(emulator.child))} MiB resident`);

console.log(`requests per second over ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${ROUND_MS} ms, in turns`);
for (const { what, service, ...request } of requests) {
  const loads: { readonly [name in keyof typeof commands]: Load } = {
    emulator: { ...request, baseUrl: ready[service].baseUrl, token: ready[service].token },
    prism: { ...request, baseUrl: prismUrls[service], token: "example-token" },
  };
  const rounds: { readonly [name in keyof typeof commands]: Round[] } = { emulator: [], prism: [] };
  // The first round of each warms up and does not count.
  for (let index = 0; index <= ROUNDS; index += 1) {
    for (const name of ["emulator", "prism"] as const) {
      const round = await repeat(loads[name], CONNECTIONS, ROUND_MS);
      if (index > 0) rounds[name].push(round);
    }
  }
  const perSecond = (name: keyof typeof commands): number => median(rounds[name].map((round) => round.perSecond));
  const p99 = (name: keyof typeof commands): string => median(rounds[name].map((round) => round.p99Ms)).toFixed(1);
  console.log(
    `  ${what.padEnd(36)} emulator ${whole(perSecond("emulator"))} (p99 ${p99("emulator")} ms), Prism ${whole(perSecond("prism"))} (p99 ${p99("prism")} ms), ${(perSecond("emulator") / perSecond("prism")).toFixed(1)} times`,
  );
}
console.log(`resident after these requests: emulator ${whole(memoryOf(emulator.child))} MiB, Prism ${whole(memoryOf(prism.child))} MiB`);
await stop(emulator);
await stop(prism);
