import type { Mutant } from "@keywright/tool-simulate/plant";

/** A fault as a careless colleague would make it. `file` is the end of a path, which one source file has. */
export interface Fault extends Mutant {
  /** What a user would lose, in a sentence. */
  readonly loss: string;
  /** The names of the nearest tests, if they have not the name of the file: they are run first. */
  readonly tests?: readonly string[];
}
