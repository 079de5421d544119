import { readFile } from "node:fs/promises";
import { parseYaml } from "@redocly/openapi-core";
import type { Change } from "../diff/change.ts";
import type { Level } from "../diff/level.ts";

/** A change that counts as another level than its rule says, with the reason. */
export interface Exception {
  readonly package: string;
  /** The release before the change. An exception applies to one release. */
  readonly since: string;
  readonly rule: string;
  readonly where: string;
  readonly level: Level;
  readonly reason: string;
}

const PROPERTIES = ["package", "since", "rule", "where", "level", "reason"] as const;

/** Reads the exceptions; none if there is no file. */
export async function readExceptions(path: string): Promise<Exception[]> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  const entries: unknown = text === undefined ? [] : (parseYaml(text) ?? []);
  if (!Array.isArray(entries)) throw new Error(`${path}: expected a list of exceptions`);
  return entries.map((entry: unknown, index) => exceptionOf(entry, `${path}, entry ${index + 1}`));
}

function exceptionOf(entry: unknown, place: string): Exception {
  const given = (typeof entry === "object" && entry !== null ? entry : {}) as { readonly [property: string]: unknown };
  for (const property of PROPERTIES)
    if (typeof given[property] !== "string" || given[property].trim() === "")
      throw new Error(`${place}: ${property} is missing; expected text for each of ${PROPERTIES.join(", ")}`);
  const unknown = Object.keys(given).find((property) => !PROPERTIES.some((known) => known === property));
  if (unknown !== undefined) throw new Error(`${place}: ${unknown} is not a property of an exception; expected ${PROPERTIES.join(", ")}`);
  if (!["patch", "minor", "major"].includes(String(given["level"])))
    throw new Error(`${place}: level is ${String(given["level"])}; expected patch, minor or major`);
  return given as unknown as Exception;
}

/** A change with the level that applies. */
export interface Judged extends Change {
  /** Present if it replaces the rule's level. */
  readonly exception?: Exception;
}

/** Returns changes with the levels of a package's exceptions, and the exceptions that match no change. */
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
