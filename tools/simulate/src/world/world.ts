import type { Load } from "../compile.ts";
import { checkOutput } from "./check-output.ts";
import { createContext } from "./context.ts";
import { createParts } from "./parts.ts";
import { PATHS, type Plan, PROCESSES, RECOVERY_MS } from "./plan.ts";
import { strike } from "./strike.ts";
import { createSupervisor } from "./supervisor.ts";

/** Creates the world of a plan. */
export function createWorld(plan: Plan, load: Load) {
  const { roughMs, calmMs } = plan;
  const context = createContext(plan);
  const { timeline, random, history, violations, say, violate } = context;
  const parts = createParts(context);
  const { machines, services, networkFaults, database, badPages, follows, tailed, operator, calls } = parts;
  const supervisor = createSupervisor(context, parts, load);

  function prepare(): void {
    const { feeds, tails, writers } = machines;
    for (const { disk } of [feeds, tails, writers]) disk.createFolder("/data");
    if (plan.hasFolders) feeds.disk.createFolder("/data/feed");
    feeds.disk.put(PATHS["follow-b"], { kind: "link", target: "feed/state.json" });
    if (plan.hasFolders) tails.disk.createFolder(PATHS["tail-a"]);
    tails.disk.createFolder("/data/out");
    writers.disk.createFile(PATHS["writer-a"]).content = Buffer.from(`${services.consent.current()}\n`);
    for (const { disk } of [feeds, tails, writers]) disk.keepAll();
  }

  async function run(): Promise<void> {
    prepare();
    // Hours of standing by show nothing that minutes do not.
    if (plan.isLong) supervisor.retire("follow-b", "tail-b");
    for (const name of PROCESSES) timeline.after(random.int(0, 3000), () => supervisor.start(name));
    for (const trouble of plan.troubles) timeline.after(trouble.at, () => strike(trouble, context, parts, supervisor));
    const grow = (): void => {
      if (timeline.now() > roughMs + calmMs - RECOVERY_MS / 2) return;
      if (timeline.now() < roughMs + RECOVERY_MS) services.append(random.int(0, 10));
      timeline.after(random.int(2000, 24_000), grow);
    };
    grow();
    await timeline.until(roughMs);
    say("the calm time begins");
    for (const faults of [...Object.values(networkFaults), ...Object.values(machines).map(({ diskFaults }) => diskFaults), database.faults]) faults.length = 0;
    if (!plan.setsAside) badPages.mend();

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
    for (const { disk } of Object.values(machines)) for (const path of disk.paths()) if (path.endsWith(".tmp")) violate(`${path} is left`);
  }

  return { history, violations, run };
}
