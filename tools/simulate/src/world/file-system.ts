import { EventEmitter } from "node:events";
import { constants } from "node:fs";
import { basename, resolve } from "node:path";
import { type FileInode, type Inode, platformError } from "./disk.ts";
import type { Proc } from "./proc.ts";
import type { Process } from "./process.ts";

interface OpenFile {
  readonly inode: Inode;
  isOpen(): boolean;
}

/** The `node:fs/promises` and `flock` of a process, which can be killed at each call. */
export function createFileSystem(process: Process, proc: Proc) {
  const { machine, random } = process;
  const { disk } = machine;

  const call = <Result>(what: string, path: string, run: (fails?: string) => Result): Promise<Result> =>
    process.work(0.05 + random.next() * 2, `${what} ${path}`, () => {
      const fails = /write|sync|rename/.test(what) ? machine.takeDiskFault() : undefined;
      if (fails !== undefined && what !== "write") throw platformError(fails, `disk, ${what} '${path}'`);
      return run(fails);
    });

  function openNow(path: string, flags: number | string) {
    const whole = resolve("/", path);
    const bits = typeof flags === "number" ? flags : ({ r: 0, wx: 0o301, w: 0o1101 }[flags] ?? 0);
    const found = disk.find(whole);
    if (found !== undefined && (bits & constants.O_EXCL) !== 0) throw platformError("EEXIST", `it exists, open '${path}'`);
    const inode = found ?? ((bits & constants.O_CREAT) === 0 ? disk.existing(whole) : disk.createFile(whole));
    if ((bits & constants.O_TRUNC) !== 0 && inode.kind === "file") inode.content = Buffer.alloc(0);
    return handleOf(inode, whole);
  }

  function handleOf(inode: Inode, path: string) {
    const fd: OpenFile = { inode, isOpen: () => process.isAlive() && process.open.has(fd) };
    process.open.set(fd, `the open file ${path}`);
    const file = (): FileInode => {
      if (!fd.isOpen()) throw platformError("EBADF", `bad file descriptor, '${path}'`);
      if (inode.kind !== "file") throw platformError("EISDIR", `a folder, '${path}'`);
      return inode;
    };
    const sync = (): Promise<void> => call("sync", path, () => disk.keep(path, inode));
    const append = (text: string): Promise<void> =>
      call("write", path, (fails) => {
        const bytes = Buffer.from(text);
        const taken = fails === undefined ? bytes : bytes.subarray(0, random.integer(0, bytes.length));
        machine.onWrite?.(path);
        file().content = Buffer.concat([file().content, taken]);
        if (fails !== undefined) throw platformError(fails, `disk, write '${path}'`);
      });
    return {
      fd,
      appendFile: append,
      writeFile: append,
      readFile: () => call("read", path, () => file().content.toString()),
      read: (buffer: Buffer, offset: number, length: number, position: number) =>
        call("read", path, () => ({ buffer, bytesRead: file().content.copy(buffer, offset, position, position + length) })),
      stat: () => call("stat", path, () => describe(inode)),
      sync,
      datasync: sync,
      chmod: () => call("chmod", path, () => undefined),
      truncate: (size: number) => call("truncate", path, () => void (file().content = file().content.subarray(0, size))),
      close: () => call("close", path, () => void process.open.delete(fd)),
    };
  }

  const describe = (inode: Inode) => ({
    isFile: () => inode.kind === "file",
    isDirectory: () => inode.kind === "folder",
    nlink: disk.isNamed(inode) ? 1 : 0,
    ...(inode.kind === "file" && { ino: inode.ino, size: inode.content.length }),
  });

  /** The command `flock`: it locks the inherited file, is killed now and then, and may hang. */
  function spawn(_command: string, _args: readonly string[], { stdio }: { readonly stdio: readonly [string, string, string, OpenFile] }) {
    const child = Object.assign(new EventEmitter(), { kill: () => (isKilled = true) });
    let isKilled = false;
    const fate = machine.isCalm() ? 1 : random.next();
    if (fate < 0.005) return child;
    void process
      .work(0.5 + random.next() * 5, "flock", () => {
        const opened = stdio[3];
        const { inode } = opened;
        if (isKilled || !opened.isOpen() || inode.kind !== "file") return undefined;
        if (fate < 0.03) return null;
        if (inode.lock?.isOpen() !== true) inode.lock = opened;
        return inode.lock === opened ? 0 : 1;
      })
      .then((code) => code !== undefined && child.emit("exit", code));
    return child;
  }

  const promises = {
    open: (path: string, flags: number | string) => call("open", path, () => openNow(path, flags)),
    mkdir: (path: string) =>
      call("mkdir", path, () => {
        if (disk.find(path) !== undefined) throw platformError("EEXIST", `it exists, mkdir '${path}'`);
        disk.createFolder(path);
      }),
    readdir: (path: string) => call("readdir", path, () => disk.namesIn(path).map((name) => basename(name))),
    readlink: (path: string) =>
      call("readlink", path, () => {
        const namespace = proc.namespaceOf(path);
        if (namespace !== undefined) return namespace;
        const inode = disk.existing(path);
        if (inode.kind !== "link") throw platformError("EINVAL", `no link, readlink '${path}'`);
        return inode.target;
      }),
    readFile: (path: string) => call("read", path, () => proc.read(path)),
    realpath: (path: string) =>
      call("realpath", path, () => {
        disk.existing(disk.follow(path));
        return disk.follow(path);
      }),
    rename: (from: string, to: string) => call("rename", to, () => disk.rename(from, to)),
    rm: (path: string) => call("rm", path, () => void disk.remove(path)),
    stat: (path: string) => call("stat", path, () => describe(disk.existing(disk.follow(path)))),
    writeFile: (target: ReturnType<typeof handleOf>, text: string) => target.writeFile(text),
  };
  return { promises, spawn };
}
