import { rmSync } from "node:fs";
import { cp, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** A copy of the repository, so that faults are never in the working tree. */
export type Copy = Awaited<ReturnType<typeof copyRepository>>;

const LEFT_OUT = new Set([".git", ".turbo", "dist", "coverage"]);

/** Copies the working tree with its uncommitted changes. Links the installed packages. */
export async function copyRepository(root: string) {
  const copy = await mkdtemp(join(tmpdir(), "keywright-mutate-"));
  const installed = join(root, "node_modules");
  await cp(root, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => path !== installed && !LEFT_OUT.has(basename(path)) });
  await symlink(installed, join(copy, "node_modules"));
  return {
    root: copy,
    /** Runs `work` while a file has other content. */
    async withContent<Result>(path: string, content: string, work: () => Promise<Result>): Promise<Result> {
      const file = join(copy, path);
      const before = await readFile(file, "utf8");
      await writeFile(file, content);
      try {
        return await work();
      } finally {
        await writeFile(file, before);
      }
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
