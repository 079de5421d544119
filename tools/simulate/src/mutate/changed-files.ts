import { execFileSync } from "node:child_process";
import { defaultState } from "@keywright/tool-contracts/default-state";

/** The files that differ from a state of the repository, with those that are not committed. Default: where a branch began; on the default branch, the commit before. */
export async function changedFiles(root: string, base: string | undefined): Promise<ReadonlySet<string>> {
  const ref = base ?? (await defaultState(root)).ref;
  return new Set(execFileSync("git", ["diff", "--name-only", ref], { cwd: root, encoding: "utf8" }).trim().split("\n"));
}
