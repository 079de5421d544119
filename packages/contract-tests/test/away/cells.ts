import { truncate } from "node:fs/promises";
import type { End, programsIn, Running, Start } from "./programs-of.ts";
import { type Kind, type Mode, SECRETS, type World } from "./world.ts";

type Programs = ReturnType<typeof programsIn>;

/** A case in one kind of program. */
export interface Cell {
  readonly name: string;
  readonly withTls: boolean;
  readonly kind: Kind;
  /** Returns what is wrong. */
  run(world: World, programs: Programs): Promise<Result>;
}

export interface Result {
  readonly problems: readonly string[];
  /** Whether a program got a secret after the vault rejected it. */
  readonly isStale: boolean;
}

type Use = "used" | "unused";

interface Case {
  readonly name: string;
  /** Begins the case. The programs that run notice it with a poll. */
  apply(world: World): Promise<void>;
  /** How later programs start. */
  readonly start?: Start;
  /** Whether a start then uses the copy. */
  readonly next: Use;
  /** Whether a start uses it after that, when no server listens. */
  readonly later: Use;
  /** What the log of `--watch` says. Absent: a poll is still under way. */
  readonly says?: string;
  readonly withTls?: boolean;
}

const FAILS = '"event":"failure"';
const DAY_MS = 86_400_000;

function responds(name: string, mode: Mode, next: Use, later = next): Case {
  const apply = async (world: World): Promise<void> => {
    await world.set(mode);
    await world.rotate();
  };
  return { name, apply, next, later, ...(mode === "hangs" ? { start: { afterMs: 300 } } : { says: FAILS }), withTls: mode === "untrusted" };
}

function starts(name: string, start: Start, use: Use): Case {
  return { ...responds(name, "refuses", use), start };
}

const CASES: readonly Case[] = [
  responds("refused connection", "refuses", "used"),
  responds("hanging", "hangs", "used"),
  responds("429", { status: 429, retryAfter: "1" }, "used"),
  responds("500", { status: 500 }, "used"),
  responds("401", { status: 401 }, "unused"),
  responds("403", { status: 403 }, "unused"),
  responds("404", { status: 404 }, "unused"),
  responds("wrong certificate", "untrusted", "unused", "used"),
  { name: "removed item", apply: (world) => world.remove(), next: "unused", later: "unused", says: "was removed" },
  starts("clock set back in this boot", { env: { SHIFT_MS: String(-DAY_MS / 12) } }, "used"),
  starts("clock set back before this boot", { env: { SHIFT_MS: String(-DAY_MS / 12), BOOT: "another" } }, "unused"),
  starts("clock set forward", { env: { SHIFT_MS: String(DAY_MS + 60_000) } }, "unused"),
  starts("copy of another token", { env: { KEYWRIGHT_VAULT_TOKEN: "another-token" } }, "unused"),
  {
    ...responds("copy cut", "refuses", "unused"),
    async apply(world) {
      await world.set("refuses");
      await truncate(world.copy, 100);
    },
  },
];

/** The steps of a write: open, write, sync and rename a file, open and sync its folder. */
const STEPS = 6;

export const CELLS: readonly Cell[] = [
  ...CASES.flatMap((each) =>
    Object.entries(programKinds()).flatMap(([kind, run]) => {
      const cell = { name: `${each.name} × ${kind}`, withTls: each.withTls ?? false, kind: "password", run: run(each) } as const;
      return kind === "start" ? [cell, { ...cell, name: `${cell.name} with a file`, kind: "key.pem" } as const] : [cell];
    }),
  ),
  ...Array.from({ length: STEPS }, (_, step) => step + 1).flatMap((step) =>
    Object.entries(killKinds()).map(([kind, run]) => ({
      name: `kill before step ${step} of a write × ${kind}`,
      withTls: false,
      kind: "password" as const,
      run: run(step),
    })),
  ),
];

