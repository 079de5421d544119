import { inspect } from "node:util";
import type { Load } from "../compile.ts";
import type { Surroundings } from "../inside/surroundings.ts";
import { createBadPages } from "./bad-pages.ts";
import { createCallCheck } from "./check-calls.ts";
import { checkOutput, createOperator } from "./operator.ts";
import { createProcess } from "./create-process.ts";
import { createStreamCheck } from "./check-stream.ts";
import { createDatabase } from "./database.ts";
import { createDisk, type Disk } from "./disk.ts";
import type { Machine } from "./machine.ts";
import { createNetwork } from "./network.ts";
import { type Plan, PROCESSES, type Trouble } from "./plan.ts";
import type { Process } from "./process.ts";
import { createRandom } from "./random.ts";
import { createServices, EPOCH, WRITER_SECRET } from "./services.ts";
import { createTimeline } from "./timeline.ts";

/** A world, with all that happens in it. */
export interface World {
  readonly history: readonly string[];
  readonly violations: readonly string[];
  run(): Promise<void>;
}

type ProgramName = (typeof PROCESSES)[number];

const PATHS: { readonly [name in ProgramName]: string } = {
  "follow-a": "/data/feed/state.json",
  "follow-b": "/data/link.json",
  "tail-a": "/data/tail",
  "tail-b": "/data/tail",
  "writer-a": "/data/refresh",
  "writer-b": "/data/refresh",
};

/** How long a program may take to end once it is asked to, in milliseconds: a feed, one whose last save and release a database does not answer, and a writer whose calls have a minute. */
const STOP_MS = { feed: 12_000, leased: 42_000, writer: 72_000 };
/** How long a renewal of a token may take. */
const RENEWAL_MS = 20_000;
/** How long a process may take after the rough time until all is well again. */
const RECOVERY_MS = 90_000;

/** When a process is started again that was killed, and one that ended by itself: who runs it does not do that without a pause. */
const RESTART_MS = { killed: [500, 4000], ended: [5000, 40_000] } as const;

/** A world with so many broken promises has shown enough. */
const MOST_VIOLATIONS = 20;
/** Ten times what happens in the busiest world: a program that asks without a pause would go on for hours. */
const MOST_STEPS = 500_000;

