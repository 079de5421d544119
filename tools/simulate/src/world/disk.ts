import { dirname, join } from "node:path";
import type { Random } from "../../../../packages/emulator/src/lib/core/values/random.ts";

export interface FileInode {
  readonly kind: "file";
  readonly ino: number;
  content: Buffer;
  /** The content at the last sync. */
  kept: Buffer;
  /** The open file that has its lock (flock(2)). */
  lock: { isOpen(): boolean } | undefined;
}

/** A file, a folder or a link. */
export type Inode = FileInode | { readonly kind: "folder" } | { readonly kind: "link"; readonly target: string };

/** Returns an error like the platform's. */
export function platformError(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code });
}

function textOf(inode: Inode | undefined, property: "content" | "kept"): string | undefined {
  return inode?.kind === "file" ? inode[property].toString() : undefined;
}

/** Creates an empty disk that knows what a power cut leaves. Errors are the platform's. */
export function createDisk() {
  const names = new Map<string, Inode>([["/", { kind: "folder" }]]);
  /** The names in each folder at its last sync. */
  let keptNames = new Map<string, Inode>();
  let ino = 0;

  const within = (all: ReadonlyMap<string, Inode>, folder: string) => [...all].filter(([path]) => dirname(path) === folder);

  /** Returns the path that a path leads to. */
  function follow(path: string): string {
    const inode = names.get(path);
    return inode?.kind === "link" ? join(dirname(path), inode.target) : path;
  }

  const find = (path: string): Inode | undefined => names.get(follow(path));

  function existing(path: string): Inode {
    const inode = names.get(path);
    if (inode === undefined) throw platformError("ENOENT", `no such file or folder, '${path}'`);
    return inode;
  }

  function put(path: string, inode: Inode): void {
    existing(dirname(path));
    names.delete(path);
    names.set(path, inode);
  }

  /** Syncs a file, or the names in a folder. */
  function keep(path: string, inode: Inode): void {
    if (inode.kind === "file") inode.kept = inode.content;
    else keptNames = new Map([...[...keptNames].filter(([kept]) => dirname(kept) !== path), ...within(names, path)]);
  }

  return {
    find,
    existing,
    follow,
    put,
    keep,
    remove: (path: string) => names.delete(path),
    isNamed: (inode: Inode): boolean => [...names.values()].includes(inode),
    createFolder: (path: string) => put(path, { kind: "folder" }),
    namesIn: (folder: string): readonly string[] => within(names, folder).map(([path]) => path),
    createFile(path: string): FileInode {
      const inode: FileInode = { kind: "file", ino: (ino += 1), content: Buffer.alloc(0), kept: Buffer.alloc(0), lock: undefined };
      put(follow(path), inode);
      return inode;
    },
    rename(from: string, to: string): void {
      put(to, existing(from));
      names.delete(from);
    },
    /** Returns what a power cut would at least leave of a file; `undefined` if nothing. */
    keptText: (path: string) => textOf(keptNames.get(path), "kept"),
    text: (path: string) => textOf(find(path), "content"),
    /** Returns the paths of everything on it. */
    paths: (): readonly string[] => [...names.keys()],
    /** Syncs everything. */
    keepAll(): void {
      for (const [path, inode] of names) keep(path, inode);
    },
    /** Cuts the power: data that was not synced is kept, lost, or kept in part. */
    powerCut(random: Random): void {
      for (const folder of [...names].filter(([, { kind }]) => kind === "folder").map(([path]) => path)) {
        if (random.next() >= 0.6) continue;
        for (const [path] of within(names, folder)) names.delete(path);
        for (const [path, inode] of within(keptNames, folder)) names.set(path, inode);
      }
      // What is in a folder whose name was lost is lost with it.
      for (const path of names.keys()) if (!names.has(dirname(path))) names.delete(path);
      keptNames = new Map(names);
      for (const inode of names.values()) {
        if (inode.kind !== "file") continue;
        const more = inode.content.length - inode.kept.length;
        const grew = more > 0 && inode.content.subarray(0, inode.kept.length).equals(inode.kept);
        const choice = random.integer(0, 3);
        if (choice <= 1) inode.content = inode.kept;
        else if (choice === 2 && grew) inode.content = inode.content.subarray(0, inode.kept.length + random.integer(0, more));
        inode.kept = inode.content;
      }
    },
  };
}
