import type { Fault } from "../fault.ts";
import { readFaults } from "../read-faults.ts";

/** A package, and where its tests are. */
export interface Group {
  readonly name: string;
  /** The folders with tests of it in `test`, from the repository's root. */
  readonly folders: readonly string[];
}

/** A fault with the package that it is planted in. */
export interface PackageFault extends Fault {
  readonly group: Group;
}

const CONTRACT_TESTS = "packages/contract-tests";

/** What only some contracts need of core is tested by clients that are generated from such contracts. */
const groups: readonly Group[] = [
  { name: "core", folders: ["packages/core", "packages/generate"] },
  { name: "vault", folders: ["packages/vault", CONTRACT_TESTS] },
  { name: "management", folders: ["packages/management", CONTRACT_TESTS] },
  { name: "events", folders: ["packages/events", CONTRACT_TESTS] },
  { name: "tail", folders: ["packages/tail"] },
  { name: "emulator", folders: ["packages/emulator", CONTRACT_TESTS] },
  { name: "generator", folders: ["packages/generate"] },
];

/** Every fault, by package. */
export const packageFaults: readonly PackageFault[] = groups.flatMap((group) => readFaults(group.name).map((fault) => ({ ...fault, group })));