/** How the programs of a case are run, by kind. */
function programKinds(): { readonly [kind: string]: (each: Case) => Cell["run"] } {
  return {
    start:
      (each) =>
      async (world, { run }) => {
        const first = await run(world);
        await each.apply(world);
        return checked(each, fresh(first), { end: await run(world, each.start), use: each.next });
      },
    restart:
      (each) =>
      async (world, { run }) => {
        const first = await run(world);
        await each.apply(world);
        const second = await run(world, each.start);
        await world.set("refuses");
        return checked(each, fresh(first), { end: second, use: each.next }, { end: await run(world, each.start), use: each.later });
      },
    watch:
      (each) =>
      async (world, { run, watch }) => {
        const running = await watch(world);
        await running.saying(SECRETS.before);
        await each.apply(world);
        if (each.says !== undefined) await running.saying(each.says);
        const first = await running.stop("SIGTERM");
        await world.set("refuses");
        return checked(each, { ...fresh(first), code: null }, { end: await run(world, each.start), use: each.later });
      },
    cache:
      (each) =>
      async (world, { cache }) => {
        const running = await cache(world);
        await running.saying(SECRETS.before);
        await each.apply(world);
        running.send("poll");
        if (each.says !== undefined) await running.saying("polled");
        const first = await (each.says === undefined ? running.stop("SIGTERM") : running.stop());
        await world.set("refuses");
        const second = await cache(world, each.start);
        const end = await second.stop();
        return checked(each, { ...fresh(first), code: each.says === undefined ? null : 0 }, { end, use: each.later });
      },
  };
}

/** How a write is killed, by kind. */
function killKinds(): { readonly [kind: string]: (step: number) => Cell["run"] } {
  const at = (step: number, write: number): Start => ({ env: { KILL_STEP: String(step), KILL_WRITE: String(write) } });
  return {
    start:
      (step) =>
      async (world, { run }) => {
        const killed = await run(world, at(step, 1));
        await world.set("refuses");
        return afterKill(killed, await run(world), true);
      },
    restart:
      (step) =>
      async (world, { run }) => {
        await run(world);
        await world.rotate();
        const killed = await run(world, at(step, 1));
        await world.set("refuses");
        return afterKill(killed, await run(world), false);
      },
    watch:
      (step) =>
      async (world, { run, watch }) => {
        const killed = await killedIn(await watch(world, at(step, 2)), world);
        return afterKill(killed, await run(world), false);
      },
    cache:
      (step) =>
      async (world, { cache }) => {
        const killed = await killedIn(await cache(world, at(step, 2)), world);
        const next = await cache(world);
        return afterKill(killed, await next.stop(), false);
      },
  };
}

async function killedIn(running: Running, world: World): Promise<End> {
  await running.saying(SECRETS.before);
  await world.rotate();
  running.send("poll");
  const killed = await running.end;
  await world.set("refuses");
  return killed;
}

function afterKill(killed: End, next: End, isFirst: boolean): Result {
  const isWhole = next.code === 0 && [SECRETS.before, SECRETS.after].includes(next.value ?? "");
  const isNone = isFirst && next.code === 3 && next.value === undefined;
  const problems = [
    ...(killed.code === null && !killed.isLate ? [] : [`the write was not killed: ${JSON.stringify(killed)}`]),
    ...(isWhole || isNone ? [] : [`the next start got no whole copy: ${JSON.stringify(next)}`]),
  ];
  return { problems, isStale: false };
}

interface Expected {
  readonly end: End;
  readonly use: Use;
}

/** A program that got its secret from the vault. */
function fresh(end: End): Expected & { readonly code: number | null } {
  return { end, use: "used", code: 0 };
}

function checked(each: Case, ...ends: readonly (Expected & { readonly code?: number | null })[]): Result {
  const problems = ends.flatMap(({ end, use, code }, index) => {
    const isRight = use === "used" ? end.value === SECRETS.before && end.code === (code === undefined ? 0 : code) : end.value === undefined && end.code === 3;
    return isRight ? [] : [`program ${index + 1} was to have the copy ${use}: ${JSON.stringify(end)}`];
  });
  const rejects = each.next === "unused" && each.start === undefined;
  return { problems, isStale: rejects && ends.slice(1).some(({ end, use }) => use === "unused" && end.value === SECRETS.before) };
}
