import { dirname, basename } from "node:path";
import type { Random } from "./random.ts";

/** A file, a folder or a link, with what of it a power cut leaves. */
export type Inode = FileInode | FolderInode | { readonly kind: "link"; readonly target: string };

/** A file. */
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

/** A folder. */
export interface FolderInode {
  readonly kind: "folder";
  entries: Map<string, Inode>;
  /** The names that were synced last. */
  kept: Map<string, Inode>;
}

/** The disk of a machine. */
export interface Disk {
  /** What stands at a path, links followed unless it is said otherwise; `undefined` if there is nothing. */
  find(path: string, followLast?: boolean): Inode | undefined;
  /** The path with the links of its folders followed. @throws an error with a code */
  real(path: string): string;
  folderOf(path: string): FolderInode;
  put(path: string, inode: Inode): void;
  createFolder(path: string): void;
  remove(path: string): void;
  rename(from: string, to: string): void;
  createFile(path: string): FileInode;
  /** The text of a file that a power cut would leave at worst; `undefined` if it would take the file. */
  keptText(path: string): string | undefined;
  text(path: string): string | undefined;
  /** Every path of a file. */
  files(): readonly string[];
  /** All is synced. */
  keepAll(): void;
  /** The power is cut: what was not synced stays, goes, or stays in part. */
  powerCut(random: Random): void;
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

/** Makes an empty disk. */
export function createDisk(): Disk {
  const root: FolderInode = { kind: "folder", entries: new Map(), kept: new Map() };
  let ino = 0;

  function walk(path: string, followLast: boolean, depth = 0): { readonly place: string; readonly inode: Inode | undefined } {
    if (depth > 40) throw platformError("ELOOP", `too many links, '${path}'`);
    let at: Inode = root;
    let place = "";
    const names = path.split("/").filter((name) => name !== "");
    for (const [index, name] of names.entries()) {
      if (at.kind !== "folder") throw platformError("ENOTDIR", `not a folder, '${path}'`);
      const next = at.entries.get(name);
      const isLast = index === names.length - 1;
      if (next === undefined) {
        if (!isLast) throw platformError("ENOENT", `no such file or folder, '${path}'`);
        return { place: `${place}/${name}`, inode: undefined };
      }
      if (next.kind === "link" && (!isLast || followLast)) {
        const target = next.target.startsWith("/") ? next.target : `${place}/${next.target}`;
        return walk([target, ...names.slice(index + 1)].join("/"), followLast, depth + 1);
      }
      place = `${place}/${name}`;
      at = next;
    }
    return { place: place || "/", inode: at };
  }

  function folderOf(path: string): FolderInode {
    const { inode } = walk(dirname(path), true);
    if (inode?.kind !== "folder") throw platformError("ENOENT", `no such folder, '${dirname(path)}'`);
    return inode;
  }

  function find(path: string, followLast = true): Inode | undefined {
    try {
      return walk(path, followLast).inode;
    } catch (error) {
      if ((error as { readonly code?: string }).code === "ENOENT") return undefined;
      throw error;
    }
  }

  function remove(path: string): void {
    const { entries } = folderOf(path);
    const inode = entries.get(basename(path));
    if (inode === undefined) throw platformError("ENOENT", `no such file, '${path}'`);
    entries.delete(basename(path));
    if (inode.kind === "file") inode.names -= 1;
  }

  function kept(path: string): Inode | undefined {
    let at: Inode | undefined = root;
    for (const name of path.split("/").filter((part) => part !== "")) at = at?.kind === "folder" ? at.kept.get(name) : undefined;
    return at;
  }

  return {
    find,
    real(path) {
      const { place, inode } = walk(path, true);
      if (inode === undefined) throw platformError("ENOENT", `no such file or folder, '${path}'`);
      return place;
    },
    folderOf,
    createFolder: (path) => void folderOf(path).entries.set(basename(path), { kind: "folder", entries: new Map(), kept: new Map() }),
    put: (path, inode) => void folderOf(path).entries.set(basename(path), inode),
    remove,
    rename(from, to) {
      const inode = find(from, false);
      if (inode === undefined) throw platformError("ENOENT", `no such file, '${from}'`);
      const over = find(to, false);
      if (over === inode) return;
      if (over !== undefined) remove(to);
      folderOf(from).entries.delete(basename(from));
      folderOf(to).entries.set(basename(to), inode);
    },
    createFile(path) {
      const { place } = walk(path, true);
      const inode: FileInode = { kind: "file", ino: (ino += 1), content: Buffer.alloc(0), kept: Buffer.alloc(0), names: 1, lock: undefined };
      folderOf(place).entries.set(basename(place), inode);
      return inode;
    },
    keptText(path) {
      const inode = kept(path);
      return inode?.kind === "file" ? inode.kept.toString() : undefined;
    },
    text(path) {
      const inode = find(path);
      return inode?.kind === "file" ? inode.content.toString() : undefined;
    },
    files: () => [...all(root, "")].flatMap(([path, { kind }]) => (kind === "file" ? [path] : [])),
    keepAll() {
      for (const inode of [root, ...[...all(root, "")].map(([, each]) => each)]) keep(inode);
    },
    powerCut(random) {
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

function* all(at: FolderInode, path: string): Generator<readonly [string, Inode]> {
  for (const [name, inode] of at.entries) {
    yield [`${path}/${name}`, inode];
    if (inode.kind === "folder") yield* all(inode, `${path}/${name}`);
  }
}
