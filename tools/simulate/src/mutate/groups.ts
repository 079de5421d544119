import type { Fault } from "../fault.ts";
import { readFaults } from "../read-faults.ts";

/** A package, and the folders of its tests. */
export interface Group {
  readonly name: string;
  /** Folders whose `test` folder has its tests, relative to the root of the repository. */
  readonly folders: readonly string[];
}

/** A fault with its package. */
export interface PackageFault extends Fault {
  readonly group: Group;
}

const CONTRACT_TESTS = "packages/contract-tests";

/** The generator's tests also cover the parts of core that only some contracts need. */
const groups: readonly Group[] = [
  { name: "core", folders: ["packages/core", "packages/generate"] },
  { name: "vault", folders: ["packages/vault", CONTRACT_TESTS] },
  { name: "management", folders: ["packages/management", CONTRACT_TESTS] },
  { name: "events", folders: ["packages/events", CONTRACT_TESTS] },
  { name: "run", folders: ["packages/run"] },
  { name: "tail", folders: ["packages/tail"] },
  { name: "sinks", folders: ["packages/sinks"] },
  { name: "emulator", folders: ["packages/emulator", CONTRACT_TESTS] },
  { name: "generator", folders: ["packages/generate"] },
];

/** All faults, by package. */
export const packageFaults: readonly PackageFault[] = groups.flatMap((group) => readFaults(group.name).map((fault) => ({ ...fault, group })));
