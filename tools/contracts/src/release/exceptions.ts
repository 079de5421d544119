import { readFile } from "node:fs/promises";
import { parseYaml } from "@redocly/openapi-core";
import type { Change } from "../diff/change.ts";
import type { Level } from "../diff/level.ts";

/** A change that is taken for less, or more, than its rule says, and why. */
export interface Exception {
  readonly package: string;
  /** The release that the change came after: an exception counts for one release. */
  readonly since: string;
  readonly rule: string;
  readonly where: string;
  readonly level: Level;
  readonly reason: string;
}

const MEMBERS = ["package", "since", "rule", "where", "level", "reason"] as const;

/** Reads the exceptions; none where there is no file. */
export async function readExceptions(path: string): Promise<Exception[]> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  const entries: unknown = text === undefined ? [] : (parseYaml(text) ?? []);
  if (!Array.isArray(entries)) throw new Error(`${path}: expected a list of exceptions`);
  return entries.map((entry: unknown, index) => exceptionOf(entry, `${path}, entry ${index + 1}`));
}

function exceptionOf(entry: unknown, place: string): Exception {
  const given = (typeof entry === "object" && entry !== null ? entry : {}) as { readonly [member: string]: unknown };
  for (const member of MEMBERS)
    if (typeof given[member] !== "string" || given[member].trim() === "")
      throw new Error(`${place}: ${member} is missing; expected text for each of ${MEMBERS.join(", ")}`);
  const unknown = Object.keys(given).find((member) => !MEMBERS.some((known) => known === member));
  if (unknown !== undefined) throw new Error(`${place}: ${unknown} means nothing here; expected ${MEMBERS.join(", ")}`);
  if (!["patch", "minor", "major"].includes(String(given["level"])))
    throw new Error(`${place}: level is ${String(given["level"])}; expected patch, minor or major`);
  return given as unknown as Exception;
}

/** A change with the level that counts for it. */
export interface Judged extends Change {
  /** Why another level counts than the rule's. */
  readonly exception?: Exception;
}

/** Gives changes the levels that the exceptions of a package say. */
export function withExceptions(changes: readonly Change[], exceptions: readonly Exception[]): { readonly changes: Judged[]; readonly unused: Exception[] } {
  const used = new Set<Exception>();
  const judged = changes.map((change): Judged => {
    const exception = exceptions.find(({ rule, where }) => rule === change.rule && where === change.where);
    if (exception === undefined) return change;
    used.add(exception);
    return { ...change, level: exception.level, exception };
  });
  return { changes: judged, unused: exceptions.filter((exception) => !used.has(exception)) };
}
