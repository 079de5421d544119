import { git } from "./git.ts";

export interface State {
  /** A tag, branch or commit. */
  readonly ref: string;
  /** Its name in messages. */
  readonly name: string;
}

/** The state that unreleased packages are compared with, and the reason. */
export interface DefaultState extends State {
  readonly reason: string;
  /** Whether the clone lacks the earlier commits, so that only uncommitted changes are compared. */
  readonly isCutOff?: boolean;
}

/** Names of the default branch: from the remote, by convention, and without a remote. */
const BRANCHES = ["origin/HEAD", "origin/main", "main"];

/**
 * Returns the commit of the default branch where the work began; on that branch, the previous one.
 *
 * @throws Error if there is no commit.
 */
export async function defaultState(root: string): Promise<DefaultState> {
  const head = await commitAt(root, "HEAD");
  if (head === undefined) throw new Error(`${root} has no commit to compare with; clone the repository with git`);
  for (const branch of BRANCHES) {
    const tip = await commitAt(root, branch);
    if (tip === undefined) continue;
    // A shallow clone may lack the common ancestor.
    const fork = (await git(root, "merge-base", tip, head))?.trim() ?? tip;
    if (fork !== head) return { ref: fork, name: `${branch} at ${fork.slice(0, 7)}`, reason: `this work tree began from it` };
    return before(root, head, `${branch} has this commit`);
  }
  return before(root, head, `this clone has none of ${BRANCHES.join(", ")}`);
}

/** Returns the state that the argument of the command names. */
export async function namedState(root: string, name: string): Promise<State> {
  if ((await commitAt(root, name)) === undefined)
    throw new Error(`git knows no commit, branch or tag ${name}; pass one to compare with, or nothing for the last releases`);
  return { ref: name, name };
}

async function before(root: string, head: string, reason: string): Promise<DefaultState> {
  const parent = await commitAt(root, "HEAD~1");
  if (parent !== undefined) return { ref: parent, name: `HEAD~1 at ${parent.slice(0, 7)}`, reason };
  const only = { ref: head, name: "HEAD" };
  const isCutOff = (await git(root, "rev-parse", "--is-shallow-repository"))?.trim() === "true";
  if (!isCutOff) return { ...only, reason: "it is the first commit, so only uncommitted changes are compared" };
  const problem = "this clone lacks the commits before it, so only uncommitted changes are compared";
  return { ...only, isCutOff, reason: `${problem}; run git fetch --deepen=1, or git fetch --depth=1 origin main:refs/remotes/origin/main on a branch` };
}

async function commitAt(root: string, ref: string): Promise<string | undefined> {
  return (await git(root, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`))?.trim();
}
