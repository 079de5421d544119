import { readFile } from "node:fs/promises";
import { join } from "node:path";
import getReleasePlan from "@changesets/get-release-plan";
import type { Base } from "./base.ts";
import type { Level } from "@keywright/generate";
import { git } from "./git.ts";
import type { PublishedPackage } from "./packages.ts";
import { highest, type Step, stepBetween } from "./step.ts";

/** The next version of a package, and its step. */
export interface Planned {
  readonly version: string;
  readonly step: Step;
  /** The changes with another level than by their rules; the change set has the reason. */
  readonly exceptions: readonly Exception[];
}

/** A line such as `Exception: request/required-added at query limit is minor: REASON`. */
export interface Exception {
  readonly rule: string;
  readonly where: string;
  readonly level: Level;
  readonly reason: string;
}

/** Returns exceptions in a change set or changelog. @throws Error if a line is not complete. */
function exceptionsIn(file: string, text: string): readonly Exception[] {
  return [...text.matchAll(/^(?:- |  )?(?:[\da-f]{7,}: )?Exception:(.*)$/gm)].map(([line, words = ""]) => {
    const [, rule = "", where = "", level, reason = ""] = /^ (\S+) at (.+) is (patch|minor|major): (.+)$/.exec(words) ?? [];
    if (reason.trim() === "") throw new Error(`${file}: expected "Exception: <rule> at <where> is <patch, minor or major>: <reason>", got "${line}"`);
    return { rule, where, level: level as Level, reason };
  });
}

/** Reads the change sets of the work tree. Those that a base already has do not count. */
export async function readPlan(root: string): Promise<(published: PublishedPackage, base: Base | undefined) => Promise<Planned>> {
  const { changesets, releases } = await getReleasePlan(root);
  const untracked = await git(root, "ls-files", "--others", "--exclude-standard", "--", ".changeset");
  return async ({ name, version, folder }, base) => {
    const next = releases.find((release) => release.name === name && release.type !== "none")?.newVersion ?? version;
    if (base === undefined) return { version: next, step: "none", exceptions: [] };
    const changed = await git(root, "diff", "--name-only", base.ref, "--", ".changeset");
    const files = `${changed}\n${untracked}`.split("\n");
    const newer = changesets.filter(({ id }) => files.includes(`.changeset/${id}.md`));
    const sets = newer.flatMap(({ id, summary, releases: of }) =>
      of.filter((release) => release.name === name).map(({ type }) => ({ type, exceptions: exceptionsIn(`.changeset/${id}.md`, summary) })),
    );
    // A version step moves the change sets into the changelog.
    const changelog = await readFile(join(root, folder, "CHANGELOG.md"), "utf8").catch(() => "");
    const [unreleased = ""] = base.isRelease ? changelog.split(`\n## ${base.version}\n`, 1) : [];
    return {
      version: next,
      step: highest([stepBetween(base.version, version), ...sets.map(({ type }) => type)]),
      exceptions: [...sets.flatMap(({ exceptions }) => exceptions), ...exceptionsIn(`${folder}/CHANGELOG.md`, unreleased)],
    };
  };
}
