import type { BadPages } from "./bad-pages.ts";
import type { StreamCheck } from "./check-stream.ts";
import type { Database } from "./database.ts";
import type { Machines } from "./machine.ts";
import type { Operator } from "./operator.ts";
import type { NetworkFault, ServiceName, Trouble } from "./plan.ts";
import type { Random } from "./random.ts";
import type { Supervisor } from "./supervisor.ts";

/** The parts of the world that faults affect. */
export interface Targets {
  readonly machines: Machines;
  /** Faults of the next requests to a service. */
  readonly networkFaults: Readonly<Record<ServiceName, NetworkFault[]>>;
  readonly database: Database;
  readonly operator: Operator;
  readonly badPages: BadPages;
  readonly supervisor: Supervisor;
  /** The check of the feeds if their checkpoint has a lease, which a delayed feed may lose. */
  readonly leased: StreamCheck | undefined;
  readonly random: Random;
  readonly say: (line: string) => void;
}

/** Makes a fault happen. */
export function strike(trouble: Trouble, targets: Targets): void {
  const { machines, networkFaults, database, operator, badPages, supervisor, leased, random, say } = targets;
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
      if (trouble.powerFails) operator.whenSetAside(() => strike({ kind: "power", machine: "tails", at: trouble.at }, targets));
      return badPages.strike(trouble.path);
    default:
      return operator[trouble.kind]();
  }
}

function repeated<Fault>({ fault, times }: { readonly fault: Fault; readonly times: number }): readonly Fault[] {
  return Array.from({ length: times }, () => fault);
}
