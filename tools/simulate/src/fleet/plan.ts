import { createRandom, type Random } from "../../../../packages/emulator/src/lib/core/values/random.ts";

export const WORKERS = { "worker-a": "feeds", "worker-b": "tails", "worker-c": "writers" } as const;
export type WorkerName = keyof typeof WORKERS;
export const WORKER_NAMES = Object.keys(WORKERS) as readonly WorkerName[];
export const STREAMS = 8;
/** How long things go wrong, and how long a fleet then has to catch up. */
export const ROUGH_MS = 40_000;
export const CALM_MS = 75_000;

/** Of statements: conflicts, cut connections, and what comes late. The last two: of the service. */
const FAULTS = ["40001", "cut-before", "cut-after", "late", "late-response", "slow", "fails"] as const;
export type Fault = (typeof FAULTS)[number];
export type FaultyPart = "commits" | "others" | "service";

/** One trouble of a fleet. `vanishes`: the server does not notice the kill, as of a machine. */
export type FleetTrouble = { readonly at: number; readonly inFleet: true } & (
  | { readonly kind: "fault"; readonly on: FaultyPart; readonly fault: Fault; readonly times: number }
  | { readonly kind: "kill"; readonly worker: WorkerName; readonly vanishes: boolean }
  | { readonly kind: "stop" | "pause"; readonly worker: WorkerName; readonly ms: number }
  | { readonly kind: "database-clock" | "database-restart"; readonly ms: number }
  | { readonly kind: "removed-stream" | "paused-stream"; readonly stream: number; readonly ms: number }
);

/** Returns what goes wrong in the fleet of a seed. */
export function fleetTroublesOf(seed: number): readonly FleetTrouble[] {
  const random = createRandom(`fleet ${seed}`);
  // One stream stays paused to the end.
  return [
    ...Array.from({ length: random.integer(4, 20) }, () => troubleOf(random)),
    { ...IN_FLEET, at: ROUGH_MS + 1, kind: "paused-stream", stream: 0, ms: 2 * CALM_MS },
  ];
}

const IN_FLEET = { inFleet: true } as const;

function troubleOf(random: Random): FleetTrouble {
  const at = { ...IN_FLEET, at: random.integer(2000, ROUGH_MS) };
  const worker = random.pick(WORKER_NAMES);
  const chance = random.next();
  const times = random.pick([1, 1, 3]);
  if (chance < 0.35) return { ...at, kind: "fault", on: random.pick(["commits", "others", "others"]), fault: random.pick(FAULTS.slice(0, 5)), times };
  if (chance < 0.5) return { ...at, kind: "kill", worker, vanishes: random.next() < 0.5 };
  if (chance < 0.65) return { ...at, kind: random.pick(["stop", "pause", "pause"]), worker, ms: random.integer(2000, 20_000) };
  if (chance < 0.74) return { ...at, kind: "database-clock", ms: random.pick([-10_000, -1000, 6000, 86_400_000]) };
  if (chance < 0.8) return { ...at, kind: "database-restart", ms: random.integer(500, 8000) };
  if (chance < 0.9) return { ...at, kind: "fault", on: "service", fault: random.pick(["slow", "slow", "slow", "fails"]), times: 2 * times };
  return { ...at, kind: random.pick(["removed-stream", "paused-stream"]), stream: random.integer(0, STREAMS - 1), ms: random.integer(1000, 12_000) };
}
