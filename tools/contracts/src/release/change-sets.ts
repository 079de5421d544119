import getReleasePlan from "@changesets/get-release-plan";
import type { Base } from "./base.ts";
import { git } from "./git.ts";
import type { PublishedPackage } from "./packages.ts";
import { highest, type Step, stepBetween } from "./step.ts";

/** The next version of a package, and its step. */
export interface Planned {
  readonly version: string;
  readonly step: Step;
}

/** Reads the change sets of the work tree. Those that a base already has do not count. */
export async function readPlan(root: string): Promise<(published: PublishedPackage, base: Base | undefined) => Promise<Planned>> {
  const { changesets, releases } = await getReleasePlan(root);
  return async ({ name, version }, base) => {
    const next = releases.find((release) => release.name === name && release.type !== "none")?.newVersion ?? version;
    if (base === undefined) return { version: next, step: "none" };
    const changed = await git(root, "diff", "--name-only", base.ref, "--", ".changeset");
    const untracked = await git(root, "ls-files", "--others", "--exclude-standard", "--", ".changeset");
    const files = `${changed}\n${untracked}`.split("\n");
    const types = changesets
      .filter(({ id }) => files.includes(`.changeset/${id}.md`))
      .flatMap((set) => set.releases.filter((release) => release.name === name).map(({ type }) => type));
    return { version: next, step: highest([stepBetween(base.version, version), ...types]) };
  };
}
