import { constants } from "node:fs";
import { resolve } from "node:path";
import { type FileInode, type FolderInode, type Inode, keep, platformError } from "./disk.ts";
import type { Process } from "./process.ts";

/** An open file description. */
export interface OpenFile {
  readonly inode: FileInode | FolderInode;
  readonly path: string;
}

/** The files as a process sees them. */
export interface FileSystem {
  /** In place of `node:fs/promises`. */
  readonly promises: Readonly<Record<string, unknown>>;
  /** The open file of a descriptor. */
  opened(fd: number): OpenFile | undefined;
  /** The kernel closes what a dead process had open. */
  releaseAll(): void;
}

type Content = string | Uint8Array;

/** Makes the files of a process. Each call takes time, and is a step at which it can be killed. */
export function createFileSystem(process: Process): FileSystem {
  const { machine, random } = process;
  const { disk } = machine;
  const descriptors = new Map<number, OpenFile>();
  let nextFd = 3;

  const call = <Result>(what: string, path: string, run: () => Result): Promise<Result> =>
    process.work(0.05 + random.next() * 2, `${what} ${path}`, () => {
      const fails = /write|sync|rename/.test(what) ? machine.diskFaults.shift() : undefined;
      if (fails !== undefined && what !== "write") throw platformError(fails, `disk, ${what} '${path}'`);
      if (fails !== undefined) torn = fails;
      return run();
    });
  let torn: string | undefined;

  function there(path: string): Inode {
    const inode = disk.find(path);
    if (inode === undefined) throw platformError("ENOENT", `no such file or folder, '${path}'`);
    return inode;
  }

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
    let inode = disk.find(whole);
    if (inode === undefined) {
      if ((bits & constants.O_CREAT) === 0) throw platformError("ENOENT", `no such file or folder, open '${path}'`);
      inode = disk.createFile(whole);
    } else if ((bits & constants.O_EXCL) !== 0) throw platformError("EEXIST", `it exists, open '${path}'`);
    if (inode.kind === "link") throw platformError("ELOOP", `a link, open '${path}'`);
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
      if (inode.kind !== "file") throw platformError("EISDIR", `a folder, '${path}'`);
      return inode;
    };
    const sync = (): void => keep(inode);
    return {
      fd,
      appendFile: (text: Content) => call("write", path, () => write(file(), text, path)),
      writeFile: (text: Content) => call("write", path, () => write(file(), text, path)),
      readFile: () => call("read", path, () => file().content.toString()),
      read: (target: Buffer, offset: number, length: number, position: number) =>
        call("read", path, () => ({ buffer: target, bytesRead: file().content.copy(target, offset, position, position + length) })),
      stat: () => call("stat", path, () => describe(inode)),
      sync: () => call("sync", path, sync),
      datasync: () => call("sync", path, sync),
      chmod: () => call("chmod", path, () => undefined),
      truncate: (size: number) => call("truncate", path, () => void (file().content = file().content.subarray(0, size))),
      close: () => call("close", path, () => release(fd)),
    };
  }

  type Handle = ReturnType<typeof handleOf>;

  const promises = {
    open: (path: string, flags: number | string) => call("open", path, () => openNow(path, flags)),
    mkdir: (path: string) =>
      call("mkdir", path, () => {
        if (disk.find(path) !== undefined) throw platformError("EEXIST", `it exists, mkdir '${path}'`);
        disk.createFolder(path);
      }),
    readdir: (path: string) =>
      call("readdir", path, () => {
        const inode = there(path);
        return inode.kind === "folder" ? [...inode.entries.keys()] : [];
      }),
    readlink: (path: string) =>
      call("readlink", path, () => {
        const inode = disk.find(path, false);
        if (inode === undefined) throw platformError("ENOENT", `no such file, readlink '${path}'`);
        if (inode.kind !== "link") throw platformError("EINVAL", `no link, readlink '${path}'`);
        return inode.target;
      }),
    realpath: (path: string) => call("realpath", path, () => disk.real(path)),
    rename: (from: string, to: string) => call("rename", to, () => disk.rename(from, to)),
    rm: (path: string) => call("rm", path, () => void (disk.find(path, false) !== undefined && disk.remove(path))),
    stat: (path: string) => call("stat", path, () => describe(there(path))),
    readFile: (path: string) =>
      call("read", path, () => {
        const inode = there(path);
        if (inode.kind !== "file") throw platformError("EISDIR", `a folder, read '${path}'`);
        return inode.content.toString();
      }),
    writeFile: async (target: Handle, content: Content | AsyncIterable<Uint8Array>) => {
      if (typeof content === "string" || content instanceof Uint8Array) return target.writeFile(content);
      for await (const chunk of content) await target.writeFile(chunk);
    },
  };

  return {
    promises,
    opened: (fd) => descriptors.get(fd),
    releaseAll: () => {
      for (const fd of descriptors.keys()) release(fd);
    },
  };
}

const describe = (inode: Inode) => ({
  isFile: () => inode.kind === "file",
  isDirectory: () => inode.kind === "folder",
  size: inode.kind === "file" ? inode.content.length : 0,
  nlink: inode.kind === "file" ? inode.names : 1,
  ino: inode.kind === "file" ? inode.ino : 0,
  mtimeMs: 0,
});