/** Makes the world of a plan. */
export function createWorld(plan: Plan, load: Load): World {
  const { seed, pageSize, roughMs, calmMs } = plan;
  const random = createRandom(`world ${seed}`);
  const history: string[] = [];
  const violations: string[] = [];
  const timeline = createTimeline((count) => {
    if (count === MOST_STEPS) violate(`more than ${MOST_STEPS} things happen`);
    return count >= MOST_STEPS || violations.length >= MOST_VIOLATIONS;
  });
  const say = (line: string): void => void history.push(`${timeline.now().toFixed(1).padStart(10)}  ${line}`);
  const violate = (problem: string): void => {
    say(`VIOLATION ${problem}`);
    violations.push(problem);
  };

  const machine = (name: string): Machine => {
    const made: Machine = {
      name,
      disk: createDisk(),
      processes: new Set(),
      offsetMs: 0,
      isCalm: false,
      wallNow: () => EPOCH + timeline.now() + made.offsetMs,
      diskFaults: [],
      onWrite: undefined,
    };
    return made;
  };
  const machines = { feeds: machine("feeds"), tails: machine("tails"), writers: machine("writers") };
  const machineOf = (name: string): Machine => (name.startsWith("follow") ? machines.feeds : name.startsWith("tail") ? machines.tails : machines.writers);
  let diskFailed = false;
  const services = createServices({
    timeline,
    random: random.fork("services"),
    isOrdered: plan.beginNow,
    kept: () => machines.writers.disk.keptText("/data/refresh"),
    diskFailed: () => diskFailed,
    violate,
  });
  const follows = createStreamCheck("follow", () => services.idsOf("auditevents"), pageSize, violate);
  const tailed = {
    auditevents: createStreamCheck("tail auditevents", () => services.idsOf("auditevents"), pageSize, violate),
    auditlog: createStreamCheck("tail auditlog", () => services.idsOf("auditlog"), pageSize, violate),
  };
  const database = createDatabase(timeline);
  const operator = createOperator(machines.tails, timeline, say);
  const badPages = createBadPages(say);
  const calls = createCallCheck(services.itemsOf, violate);
  const faults: (Trouble & { kind: "network" } & { left: number })[] = [];
  const running = new Map<string, Process>();
  /** Those that are not started any more. */
  const retired = new Set<string>();

  const fetch = createNetwork({
    origins: {
      "https://events.example": "events",
      "https://management.example": "management",
      "https://vault.example": "vault",
      "https://consent.example": "consent",
    },
    takeFault(service) {
      const fault = faults.find((candidate) => candidate.service === service && candidate.left > 0);
      if (fault === undefined) return undefined;
      fault.left -= 1;
      return fault.fault;
    },
    async act(sent) {
      const { process, url, init } = sent;
      const from = url.pathname.endsWith("/auditevents")
        ? (JSON.parse(String(init.body)) as { start_time?: string }).start_time
        : (url.searchParams.get("since") ?? undefined);
      if (from !== undefined) {
        if (process.name.startsWith("follow")) follows.begins(() => services.placeOf("auditevents", from));
        else
          tailed[url.pathname.endsWith("/auditevents") ? "auditevents" : "auditlog"].begins(() =>
            services.placeOf(url.pathname.endsWith("/auditevents") ? "auditevents" : "auditlog", from),
          );
      }
      return badPages.spoil(sent, await services.act(sent));
    },
    delivered({ service }, { body, status }) {
      if (service === "consent" && status === 200) services.consent.delivered((JSON.parse(body) as { refresh_token: string }).refresh_token);
    },
    revoke: services.revoke,
    say,
    violate,
  });

  function printed(by: string, text: string): void {
    for (const secret of services.secrets()) if (text.includes(secret)) return violate(`${by} prints a secret: ${text.slice(0, 200)}`);
  }

  function start(name: ProgramName): void {
    if (retired.has(name) || running.has(name)) return;
    const home = machineOf(name);
    const own = createProcess({
      name,
      machine: home,
      timeline,
      random: random.fork(`${name} ${timeline.now()}`),
      fetch,
      say,
      printed: (text) => printed(name, text),
      onKill: () => gone(name, "killed"),
    });
    running.set(name, own);
    say(`${name} starts`);
    const surroundings: Surroundings = {
      signal: own.stop.signal,
      path: PATHS[name],
      settings: plan,
      deliver: (ids) => {
        say(`${name} handles ${ids.length} events`);
        follows.deliver(name, ids);
      },
      mayRepeat: () => follows.mayRepeat(name),
      expectCaughtUp() {
        const count = services.idsOf("auditevents").length;
        // Before, an answer may be the repeated one of a time when less had happened.
        const isJudged = timeline.now() > roughMs;
        return () => {
          if (isJudged && follows.reached() < count) violate(`${name} says that it has caught up, at event ${follows.reached()} of ${count}`);
        };
      },
      show: (error) => printed(name, `${inspect(error)} ${error instanceof Error ? error.message : ""}`),
      report(call) {
        say(`${name} ${call.title === undefined ? "read" : "wrote"}: ${call.error === undefined ? "done" : call.error.message}`);
        calls.report(name, call, !own.stop.signal.aborted && call.began > roughMs + RECOVERY_MS);
      },
      failed(error) {
        const { code } = Object(error) as { readonly code?: string };
        say(`${name} fails: ${inspect(error).split("\n")[0]}`);
        if (inspect(error).includes("(40001)")) violate(`the feed of ${name} ends by a statement that can be repeated`);
        if (["connection-failed", "timeout", "truncated-response"].includes(code ?? "")) violate(`the feed of ${name} ends by what is temporary: ${code}`);
      },
      query: (text, values) => database.query(own, text, values),
      onHangup: (listener) => operator.onHangup(own, listener),
      print(text) {
        say(`${name} says ${text.trimEnd()}`);
        printed(name, text);
      },
      secret: name.startsWith("writer") ? WRITER_SECRET : services.clientSecret,
      clientId: services.clientId,
      token: services.eventsToken,
      vaultUUID: services.vaultUUID,
    };
    const programs = load(own.globals);
    const main = name.startsWith("follow") ? programs.follow : name.startsWith("tail") ? programs.tail : programs.write;
    main(surroundings)
      .catch((error: unknown) => violate(`${name} throws ${inspect(error)}`))
      .then(() => {
        say(`${name} ends`);
        leave(name, own);
      });
  }

  function leave(name: ProgramName, own: Process, isLate = false): void {
    if (!own.isAlive()) return;
    // The command ends by process.exit(): a token that all its streams wait for may still be asked for.
    const leftovers = own.leftovers().filter((what) => !name.startsWith("tail") || what.startsWith("the open file"));
    // A call that is aborted ends only its own wait for a token: its renewal goes on, so that what the endpoint gives is saved.
    if (!isLate && leftovers.some((what) => what.includes("/data/refresh.lock"))) return void timeline.after(RENEWAL_MS, () => leave(name, own, true));
    for (const leftover of new Set(leftovers)) violate(`${name} has ended and left ${leftover}`);
    own.end();
    gone(name, "ended");
  }

  function gone(name: ProgramName, how: keyof typeof RESTART_MS): void {
    running.delete(name);
    follows.isGone(name);
    const [least, most] = RESTART_MS[how];
    timeline.after(random.int(least, most), () => start(name));
  }

  function askToStop(name: string): void {
    const own = running.get(name);
    if (own === undefined || own.stop.signal.aborted) return;
    say(`${name} is asked to stop`);
    own.stop.abort();
    const limitMs = STOP_MS[name.startsWith("writer") ? "writer" : name.startsWith("follow") && plan.isLeased ? "leased" : "feed"];
    const judge = (): void => {
      if (!own.isAlive()) return;
      if (own.isPaused()) return void timeline.after(limitMs, judge);
      violate(`${name} has not ended ${limitMs} ms after it was asked to; it has ${own.leftovers().join(", ") || "nothing open"}`);
      own.kill("by who waits for it");
    };
    timeline.after(limitMs, judge);
  }

  function retire(...names: readonly ProgramName[]): void {
    for (const name of names) {
      retired.add(name);
      askToStop(name);
    }
  }

  function strike(trouble: Trouble): void {
    switch (trouble.kind) {
      case "network":
        return void faults.push({ ...trouble, left: trouble.times });
      case "kill":
        return running.get(trouble.process)?.killAfter(trouble.steps);
      case "stop":
        return askToStop(trouble.process);
      case "power": {
        const struck = machines[trouble.machine as keyof typeof machines];
        say(`power cut of ${trouble.machine}`);
        for (const own of struck.processes) own.kill("by the power cut");
        return struck.disk.powerCut(random.fork(`power ${trouble.at}`));
      }
      case "disk":
        say(`the disk of ${trouble.machine} is to fail with ${trouble.code}`);
        if (trouble.machine === "writers") diskFailed = true;
        return void machines[trouble.machine as keyof typeof machines].diskFaults.push(trouble.code);
      case "database":
        for (const name of running.keys()) if (plan.isLeased) follows.mayBeLate(name);
        return void database.faults.push(...Array.from({ length: trouble.times }, () => trouble.fault));
      case "pause":
        say(`${trouble.process} stands still for ${trouble.ms} ms`);
        if (plan.isLeased) follows.mayBeLate(trouble.process);
        return running.get(trouble.process)?.pause(trouble.ms);
      case "clock":
        say(`the clock of ${trouble.machine} jumps by ${trouble.byMs}`);
        machines[trouble.machine as keyof typeof machines].offsetMs += trouble.byMs;
        return undefined;
      case "bad-page":
        if (trouble.powerFails) operator.whenSetAside(() => strike({ kind: "power", machine: "tails", at: trouble.at }));
        return badPages.strike(trouble.path);
      default:
        return operator[trouble.kind]();
    }
  }

  async function run(): Promise<void> {
    prepare(machines.feeds.disk, plan.hasFolders ? ["/data", "/data/feed"] : ["/data"]);
    machines.feeds.disk.put("/data/link.json", { kind: "link", target: "feed/state.json" });
    prepare(machines.tails.disk, plan.hasFolders ? ["/data", "/data/tail", "/data/out"] : ["/data", "/data/out"]);
    prepare(machines.writers.disk, ["/data"]);
    machines.writers.disk.createFile("/data/refresh").content = Buffer.from(`${services.consent.current()}\n`);
    for (const { disk } of Object.values(machines)) syncAll(disk);
    // To stand by for hours shows nothing that minutes do not.
    if (plan.isLong) retire("follow-b", "tail-b");
    for (const name of PROCESSES) timeline.after(random.int(0, 3000), () => start(name));
    for (const trouble of plan.troubles) timeline.after(trouble.at, () => strike(trouble));
    const grow = (): void => {
      if (timeline.now() > roughMs + calmMs - RECOVERY_MS / 2) return;
      if (timeline.now() < roughMs + RECOVERY_MS) services.append(random.int(0, 10));
      timeline.after(random.int(2000, 24_000), grow);
    };
    grow();
    await timeline.until(roughMs);
    say("from here on all is well");
    faults.length = 0;
    database.faults.length = 0;
    if (!plan.setsAside) badPages.mend();
    for (const each of Object.values(machines)) Object.assign(each, { isCalm: true }).diskFaults.length = 0;
    for (const own of running.values()) own.killAfter(Infinity);
    await timeline.until(roughMs + RECOVERY_MS);
    badPages.mend();
    retire("follow-b", "tail-b");
    for (const check of [follows, tailed.auditevents, tailed.auditlog]) check.count();
    await timeline.until(roughMs + 2 * RECOVERY_MS);
    retire("writer-a", "writer-b");
    await timeline.until(roughMs + calmMs);
    retire(...PROCESSES);
    await timeline.until(roughMs + calmMs + 100_000);
    follows.end();
    checkOutput(operator.texts(), operator.setAside(), tailed, violate);
    calls.end();
    for (const { disk } of Object.values(machines)) for (const path of disk.files()) if (path.endsWith(".tmp")) violate(`${path} is left`);
  }

  return { history, violations, run };
}

function prepare(disk: Disk, folders: readonly string[]): void {
  for (const path of folders) disk.put(path, { kind: "folder", entries: new Map(), kept: new Map() });
}

function syncAll(disk: Disk): void {
  for (const path of ["/", "/data", "/data/feed", "/data/tail", "/data/out"]) {
    const inode = disk.find(path);
    if (inode?.kind === "folder") inode.kept = new Map(inode.entries);
  }
  for (const path of disk.files()) {
    const inode = disk.find(path);
    if (inode?.kind === "file") inode.kept = inode.content;
  }
}
