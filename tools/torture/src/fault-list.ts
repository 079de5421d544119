import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where a promise is shown: the tests of a file whose name has a text in it. */
export interface Place {
  /** From the root of the repository. */
  readonly file: string;
  readonly title: string;
}

/** A row of the fault list, as the README has it. */
export interface ListedFault {
  readonly id: string;
  readonly promise: string;
  readonly places: readonly Place[];
  /** The planted faults that show that the simulation would find it. */
  readonly mutants: readonly string[];
}

/** Reads the fault list out of the README: it is written there and nowhere else. */
export function readFaultList(): readonly ListedFault[] {
  const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");
  return [...readme.matchAll(/^\| ([A-Z]+\d*) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, id = "", promise = "", where = ""]) => ({
    id,
    promise,
    places: [...where.matchAll(/`([^`]+\.test\.ts)`(?: "([^"]+)")?/g)].map(([, file = "", title = `${id} `]) => ({
      file: file.startsWith("test/") ? `tools/torture/${file}` : file,
      title,
    })),
    mutants: [...where.matchAll(/`([a-z-]+)`/g)].map(([, mutant = ""]) => mutant),
  }));
}
