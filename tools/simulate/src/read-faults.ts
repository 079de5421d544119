import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A plausible mistake that is planted into a source file. */
export interface Fault {
  readonly id: string;
  /** Path relative to the root of the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The damage to a user, in a sentence. */
  readonly loss?: string;
  /** Names of the tests to run first, if they differ from the file's name. */
  readonly tests?: readonly string[];
  /** Why no test finds it. */
  readonly survives?: string;
}

/** Reads a list of `faults`: `worlds`, or the name of a package. */
export function readFaults(name: string): readonly Fault[] {
  return parseFaults(name, readFileSync(join(import.meta.dirname, "../faults", `${name}.yaml`), "utf8"));
}

/** Parses a list of faults by file and then by id. @throws Error that names the fault with a mistake. */
export function parseFaults(list: string, text: string): readonly Fault[] {
  const files = parse(text) as Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  return Object.entries(files).flatMap(([file, faults]) =>
    Object.entries(faults).map(([id, fault]) => {
      for (const name of ["from", "to", ...Object.keys(fault ?? {})]) {
        const problem = problemOf(name, fault?.[name]);
        if (problem !== undefined) throw new Error(`${list}.yaml: ${id}: ${problem}`);
      }
      return { id, file, ...fault } as unknown as Fault;
    }),
  );
}

function problemOf(name: string, value: unknown): string | undefined {
  if (!["from", "to", "loss", "tests", "survives"].includes(name)) return `expected from, to, loss, tests or survives; got ${name}`;
  const texts: readonly unknown[] = name === "tests" && Array.isArray(value) ? value : [name === "tests" ? undefined : value];
  if (texts.every((each) => typeof each === "string" && (each !== "" || name === "to"))) return undefined;
  return `${name} must be ${name === "tests" ? "a list of texts" : "a text"}; got ${JSON.stringify(value)}`;
}

/** Returns a source with a fault in it. @throws Error unless the place of the fault is in the source exactly once. */
export function plant(source: string, { id, file, from, to }: Fault): string {
  const times = source.split(from).length - 1;
  if (times !== 1) throw new Error(`${file} must have the place of ${id} exactly once, but has it ${times} times`);
  return source.replace(from, () => to);
}
