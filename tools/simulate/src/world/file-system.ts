import { constants } from "node:fs";
import { resolve } from "node:path";
import { type FileInode, type Inode, keep, platformError } from "./disk.ts";
import type { Process } from "./process.ts";

/** An open file description. */
export interface OpenFile {
  readonly inode: Inode;
  readonly path: string;
}

/** The file system of a process. */
export type FileSystem = ReturnType<typeof createFileSystem>;

type Content = string | Uint8Array;

/** Creates the file system of a process. Each call takes time and is a step at which the process can be killed. */
export function createFileSystem(process: Process) {
  const { machine, random } = process;
  const { disk } = machine;
  const descriptors = new Map<number, OpenFile>();
  let nextFd = 3;
  let torn: string | undefined;

  const call = <Result>(what: string, path: string, run: () => Result): Promise<Result> =>
    process.work(0.05 + random.next() * 2, `${what} ${path}`, () => {
      const fails = /write|sync|rename/.test(what) ? machine.diskFaults.shift() : undefined;
      if (fails !== undefined && what !== "write") throw platformError(fails, `disk, ${what} '${path}'`);
      if (fails !== undefined) torn = fails;
      return run();
    });

  function write(inode: FileInode, text: Content, path: string): void {
    const bytes = Buffer.from(text as string);
    const fails = torn;
    torn = undefined;
    const taken = fails === undefined ? bytes : bytes.subarray(0, random.int(0, bytes.length));
    machine.onWrite?.(path);
    inode.content = Buffer.concat([inode.content, taken]);
    if (fails !== undefined) throw platformError(fails, `disk, write '${path}'`);
  }

  function openNow(path: string, flags: number | string) {
    const whole = resolve("/", path);
    const bits = typeof flags === "number" ? flags : ({ r: 0, wx: 0o301, w: 0o1101 }[flags] ?? 0);
    const found = disk.find(whole);
    if (found !== undefined && (bits & constants.O_EXCL) !== 0) throw platformError("EEXIST", `it exists, open '${path}'`);
    const inode = found ?? ((bits & constants.O_CREAT) === 0 ? disk.at(whole) : disk.createFile(whole));
    if ((bits & constants.O_TRUNC) !== 0 && inode.kind === "file") inode.content = Buffer.alloc(0);
    const fd = nextFd;
    nextFd += 1;
    const opened: OpenFile = { inode, path: whole };
    descriptors.set(fd, opened);
    process.open.set(opened, `the open file ${whole}`);
    return handleOf(fd, opened);
  }

  function release(fd: number): void {
    const opened = descriptors.get(fd);
    if (opened === undefined) return;
    descriptors.delete(fd);
    process.open.delete(opened);
    if (opened.inode.kind === "file" && opened.inode.lock === opened) opened.inode.lock = undefined;
  }

  function handleOf(fd: number, { inode, path }: OpenFile) {
    const file = (): FileInode => {
      if (!descriptors.has(fd)) throw platformError("EBADF", `bad file descriptor, '${path}'`);
      return fileOf(inode, path);
    };
    const sync = (): Promise<void> => call("sync", path, () => keep(inode));
    const append = (text: Content): Promise<void> => call("write", path, () => write(file(), text, path));
    return {
      fd,
      appendFile: append,
      writeFile: append,
      readFile: () => call("read", path, () => file().content.toString()),
      read: (target: Buffer, offset: number, length: number, position: number) =>
        call("read", path, () => ({ buffer: target, bytesRead: file().content.copy(target, offset, position, position + length) })),
      stat: () => call("stat", path, () => describe(inode)),
      sync,
      datasync: sync,
      chmod: () => call("chmod", path, () => undefined),
      truncate: (size: number) => call("truncate", path, () => void (file().content = file().content.subarray(0, size))),
      close: () => call("close", path, () => release(fd)),
    };
  }

  return {
    /** Replaces `node:fs/promises`. */
    promises: {
      open: (path: string, flags: number | string) => call("open", path, () => openNow(path, flags)),
      mkdir: (path: string) =>
        call("mkdir", path, () => {
          if (disk.find(path) !== undefined) throw platformError("EEXIST", `it exists, mkdir '${path}'`);
          disk.createFolder(path);
        }),
      readdir: (path: string) =>
        call("readdir", path, () => {
          const inode = disk.at(path);
          return inode.kind === "folder" ? [...inode.entries.keys()] : [];
        }),
      readlink: (path: string) =>
        call("readlink", path, () => {
          const inode = disk.at(path, false);
          if (inode.kind !== "link") throw platformError("EINVAL", `no link, readlink '${path}'`);
          return inode.target;
        }),
      realpath: (path: string) => call("realpath", path, () => disk.real(path)),
      rename: (from: string, to: string) => call("rename", to, () => disk.rename(from, to)),
      rm: (path: string) => call("rm", path, () => void (disk.find(path, false) !== undefined && disk.remove(path))),
      stat: (path: string) => call("stat", path, () => describe(disk.at(path))),
      readFile: (path: string) => call("read", path, () => fileOf(disk.at(path), path).content.toString()),
      writeFile: async (target: ReturnType<typeof handleOf>, content: Content | AsyncIterable<Uint8Array>) => {
        if (typeof content === "string" || content instanceof Uint8Array) return target.writeFile(content);
        for await (const chunk of content) await target.writeFile(chunk);
      },
    },
    /** Returns the open file of a descriptor. */
    opened: (fd: number) => descriptors.get(fd),
    /** Closes all open files, as the kernel does for a dead process. */
    releaseAll: () => [...descriptors.keys()].forEach(release),
  };
}

function fileOf(inode: Inode, path: string): FileInode {
  if (inode.kind !== "file") throw platformError("EISDIR", `a folder, '${path}'`);
  return inode;
}

const describe = (inode: Inode) => ({
  isFile: () => inode.kind === "file",
  isDirectory: () => inode.kind === "folder",
  size: inode.kind === "file" ? inode.content.length : 0,
  nlink: inode.kind === "file" ? inode.names : 1,
  ino: inode.kind === "file" ? inode.ino : 0,
  mtimeMs: 0,
});
