import { execFileSync, spawnSync } from "node:child_process";

/** The files that differ from where a branch began, with those that are not committed. */
export function changedFiles(root: string, base: string | undefined): ReadonlySet<string> {
  const branch = base ?? ["origin/main", "main"].find((name) => spawnSync("git", ["rev-parse", "--verify", name], { cwd: root }).status === 0) ?? "main";
  const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  return new Set(git("diff", "--name-only", git("merge-base", branch, "HEAD")).split("\n"));
}
