import { createRandom, type Random } from "../../../../packages/emulator/src/lib/core/values/random.ts";

/** The services of the world. */
export const SERVICES = ["events", "management", "vault", "consent"] as const;
export type ServiceName = (typeof SERVICES)[number];
const MACHINES = ["feeds", "tails", "writers"] as const;
export type MachineName = (typeof MACHINES)[number];

const CONNECTION_FAULTS = ["refused", "lost-before", "lost-after", "lost-after", "stale-after", "stalled", "stalled-after", "slow", "cut"] as const;
const RESPONSE_FAULTS = ["repeated", "revoked", "echo", "echo-failure", "redirect", "page", "busy-after"] as const;
const FAULTS = [...CONNECTION_FAULTS, ...RESPONSE_FAULTS] as const;
/** A fault of one request, by the network or a service. */
export type NetworkFault = (typeof FAULTS)[number] | { readonly status: number; readonly retryAfter?: string };
/** The fault of one statement. The first two roll it back. */
export type DatabaseFault = "40001" | "57P01" | "lost-after" | "hangs";

/** Faults of the next requests and statements, and of a disk's next writes and syncs. */
export type Faults = Record<ServiceName, NetworkFault[]> & Record<"database", DatabaseFault[]> & Record<MachineName, ("ENOSPC" | "EIO")[]>;

/** One trouble of the world. */
export type Trouble = { readonly at: number } & (
  | { readonly kind: "fault"; readonly on: keyof Faults; readonly fault: Faults[keyof Faults][number]; readonly times: number }
  | { readonly kind: "kill"; readonly process: string; readonly steps: number }
  | { readonly kind: "stop"; readonly process: string }
  | { readonly kind: "power"; readonly machine: MachineName }
  | { readonly kind: "clock"; readonly machine: MachineName; readonly byMs: number }
  /** A process is paused, as by a debugger or by a machine that sleeps. */
  | { readonly kind: "pause"; readonly process: string; readonly ms: number }
  /** A stream's next page is always bad for `keywright-tail`; the power may fail meanwhile. */
  | { readonly kind: "bad-page"; readonly path: string; readonly powerFails: boolean }
  | { readonly kind: "rotate" | "remove" | "remove-in-write" }
);

/** What each program of the world runs, its machine, and its file or the folder of its files. */
export const PROGRAMS = {
  "follow-a": { program: "follow", machine: "feeds", path: "/data/feed/state.json" },
  "follow-b": { program: "follow", machine: "feeds", path: "/data/link.json" },
  "tail-a": { program: "tail", machine: "tails", path: "/data/tail" },
  "tail-b": { program: "tail", machine: "tails", path: "/data/tail" },
  "writer-a": { program: "write", machine: "writers", path: "/data/refresh" },
  "writer-b": { program: "write", machine: "writers", path: "/data/refresh" },
} as const;
export type ProgramName = keyof typeof PROGRAMS;
export const PROCESSES = Object.keys(PROGRAMS) as readonly ProgramName[];
const FEED_PROCESSES = ["follow-a", "follow-b", "tail-a", "tail-b"] as const;

/** Calm time, long if a service asked for days: then a feed's longest wait must pass. */
const CALM_MS = { long: 65 * 60_000, short: 3.5 * 60_000 };

/** Maximum time of a process to recover after the rough time. */
export const RECOVERY_MS = 90_000;

/** One world of so many has this number of feeds on one store, and takes as long as ten others. */
const CROWD_EVERY = 60;
const CROWD = 1000;

/** The plan of a world. */
export type Plan = ReturnType<typeof planOf>;

/** Returns the plan of a seed. */
export function planOf(seed: number) {
  // Each purpose has randomness of its own, so that a new one changes no other part of a world.
  const random = createRandom(`plan ${seed}`);
  const roughMs = random.integer(2, 6) * 60_000;
  const beginNow = random.next() < 0.3;
  const isLong = random.next() < 0.08;
  const isLeased = createRandom(`lease ${seed}`).next() < 0.3;
  const crowd = seed % CROWD_EVERY === 0 ? CROWD : 0;
  const late = createRandom(`late database ${seed}`);
  const troubles: readonly Trouble[] = [
    ...Array.from({ length: random.integer(6, 34) }, () => troubleOf(random, roughMs)),
    ...(isLong ? longWaits(random, roughMs) : []),
    ...(beginNow ? earlyDeaths(random) : []),
    ...(isLeased ? leaseTroubles(createRandom(`hung renewals ${seed}`), roughMs) : []),
    ...(isLong ? [] : badPages(createRandom(`bad pages ${seed}`))),
  ]
    // The current time must not jump for feeds that begin at it.
    .filter(({ kind }) => !beginNow || kind !== "clock")
    .sort((a, b) => a.at - b.at);
  return {
    seed,
    /** None with a crowd, which has its own. */
    troubles: crowd > 0 ? [] : troubles,
    /** Length of the rough time, in which things go wrong, in milliseconds. */
    roughMs,
    /** Calm time after it, without faults. What is still missing at its end is lost. */
    calmMs: isLong ? CALM_MS.long : CALM_MS.short,
    /** Whether services ask clients to wait for days. */
    isLong,
    pollSeconds: isLong ? 90 : 15,
    pageSize: random.integer(2, 11),
    repeatedIds: random.next() < 0.5 ? 1000 : 0,
    /** Whether the feeds begin at the current time. */
    beginNow,
    /** Whether the feeds end when they have caught up, and are restarted. */
    once: !isLong && random.next() < 0.2,
    /** Whether the feeds keep their checkpoint in a database with a lease. */
    isLeased,
    /** When the database does not respond, in milliseconds: in half of the worlds at the start. */
    databaseAway:
      crowd > 0
        ? [
            { from: 0, to: 5000 },
            { from: 30_000, to: 37_000 },
          ]
        : isLeased && late.next() < 0.5
          ? [{ from: 0, to: late.integer(1000, 30_000) }]
          : [],
    /** Whether the feeds wait for another owner without end. */
    standsBy: !isLeased || late.next() < 0.7,
    /** The number of feeds that share a store in a world of their own. */
    crowd,
    /** Whether the folders of the programs exist. */
    hasFolders: random.next() < 0.5,
    /** Whether `keywright-tail` makes dead letters of bad pages, or they become good again. */
    hasDeadLetters: !isLong && seed % 2 === 0,
  };
}

