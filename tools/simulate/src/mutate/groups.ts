import { existsSync } from "node:fs";
import type { Fault } from "./fault.ts";
import { coreFaults } from "./faults/core.ts";
import { emulatorFaults } from "./faults/emulator.ts";
import { eventsFaults } from "./faults/events.ts";
import { generatorFaults } from "./faults/generator.ts";
import { managementFaults } from "./faults/management.ts";
import { tailFaults } from "./faults/tail.ts";
import { vaultFaults } from "./faults/vault.ts";

/** The faults of a package, and where its sources and its tests are. */
export interface Group {
  readonly name: string;
  /** The folders with its sources in `src`, and with tests in `test`, from the repository's root. */
  readonly folders: readonly string[];
  /** Other folders with tests of it. */
  readonly tests?: readonly string[];
  readonly faults: readonly Fault[];
}

const CONTRACT_TESTS = ["packages/contract-tests"];

/** The generator may still have its reader and its rules in folders of their own. */
const generatorFolders = (root: string): readonly string[] => ["packages/generate"].filter((folder) => existsSync(`${root}/${folder}/src`));

/** Every fault, by package. What only some contracts need of core is tested by clients that are generated from such contracts. */
export const groups = (root: string): readonly Group[] => [
  { name: "core", folders: ["packages/core"], tests: generatorFolders(root), faults: coreFaults },
  { name: "vault", folders: ["packages/vault"], tests: CONTRACT_TESTS, faults: vaultFaults },
  { name: "management", folders: ["packages/management"], tests: CONTRACT_TESTS, faults: managementFaults },
  { name: "events", folders: ["packages/events"], tests: CONTRACT_TESTS, faults: eventsFaults },
  { name: "tail", folders: ["packages/tail"], faults: tailFaults },
  { name: "emulator", folders: ["packages/emulator"], tests: CONTRACT_TESTS, faults: emulatorFaults },
  { name: "generator", folders: generatorFolders(root), faults: generatorFaults },
];
