import { dirname, basename } from "node:path";
import type { Random } from "./random.ts";

/** A file, a folder or a link, with what of it a power cut leaves. */
export type Inode = FileInode | FolderInode | { readonly kind: "link"; readonly target: string };

export interface FileInode {
  readonly kind: "file";
  readonly ino: number;
  content: Buffer;
  /** What was synced last. */
  kept: Buffer;
  names: number;
  /** The open file description that has its lock (flock(2)). */
  lock: object | undefined;
}

export interface FolderInode {
  readonly kind: "folder";
  entries: Map<string, Inode>;
  /** The names that were synced last. */
  kept: Map<string, Inode>;
}

/** Syncs a file, or the names in a folder. */
export function keep(inode: Inode): void {
  if (inode.kind === "file") inode.kept = inode.content;
  else if (inode.kind === "folder") inode.kept = new Map(inode.entries);
}

/** An error as the platform gives it. */
export function platformError(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code });
}

const missing = (path: string): Error => platformError("ENOENT", `no such file or folder, '${path}'`);
const partsOf = (path: string): string[] => path.split("/").filter((name) => name !== "");
const emptyFolder = (): FolderInode => ({ kind: "folder", entries: new Map(), kept: new Map() });

/** Makes an empty disk. What is given a path throws an error with a code where the platform does. */
export function createDisk() {
  const root = emptyFolder();
  let ino = 0;

  function walk(path: string, followLast: boolean, depth = 0): { readonly place: string; readonly inode: Inode | undefined } {
    if (depth > 40) throw platformError("ELOOP", `too many links, '${path}'`);
    let here: Inode = root;
    let place = "";
    const names = partsOf(path);
    for (const [index, name] of names.entries()) {
      if (here.kind !== "folder") throw platformError("ENOTDIR", `not a folder, '${path}'`);
      const next = here.entries.get(name);
      const isLast = index === names.length - 1;
      if (next === undefined) {
        if (!isLast) throw missing(path);
        return { place: `${place}/${name}`, inode: undefined };
      }
      if (next.kind === "link" && (!isLast || followLast)) {
        const target = next.target.startsWith("/") ? next.target : `${place}/${next.target}`;
        return walk([target, ...names.slice(index + 1)].join("/"), followLast, depth + 1);
      }
      place = `${place}/${name}`;
      here = next;
    }
    return { place: place || "/", inode: here };
  }

  /** What stands at a path, links followed unless it is said otherwise. */
  function at(path: string, followLast = true): Inode {
    const { inode } = walk(path, followLast);
    if (inode === undefined) throw missing(path);
    return inode;
  }

  /** The same; `undefined` if there is nothing. */
  function find(path: string, followLast = true): Inode | undefined {
    try {
      return at(path, followLast);
    } catch (error) {
      if ((error as { readonly code?: string }).code === "ENOENT") return undefined;
      throw error;
    }
  }

  function namesBeside(path: string): Map<string, Inode> {
    const folder = at(dirname(path));
    if (folder.kind !== "folder") throw missing(dirname(path));
    return folder.entries;
  }

  const put = (path: string, inode: Inode): void => void namesBeside(path).set(basename(path), inode);

  function remove(path: string): void {
    const inode = at(path, false);
    namesBeside(path).delete(basename(path));
    if (inode.kind === "file") inode.names -= 1;
  }

  return {
    at,
    find,
    put,
    remove,
    /** The path with the links of its folders followed. */
    real(path: string): string {
      const { place, inode } = walk(path, true);
      if (inode === undefined) throw missing(path);
      return place;
    },
    createFolder: (path: string) => put(path, emptyFolder()),
    rename(from: string, to: string): void {
      const inode = at(from, false);
      const over = find(to, false);
      if (over === inode) return;
      if (over !== undefined) remove(to);
      namesBeside(from).delete(basename(from));
      put(to, inode);
    },
    createFile(path: string): FileInode {
      const inode: FileInode = { kind: "file", ino: (ino += 1), content: Buffer.alloc(0), kept: Buffer.alloc(0), names: 1, lock: undefined };
      put(walk(path, true).place, inode);
      return inode;
    },
    /** The text of a file that a power cut would leave at worst; `undefined` if it would take the file. */
    keptText(path: string): string | undefined {
      let inode: Inode | undefined = root;
      for (const name of partsOf(path)) inode = inode?.kind === "folder" ? inode.kept.get(name) : undefined;
      return inode?.kind === "file" ? inode.kept.toString() : undefined;
    },
    text(path: string): string | undefined {
      const inode = find(path);
      return inode?.kind === "file" ? inode.content.toString() : undefined;
    },
    /** Every path of a file. */
    files: (): readonly string[] => [...all(root, "")].flatMap(([path, { kind }]) => (kind === "file" ? [path] : [])),
    /** All is synced. */
    keepAll(): void {
      for (const [, inode] of [["", root] as const, ...all(root, "")]) keep(inode);
    },
    /** The power is cut: what was not synced stays, goes, or stays in part. */
    powerCut(random: Random): void {
      const seen = new Set<Inode>();
      const cut = (inode: Inode): void => {
        if (seen.has(inode) || inode.kind === "link") return;
        seen.add(inode);
        if (inode.kind === "file") {
          const more = inode.content.length - inode.kept.length;
          const grew = more > 0 && inode.content.subarray(0, inode.kept.length).equals(inode.kept);
          const choice = random.int(0, 3);
          if (choice <= 1) inode.content = inode.kept;
          else if (choice === 2 && grew) inode.content = inode.content.subarray(0, inode.kept.length + random.int(0, more));
          inode.kept = inode.content;
          inode.lock = undefined;
          return;
        }
        if (random.chance(0.6)) inode.entries = new Map(inode.kept);
        inode.kept = new Map(inode.entries);
        for (const entry of inode.entries.values()) cut(entry);
      };
      cut(root);
    },
  };
}

function* all(folder: FolderInode, path: string): Generator<readonly [string, Inode]> {
  for (const [name, inode] of folder.entries) {
    yield [`${path}/${name}`, inode];
    if (inode.kind === "folder") yield* all(inode, `${path}/${name}`);
  }
}
