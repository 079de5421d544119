import { inspect } from "node:util";
import type { Load } from "../compile.ts";
import type { Surroundings } from "../inside/surroundings.ts";
import { createBadPages } from "./bad-pages.ts";
import { createCallCheck } from "./check-calls.ts";
import { checkOutput } from "./check-output.ts";
import { createStreamCheck } from "./check-stream.ts";
import { createDatabase } from "./database.ts";
import { createMachine, type Machine } from "./machine.ts";
import { createNetwork } from "./network.ts";
import { createOperator } from "./operator.ts";
import { type Plan, PROCESSES, type ProgramName } from "./plan.ts";
import type { Process } from "./process.ts";
import { createRandom } from "./random.ts";
import { createServices, WRITER_SECRET } from "./services.ts";
import { strike, type Targets } from "./strike.ts";
import { createSupervisor } from "./supervisor.ts";
import { createTimeline } from "./timeline.ts";

const PATHS: { readonly [name in ProgramName]: string } = {
  "follow-a": "/data/feed/state.json",
  "follow-b": "/data/link.json",
  "tail-a": "/data/tail",
  "tail-b": "/data/tail",
  "writer-a": "/data/refresh",
  "writer-b": "/data/refresh",
};

/** Maximum time of a process to recover after the rough time. */
const RECOVERY_MS = 90_000;

/** A world ends after this number of violations. */
const MOST_VIOLATIONS = 20;
/** Maximum steps, ten times those of the busiest world, because a program that polls without a pause would run for hours. */
const MOST_STEPS = 500_000;

/** Creates the world of a plan. */
export function createWorld(plan: Plan, load: Load) {
  const { seed, pageSize, roughMs, calmMs } = plan;
  const random = createRandom(`world ${seed}`);
  const history: string[] = [];
  const violations: string[] = [];
  const timeline = createTimeline((count) => {
    if (count === MOST_STEPS) violate(`the world takes more than ${MOST_STEPS} steps`);
    return count >= MOST_STEPS || violations.length >= MOST_VIOLATIONS;
  });
  const say = (line: string): void => void history.push(`${timeline.now().toFixed(1).padStart(10)}  ${line}`);
  const violate = (problem: string): void => {
    say(`VIOLATION ${problem}`);
    violations.push(problem);
  };

  const machines = { feeds: createMachine(timeline), tails: createMachine(timeline), writers: createMachine(timeline) };
  const machineOf = (name: string): Machine => (name.startsWith("follow") ? machines.feeds : name.startsWith("tail") ? machines.tails : machines.writers);
  const services = createServices({
    timeline,
    random: random.fork("services"),
    isOrdered: plan.beginNow,
    kept: () => machines.writers.disk.keptText("/data/refresh"),
    diskFailed: () => machines.writers.hadDiskFaults,
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
  const networkFaults: Targets["networkFaults"] = { events: [], management: [], vault: [], consent: [] };

  const fetch = createNetwork({
    takeFault: (service) => networkFaults[service].shift(),
    async act(sent) {
      const { process, url, init } = sent;
      const stream = url.pathname.endsWith("/auditevents") ? "auditevents" : "auditlog";
      const from = stream === "auditevents" ? (JSON.parse(String(init.body)) as { start_time?: string }).start_time : url.searchParams.get("since");
      if (from) (process.name.startsWith("follow") ? follows : tailed[stream]).begins(() => services.placeOf(stream, from));
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

  function main(name: ProgramName, own: Process): Promise<void> {
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
        // Before, a response may be an older one that the network repeats.
        const isJudged = timeline.now() > roughMs;
        return () => {
          if (isJudged && follows.reached() < count) violate(`${name} reports that it has caught up, at event ${follows.reached()} of ${count}`);
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
        if (inspect(error).includes("(40001)")) violate(`the feed of ${name} ends with a statement that it could retry`);
        if (["connection-failed", "timeout", "truncated-response"].includes(code ?? "")) violate(`the feed of ${name} ends with a temporary error: ${code}`);
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
    const program = name.startsWith("follow") ? programs.follow : name.startsWith("tail") ? programs.tail : programs.write;
    return program(surroundings).catch((error: unknown) => violate(`${name} throws ${inspect(error)}`));
  }

  const { isLeased } = plan;
  const supervisor = createSupervisor({ timeline, random, fetch, say, isLeased, follows, machineOf, main, printed, violate });
  const targets = { machines, networkFaults, database, operator, badPages, supervisor, leased: isLeased ? follows : undefined, random, say };

  function prepare(): void {
    const { feeds, tails, writers } = machines;
    for (const { disk } of [feeds, tails, writers]) disk.createFolder("/data");
    if (plan.hasFolders) feeds.disk.createFolder("/data/feed");
    feeds.disk.put("/data/link.json", { kind: "link", target: "feed/state.json" });
    if (plan.hasFolders) tails.disk.createFolder("/data/tail");
    tails.disk.createFolder("/data/out");
    writers.disk.createFile("/data/refresh").content = Buffer.from(`${services.consent.current()}\n`);
    for (const { disk } of [feeds, tails, writers]) disk.keepAll();
  }

  async function run(): Promise<void> {
    prepare();
    // Hours of standing by show nothing that minutes do not.
    if (plan.isLong) supervisor.retire("follow-b", "tail-b");
    for (const name of PROCESSES) timeline.after(random.int(0, 3000), () => supervisor.start(name));
    for (const trouble of plan.troubles) timeline.after(trouble.at, () => strike(trouble, targets));
    const grow = (): void => {
      if (timeline.now() > roughMs + calmMs - RECOVERY_MS / 2) return;
      if (timeline.now() < roughMs + RECOVERY_MS) services.append(random.int(0, 10));
      timeline.after(random.int(2000, 24_000), grow);
    };
    grow();
    await timeline.until(roughMs);
    say("the calm time begins");
    for (const faults of [...Object.values(networkFaults), database.faults]) faults.length = 0;
    if (!plan.setsAside) badPages.mend();
    for (const each of Object.values(machines)) Object.assign(each, { isCalm: true }).diskFaults.length = 0;
    for (const own of supervisor.running.values()) own.killAfter(Infinity);
    await timeline.until(roughMs + RECOVERY_MS);
    badPages.mend();
    supervisor.retire("follow-b", "tail-b");
    for (const check of [follows, tailed.auditevents, tailed.auditlog]) check.count();
    await timeline.until(roughMs + 2 * RECOVERY_MS);
    supervisor.retire("writer-a", "writer-b");
    await timeline.until(roughMs + calmMs);
    supervisor.retire(...PROCESSES);
    await timeline.until(roughMs + calmMs + 100_000);
    follows.end();
    checkOutput(operator.texts(), operator.setAside(), tailed, violate);
    calls.end();
    for (const { disk } of Object.values(machines)) for (const path of disk.files()) if (path.endsWith(".tmp")) violate(`${path} is left`);
  }

  return { history, violations, run };
}
