import type { Context } from "./context.ts";
import type { Parts } from "./parts.ts";
import type { Trouble } from "./plan.ts";
import type { Supervisor } from "./supervisor.ts";

/** Makes a fault happen. */
export function strike(trouble: Trouble, context: Context, parts: Parts, supervisor: Supervisor): void {
  const { plan, random, say } = context;
  const { machines, networkFaults, database, operator, badPages } = parts;
  // A delayed feed may lose its lease.
  const leased = plan.isLeased ? parts.follows : undefined;
  switch (trouble.kind) {
    case "network":
      return void networkFaults[trouble.service].push(...repeated(trouble));
    case "kill":
      return supervisor.running.get(trouble.process)?.killAfter(trouble.steps);
    case "stop":
      return supervisor.askToStop(trouble.process);
    case "power": {
      const { processes, disk } = machines[trouble.machine];
      say(`power cut of ${trouble.machine}`);
      for (const own of processes) own.kill("by the power cut");
      return disk.powerCut(random.fork(`power ${trouble.at}`));
    }
    case "disk":
      say(`the disk of ${trouble.machine} will fail with ${trouble.code}`);
      machines[trouble.machine].hadDiskFaults = true;
      return void machines[trouble.machine].diskFaults.push(trouble.code);
    case "database":
      for (const name of supervisor.running.keys()) leased?.mayBeLate(name);
      return void database.faults.push(...repeated(trouble));
    case "pause":
      say(`${trouble.process} is paused for ${trouble.ms} ms`);
      leased?.mayBeLate(trouble.process);
      return supervisor.running.get(trouble.process)?.pause(trouble.ms);
    case "clock":
      say(`the clock of ${trouble.machine} jumps by ${trouble.byMs}`);
      machines[trouble.machine].offsetMs += trouble.byMs;
      return undefined;
    case "bad-page":
      if (trouble.powerFails) operator.whenSetAside(() => strike({ kind: "power", machine: "tails", at: trouble.at }, context, parts, supervisor));
      return badPages.strike(trouble.path);
    default:
      return operator[trouble.kind]();
  }
}

function repeated<Fault>({ fault, times }: { readonly fault: Fault; readonly times: number }): readonly Fault[] {
  return Array.from({ length: times }, () => fault);
}