/** Returns responses that ask feeds to wait for days. */
function longWaits(random: Random, roughMs: number): Trouble[] {
  return (["events", "management"] as const).map((on) => {
    const fault = { status: random.pick([429, 503]), retryAfter: random.pick(["172800", "Wed, 21 Oct 2026 07:28:00 GMT", "99999999999"]) };
    return { at: roughMs + 1, kind: "fault", on, fault, times: 1 };
  });
}

/** Returns kills of feeds between their first request and their first page. */
function earlyDeaths(random: Random): Trouble[] {
  const kill = (process: string): Trouble => ({ at: random.integer(3500, 14_000), kind: "kill", process, steps: random.integer(0, 3) });
  return [{ at: 0, kind: "fault", on: "events", fault: "stalled", times: 2 }, kill("follow-a"), kill("follow-b")];
}

/** Returns troubles of a lease: a hanging database at a renewal, a stop, and what is rare. */
function leaseTroubles(random: Random, roughMs: number): Trouble[] {
  const at = random.integer(0, roughMs - 10_000);
  const stop = (process: string): Trouble => ({ at: at + 7000, kind: "stop", process });
  const rare = (fault: DatabaseFault): Trouble => ({ at: random.integer(0, roughMs), kind: "fault", on: "database", fault, times: 1 });
  const faults = (["40001", "40001", "lost-after", "lost-after", "lost-after"] as const).map(rare);
  const pause: Trouble = { at: random.integer(0, roughMs), kind: "pause", process: random.pick(["follow-a", "follow-b"]), ms: random.integer(20_000, 40_000) };
  return [{ at, kind: "fault", on: "database", fault: "hangs", times: 1 }, stop("follow-a"), stop("follow-b"), ...faults, pause];
}

/** Returns pages that stay bad. */
function badPages(random: Random): Trouble[] {
  if (random.next() < 0.15) return [];
  const at = random.integer(0, 30_000);
  return [{ at, kind: "bad-page", path: random.pick(["auditevents", "audit-log"]), powerFails: random.next() < 0.9 }];
}

/** Length of a program's first steps, when some things go wrong that cannot later. */
const FIRST_STEPS_MS = 15_000;

function troubleOf(random: Random, roughMs: number): Trouble {
  const at = random.integer(0, random.next() < 0.2 ? FIRST_STEPS_MS : roughMs);
  const chance = random.next();
  if (chance < 0.45) {
    const on = random.pick(["events", "events", "management", "vault", "vault", "consent", "consent"] as const);
    return { at, kind: "fault", on, fault: networkFault(random), times: random.pick([1, 1, 2, 4]) };
  }
  if (chance < 0.68) return { at, kind: "kill", process: random.pick(PROCESSES), steps: random.integer(0, 60) };
  if (chance < 0.75) return { at, kind: "stop", process: random.pick(FEED_PROCESSES) };
  if (chance < 0.83) return { at, kind: "power", machine: random.pick(MACHINES) };
  if (chance < 0.9) return { at, kind: "fault", on: random.pick(MACHINES), fault: random.pick(["ENOSPC", "EIO"]), times: 1 };
  if (chance < 0.93) {
    const fault = random.pick(["40001", "57P01", "lost-after", "lost-after", "hangs"] as const);
    return { at, kind: "fault", on: "database", fault, times: random.pick([1, 1, 3]) };
  }
  if (chance < 0.96) return { at, kind: "pause", process: random.pick(FEED_PROCESSES), ms: random.integer(1000, 40_000) };
  if (chance < 0.97) return { at, kind: "clock", machine: random.pick(MACHINES), byMs: random.pick([-86_400_000, -5000, 5000, 86_400_000, 3.2e9]) };
  return { at, kind: random.pick(["rotate", "rotate", "remove", "remove-in-write"]) };
}

function networkFault(random: Random): NetworkFault {
  if (random.next() < 0.7) return random.pick(FAULTS);
  const status = random.pick([429, 429, 500, 502, 503]);
  return random.next() < 0.4 ? { status } : { status, retryAfter: random.pick(["1", "5", "40"]) };
}
