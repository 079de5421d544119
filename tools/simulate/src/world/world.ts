import type { Load } from "./programs.ts";
import { checkOutput } from "./check-output.ts";
import { createContext } from "./context.ts";
import { runCrowd } from "./crowd.ts";
import { createParts } from "./parts.ts";
import { PROGRAMS, type Plan, PROCESSES, RECOVERY_MS, type Trouble } from "./plan.ts";
import { createSupervisor } from "./supervisor.ts";

/** Runs the world of a plan until it ends, and returns its history and what was wrong. */
export async function runWorld(plan: Plan, load: Load) {
  const { roughMs, calmMs } = plan;
  const context = createContext(plan);
  const { timeline, random, faults, history, violations, say, violate } = context;
  if (plan.crowd > 0) {
    await runCrowd(context, load);
    return { history, violations };
  }
  const parts = createParts(context);
  const { machines, services, follows, tailed, operator, calls } = parts;
  const supervisor = createSupervisor(context, parts, load);

  /** Makes a trouble happen. */
  function strike(trouble: Trouble): void {
    say(JSON.stringify(trouble));
    switch (trouble.kind) {
      case "fault":
        // A feed that waits for the database may lose its lease.
        if (trouble.on === "database" && plan.isLeased) for (const name of supervisor.running.keys()) follows.mayBeLate(name);
        for (let time = 0; time < trouble.times; time += 1) (faults[trouble.on] as unknown[]).push(trouble.fault);
        return;
      case "kill":
        return supervisor.running.get(trouble.process)?.killAfter(trouble.steps);
      case "stop":
        return supervisor.askToStop(trouble.process);
      case "power":
        return machines[trouble.machine].cutPower();
      case "clock":
        machines[trouble.machine].offsetMs += trouble.byMs;
        return;
      case "pause":
        if (plan.isLeased) follows.mayBeLate(trouble.process);
        return supervisor.running.get(trouble.process)?.pause(trouble.ms);
      case "bad-page":
        if (trouble.powerFails) operator.whenDeadLetter(machines.tails.cutPower);
        return services.strike(trouble.path);
      default:
        return operator[trouble.kind]();
    }
  }

  const { feeds, tails, writers } = machines;
  for (const { disk } of [feeds, tails, writers]) disk.createFolder("/data");
  if (plan.hasFolders) feeds.disk.createFolder("/data/feed");
  feeds.disk.put(PROGRAMS["follow-b"].path, { kind: "link", target: "feed/state.json" });
  if (plan.hasFolders) tails.disk.createFolder(PROGRAMS["tail-a"].path);
  tails.disk.createFolder("/data/out");
  writers.disk.createFile(PROGRAMS["writer-a"].path).content = Buffer.from(`${services.consent.current()}\n`);
  for (const { disk } of [feeds, tails, writers]) disk.keepAll();
  // Hours of standing by show nothing that minutes do not.
  if (plan.isLong) supervisor.retire("follow-b", "tail-b");
  for (const name of PROCESSES) timeline.after(random.integer(0, 3000), () => supervisor.start(name));
  for (const trouble of plan.troubles) timeline.after(trouble.at, () => strike(trouble));
  const grow = (): void => {
    if (timeline.now() > roughMs + calmMs - RECOVERY_MS / 2) return;
    if (timeline.now() < roughMs + RECOVERY_MS) services.append(random.integer(0, 10));
    timeline.after(random.integer(2000, 24_000), grow);
  };
  grow();
  await timeline.until(roughMs);
  say("the calm time begins");
  for (const planned of Object.values(faults)) planned.length = 0;
  if (!plan.hasDeadLetters) services.mend();
  for (const own of supervisor.running.values()) own.killAfter(Infinity);
  await timeline.until(roughMs + RECOVERY_MS);
  services.mend();
  supervisor.retire("follow-b", "tail-b");
  for (const check of [follows, tailed.auditevents, tailed.auditlog]) check.count();
  await timeline.until(roughMs + 2 * RECOVERY_MS);
  supervisor.retire("writer-a", "writer-b");
  await timeline.until(roughMs + calmMs);
  supervisor.retire(...PROCESSES);
  await timeline.until(roughMs + calmMs + 100_000);
  follows.end();
  checkOutput(operator.texts(), operator.deadLetter(), tailed, violate);
  calls.end();
  for (const { disk } of Object.values(machines)) for (const path of disk.paths()) if (path.endsWith(".tmp")) violate(`${path} is left`);
  return { history, violations };
}
