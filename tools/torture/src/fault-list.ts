import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The tests of a promise: those of a file whose names contain a text. */
export interface Place {
  /** Path relative to the root of the repository. */
  readonly file: string;
  readonly title: string;
}

/** A row of the fault list in the README. */
export interface ListedFault {
  readonly id: string;
  readonly promise: string;
  readonly places: readonly Place[];
  /** Planted faults that show that the simulation would find it. */
  readonly mutants: readonly string[];
}

/** Reads the fault list from the README, its only source. */
export function readFaultList(): readonly ListedFault[] {
  const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");
  return [...readme.matchAll(/^\| ([A-Z]+\d*) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, id = "", promise = "", where = ""]) => ({
    id,
    promise,
    places: [...where.matchAll(/`([^`]+\.test\.ts)`(?: "([^"]+)")?/g)].map(([, file = "", title = `${id} `]) => ({ file, title })),
    mutants: [...where.matchAll(/`([a-z-]+)`/g)].map(([, mutant = ""]) => mutant),
  }));
}
