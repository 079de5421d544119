import type { Fault } from "../fault.ts";
import { coreFaults } from "./core.ts";
import { emulatorFaults } from "./emulator.ts";
import { eventsFaults } from "./events.ts";
import { generatorFaults } from "./generator.ts";
import { managementFaults } from "./management.ts";
import { tailFaults } from "./tail.ts";
import { vaultFaults } from "./vault.ts";

/** Every fault, by what it is planted in. */
export const faults: { readonly [group: string]: readonly Fault[] } = {
  core: coreFaults,
  vault: vaultFaults,
  management: managementFaults,
  events: eventsFaults,
  tail: tailFaults,
  emulator: emulatorFaults,
  generator: generatorFaults,
};
