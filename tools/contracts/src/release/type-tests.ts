import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { Change } from "../diff/change.ts";
import { git } from "./git.ts";
import type { Base } from "./last-release.ts";
import type { PublishedPackage } from "./packages.ts";

/**
 * Compiles the type tests of each package's last release against its types of today: a user's code that compiled then has to compile now.
 *
 * @returns A change for each line that no longer compiles, by the package's name.
 */
export async function releasedTypeTests(root: string, bases: ReadonlyMap<PublishedPackage, Base | undefined>): Promise<ReadonlyMap<string, Change[]>> {
  const folders = new Map<string, PublishedPackage>();
  const broken = new Map<string, Change[]>();
  try {
    for (const [one, base] of bases) {
      if (base === undefined || !(await hasChanged(root, base))) continue;
      // Beside `test`, so that `../src` means the sources of today.
      const folder = await mkdtemp(join(root, one.folder, ".released-"));
      folders.set(folder, one);
      await unpack(root, base.ref, `${one.folder}/test`, folder);
    }
    const tests = (await Promise.all([...folders.keys()].map(typeTestsIn))).flat();
    if (tests.length === 0) return broken;
    for (const line of await compile(root, tests)) {
      const [folder, one] = [...folders].find(([path]) => line.startsWith(relative(root, path))) ?? [];
      if (folder === undefined || one === undefined) throw new Error(`the type tests of the last release cannot be compiled: ${line}`);
      broken.set(one.name, [...(broken.get(one.name) ?? []), changeOf(line.slice(relative(root, folder).length + 1))]);
    }
    return broken;
  } finally {
    for (const folder of folders.keys()) await rm(folder, { recursive: true, force: true });
  }
}

/** Whether any source differs from a release: a package's types come from others, too. */
async function hasChanged(root: string, { ref }: Base): Promise<boolean> {
  const sources = ":(glob)packages/*/src/**";
  const changed = await git(root, "diff", "--name-only", ref, "--", sources);
  const untracked = await git(root, "ls-files", "--others", "--exclude-standard", "--", sources);
  return (changed ?? "unknown") !== "" || untracked !== "";
}

/** Lays out a folder as it was. */
async function unpack(root: string, ref: string, path: string, into: string): Promise<void> {
  const files = (await git(root, "ls-tree", "-r", "--name-only", ref, "--", path)) ?? "";
  for (const file of files.split("\n").filter((name) => name.endsWith(".ts"))) {
    const target = join(into, relative(path, file));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, (await git(root, "show", `${ref}:${file}`)) ?? "");
  }
}

async function typeTestsIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith(".test-d.ts")).map((file) => join(folder, file));
}

/** The first line of each complaint of the compiler, with the file relative to the root. */
async function compile(root: string, files: readonly string[]): Promise<string[]> {
  const project = join(dirname(files[0] as string), "tsconfig.json");
  const config = { extends: join(root, "tsconfig.base.json"), compilerOptions: { types: ["node"], typeRoots: [join(root, "node_modules/@types")] }, files };
  await writeFile(project, JSON.stringify(config));
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, "-p", project, "--pretty", "false"], { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => {
      resolve(stdout.split("\n").filter((line) => /^\S.*: error TS\d+:|^error /.test(line)));
    });
  });
}

/** `types.test-d.ts(41,3): error TS2339: Property …` as a change. */
function changeOf(complaint: string): Change {
  const [, file = "", line = "", code = "", message = ""] = /^(.*?)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(complaint) ?? [];
  const where = `${file}:${line}`;
  // TS2578: what an expected error forbade is allowed now.
  if (code === "TS2578")
    return { level: "minor", rule: "types/allowed", operations: [], where, what: "forbids what compiles now", consequence: "Code stays as it is." };
  return {
    level: "major",
    rule: "types/broken",
    operations: [],
    where,
    what: `compiled at the last release and does not now: ${message}`,
    consequence: "Users who wrote the like meet the same error.",
  };
}
