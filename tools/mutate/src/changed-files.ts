import { execFileSync } from "node:child_process";

/** The files that differ from where a branch began, with those that are not committed. */
export function changedFiles(root: string, base: string | undefined): ReadonlySet<string> {
  const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const isThere = (branch: string): boolean => {
    try {
      return git("rev-parse", "--verify", "--quiet", branch) !== "";
    } catch {
      return false;
    }
  };
  const branch = base ?? ["origin/main", "main"].find(isThere);
  if (branch === undefined || !isThere(branch)) throw new Error(`there is no ${branch ?? "main"} to compare with: name another base`);
  return new Set(git("diff", "--name-only", git("merge-base", branch, "HEAD").trim()).split("\n"));
}
