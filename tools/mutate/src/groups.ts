import { existsSync } from "node:fs";
import type { Fault } from "./fault.ts";
import { coreFaults } from "./faults/core.ts";
import { emulatorFaults } from "./faults/emulator.ts";
import { eventsFaults } from "./faults/events.ts";
import { generatorFaults } from "./faults/generator.ts";
import { managementFaults } from "./faults/management.ts";
import { tailFaults } from "./faults/tail.ts";
import { vaultFaults } from "./faults/vault.ts";

/** The faults of a package, and the folders that have its sources and its tests. */
export interface Group {
  readonly name: string;
  /** From the repository's root. Each has `src` and `test`. */
  readonly folders: readonly string[];
  readonly faults: readonly Fault[];
}

/** Every fault, by package. The generator may still have its reader and its rules in folders of their own. */
export const groups = (root: string): readonly Group[] => [
  { name: "core", folders: ["packages/core"], faults: coreFaults },
  { name: "vault", folders: ["packages/vault"], faults: vaultFaults },
  { name: "management", folders: ["packages/management"], faults: managementFaults },
  { name: "events", folders: ["packages/events"], faults: eventsFaults },
  { name: "tail", folders: ["packages/tail"], faults: tailFaults },
  { name: "emulator", folders: ["packages/emulator"], faults: emulatorFaults },
  {
    name: "generator",
    folders: ["packages/generate", "tools/generate", "tools/contract", "tools/lint"].filter((folder) => existsSync(`${root}/${folder}/src`)),
    faults: generatorFaults,
  },
];
